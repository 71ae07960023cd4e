/**
 * Whom of a batch a new one could call again, by the outcomes of their calls. Rows and outcomes are those that were seen, so it costs the
 * service no request. They are read in slices, so that other requests run in between.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type BatchCall, type CallOutcome, callOutcomes, type FollowUp, finalOutcomes } from '#contract/index.ts'
import { type CallRow, callRowsText, rowOfCall } from '#recipients/file/call-rows.ts'
import { calledStates } from '../../cache/call-end.ts'
import type { Contacts } from '../../contacts/contacts.ts'
import type { DoNotCall } from '../../contacts/do-not-call.ts'
import type { Clock } from '../../shared/clock.ts'
import { createMemo, createMemoValues } from '../../shared/memo.ts'
import type { Store } from '../../store/store.ts'
import { readRows, type SeenCall } from '../batch-results.ts'
import { readReportedRows } from '../coverage.ts'
import { rowsBeside } from '../find-batch-rows.ts'

const rowsPerSlice = 2_000
/** Rows that are kept sorted in memory. */
const maxRemembered = 100_000
/** Whole rows that one statement reads. */
const wholeRowsPerSlice = 500

/** The outcome of a row. */
interface RowOutcome {
  outcome: CallOutcome
  isGuess: boolean
  hasEnded: boolean
}

/** A row of the batch, and why it is left out; null: it can be called. */
interface SortedRow {
  jobId: string
  position: number | null
  number: string
  name: string
  outcome: CallOutcome
  isGuess: boolean
  /** Whether its number is on the do-not-call list. */
  isListed: boolean
  leftOut: 'open' | 'neverCalled' | 'final' | 'listed' | 'hidden' | null
}

const isFinal = (outcome: CallOutcome): boolean => finalOutcomes.some((final) => final === outcome)

/**
 * The outcome of a row's calls: of the last one, unless somebody asked in an earlier one not to be called, or may have, or it was a wrong
 * number.
 */
function outcomeOfRow(calls: readonly SeenCall[]): RowOutcome | null {
  const last = calls.at(-1)
  if (!last) return null
  const decisive =
    calls.findLast(({ outcome }) => isFinal(outcome) && outcome !== 'maybe_do_not_call') ??
    calls.findLast(({ outcome }) => isFinal(outcome)) ??
    last
  return {
    outcome: decisive.outcome,
    isGuess: decisive.outcome_source === 'transcript',
    hasEnded: calledStates.includes(last.state),
  }
}

async function readOutcomes(store: Store, batchId: string): Promise<Map<string, RowOutcome>> {
  const outcomes = new Map<string, RowOutcome>()
  await readRows(store, batchId, [], (calls) => {
    const outcome = outcomeOfRow(calls)
    if (outcome) outcomes.set(calls[0]?.job_id ?? '', outcome)
  })
  return outcomes
}

/** @param isComplete the batch has ended, so a row that was last seen waiting waits no more */
async function readSortedRows(store: Store, batchId: string, isComplete: boolean): Promise<SortedRow[]> {
  const outcomes = await readOutcomes(store, batchId)
  const rows: SortedRow[] = []
  for (let after = ''; ; ) {
    const slice = await store
      .selectFrom('batch_rows')
      .select(['job_id', 'position', 'number', 'name', 'state'])
      .where('batch_id', '=', batchId)
      .where('job_id', '>', after)
      .orderBy('job_id')
      .limit(rowsPerSlice)
      .execute()
    for (const { job_id: jobId, position, number, name, state } of slice) {
      const { outcome, isGuess, hasEnded } = outcomes.get(jobId) ?? {
        outcome: 'unknown',
        isGuess: false,
        hasEnded: isComplete,
      }
      const isWaiting = (state === 'waiting' || state === 'active') && !isComplete && !hasEnded
      // A call that was cancelled before its turn was not seen to end.
      const wasNeverCalled = state === 'cancelled' && !outcomes.has(jobId)
      const leftOut = isFinal(outcome)
        ? 'final'
        : isWaiting
          ? 'open'
          : wasNeverCalled
            ? 'neverCalled'
            : number === ''
              ? 'hidden'
              : null
      rows.push({ jobId, position, number, name, outcome, isGuess, isListed: false, leftOut })
    }
    after = slice.at(-1)?.job_id ?? after
    if (slice.length < rowsPerSlice) break
    await yieldToEventLoop()
  }
  return leaveOutAsked(rows)
}

/** Leaves out the other rows of a number whose person asked not to be called, or may have. */
function leaveOutAsked(rows: readonly SortedRow[]): SortedRow[] {
  const rowsWith = (outcome: CallOutcome) =>
    rows.flatMap((row) => (row.outcome === outcome && row.number !== '' ? [[row.number, row] as const] : []))
  const asked = new Map([...rowsWith('maybe_do_not_call'), ...rowsWith('do_not_call')])
  return rows.map((row) => {
    const by = asked.get(row.number)
    return by ? { ...row, outcome: by.outcome, isGuess: by.isGuess, leftOut: 'final' } : row
  })
}

const byPosition = (one: SortedRow, other: SortedRow): number =>
  (one.position ?? Number.MAX_SAFE_INTEGER) - (other.position ?? Number.MAX_SAFE_INTEGER)

function countRows(
  rows: readonly SortedRow[],
): Pick<FollowUp, 'groups' | 'askedNotToBeCalled' | 'mayHaveAsked' | 'wrongNumbers'> {
  const byOutcome = Map.groupBy(rows, ({ outcome }) => outcome)
  const guessesIn = (counted: readonly SortedRow[]) => counted.filter(({ isGuess }) => isGuess).length
  const asked = [...(byOutcome.get('maybe_do_not_call') ?? []), ...(byOutcome.get('do_not_call') ?? [])]
  const finalOf = (outcome: (typeof finalOutcomes)[number]) => {
    const counted = byOutcome.get(outcome) ?? []
    return { rows: counted.length, guesses: guessesIn(counted) }
  }
  const groups = callOutcomes
    .filter((outcome) => !isFinal(outcome))
    .map((outcome) => {
      const ofOutcome = byOutcome.get(outcome) ?? []
      const of = (leftOut: SortedRow['leftOut']) => ofOutcome.filter((row) => row.leftOut === leftOut)
      const callable = of(null)
      return {
        outcome,
        rows: callable.length,
        guesses: guessesIn(callable),
        listed: of('listed').length,
        hidden: of('hidden').length,
      }
    })
    .filter(({ rows, listed, hidden }) => rows + listed + hidden > 0)
  const unlisted = asked.flatMap(({ number, name, outcome, isGuess, isListed }) =>
    isListed || number === ''
      ? []
      : [[number, { number, name, isGuess, isUnclear: outcome === 'maybe_do_not_call' }] as const],
  )
  return {
    groups,
    askedNotToBeCalled: { ...finalOf('do_not_call'), unlisted: [...new Map(unlisted).values()] },
    mayHaveAsked: finalOf('maybe_do_not_call'),
    wrongNumbers: finalOf('wrong_number'),
  }
}

/** The rows as uploaded, in their order. */
async function readWhole(store: Store, batchId: string, rows: readonly SortedRow[]): Promise<CallRow[]> {
  const whole = new Map<string, CallRow>()
  for (let from = 0; from < rows.length; from += wholeRowsPerSlice) {
    const jobIds = rows.slice(from, from + wholeRowsPerSlice).map(({ jobId }) => jobId)
    const slice = await store
      .selectFrom('batch_rows')
      .select(['job_id', 'call'])
      .where('batch_id', '=', batchId)
      .where('job_id', 'in', jobIds)
      .execute()
    for (const { job_id, call } of slice) whole.set(job_id, rowOfCall(JSON.parse(call) as BatchCall))
    await yieldToEventLoop()
  }
  return rows.flatMap(({ jobId }) => whole.get(jobId) ?? [])
}

/**
 * Creates the reader of follow-ups.
 *
 * @param deps.list the do-not-call list, whose people are left out
 * @param deps.retentionDays how many days rows of batches are kept; 0: none is kept
 */
export function createFollowUps(deps: {
  store: Store
  contacts: Pick<Contacts, 'hash'>
  list: Pick<DoNotCall, 'find'>
  retentionDays: () => Promise<number>
  clock: Clock
}) {
  const { store, contacts, list, retentionDays, clock } = deps

  /** Sorted again only after rows, outcomes or the list have changed, because an open dialog asks every few seconds. */
  const sorted = createMemo(
    { clock, values: createMemoValues<readonly SortedRow[]>(maxRemembered, (rows) => rows.length + rowsBeside) },
    async ({ workspace, batchId }: { workspace: string; batchId: string }) => {
      const known = await store
        .selectFrom('known_batches')
        .select('complete')
        .where('batch_id', '=', batchId)
        .executeTakeFirst()
      return leaveOutListed(workspace, await readSortedRows(store, batchId, known?.complete === 1))
    },
  )

  async function leaveOutListed(workspace: string, rows: readonly SortedRow[]): Promise<SortedRow[]> {
    const numbers = rows.map(({ number }) => number)
    const hashes = await contacts.hash(numbers)
    const listed = new Set((await list.find(workspace, { numbers, hashes })).indexes)
    return rows.map((row, index) =>
      listed.has(index) ? { ...row, isListed: true, leftOut: row.leftOut ?? ('listed' as const) } : row,
    )
  }

  /**
   * @param workspace whose do-not-call list counts
   * @param outcomes the outcomes of the rows in the file; undefined: no file is written
   */
  return async function read(workspace: string, batchId: string, outcomes?: readonly CallOutcome[]): Promise<FollowUp> {
    const { total } = await readReportedRows(store, batchId)
    const rows = await sorted.value({ workspace, batchId })
    const chosen = rows.filter(
      (row) =>
        /* guard: left-out-people-are-not-called-again */ row.leftOut === null && outcomes?.includes(row.outcome),
    )
    const whole = outcomes && (await readWhole(store, batchId, chosen.toSorted(byPosition)))
    const count = (leftOut: SortedRow['leftOut']) => rows.filter((row) => row.leftOut === leftOut).length
    return {
      ...countRows(rows.filter(({ leftOut }) => leftOut !== 'open' && leftOut !== 'neverCalled')),
      open: count('open'),
      neverCalled: count('neverCalled'),
      seen: rows.length,
      total,
      areKept: rows.length > 0 || (await retentionDays()) > 0,
      file: whole ? { text: callRowsText(whole), rows: whole.length } : null,
    }
  }
}
