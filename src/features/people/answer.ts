/** Whether a number was called, as far as is known, and what to say to somebody who asks. Pure. */
import { localDayAndTimeText } from '#calling-hours/place-texts.ts'
import { offsetAt } from '#calling-hours/zone-clock.ts'
import type { CallOutcome, Person, PersonEntry } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

type EntryOf<Kind extends PersonEntry['kind']> = Extract<PersonEntry, { kind: Kind }>

export interface CallAnswer {
  /**
   * `live`: a call is in progress. `called`: at least once. `unknown`: a call was placed, and nobody knows whether it was made. `waiting`: a
   * batch has not called it yet. `included`: it is in a batch, and what became of its row is not known. `never`: none of these.
   */
  kind: 'live' | 'called' | 'unknown' | 'waiting' | 'included' | 'never'
  /** The calls that were made, the latest first. */
  calls: readonly EntryOf<'call'>[]
  /** Rows that wait to be called in batches that have not ended, as far as is known. */
  waiting: readonly EntryOf<'call'>[]
  /** Started batches with the number of which no call is known. */
  included: readonly EntryOf<'batch'>[]
  /** Batches that are prepared or wait for approval. */
  prepared: readonly EntryOf<'batch'>[]
  blocked: EntryOf<'do-not-call'> | null
  /** Whether a batch that has not ended may still call it. The service takes no number out of a batch, also if it is blocked. */
  mayBeCalled: boolean
  /** Whether everybody in the batches that were seen is known, and every entry is here: if not, a call may be missing. */
  isComplete: boolean
}

type Asked = Pick<Person, 'entries' | 'hasMore' | 'rows'>

export function answerOf({ entries, hasMore, rows }: Asked): CallAnswer {
  const all = entries.filter((entry) => entry.kind === 'call')
  const batches = entries.filter((entry) => entry.kind === 'batch')
  const calls = all.filter(({ state }) => state === 'live' || state === 'ended' || state === 'seen')
  const ended = new Set(batches.filter(({ hasEnded }) => hasEnded).map(({ batchId }) => batchId))
  // What became of a row that waited when it was last read, in a batch that has ended since, is not known.
  const known = all.filter(({ state, batchId }) => state !== 'waiting' || !ended.has(batchId))
  const waiting = known.filter(({ state }) => state === 'waiting')
  const knownBatches = new Set(known.map(({ batchId }) => batchId))
  const included = batches.filter(({ state, batchId }) => state === 'started' && !knownBatches.has(batchId))
  const kinds = [
    ['live', calls.some(({ state }) => state === 'live')],
    ['called', calls.length > 0],
    ['unknown', all.some(({ state }) => state === 'unknown')],
    ['waiting', waiting.length > 0],
    ['included', included.length > 0],
  ] as const
  return {
    kind: kinds.find(([, isSo]) => isSo)?.[0] ?? 'never',
    calls,
    waiting,
    included,
    prepared: batches.filter(({ state }) => state === 'held_back' || state === 'awaiting_approval'),
    blocked: entries.find((entry) => entry.kind === 'do-not-call') ?? null,
    mayBeCalled: waiting.length > 0 || included.some(({ hasEnded }) => !hasEnded),
    isComplete: !hasMore && rows !== null && rows.known >= rows.all,
  }
}

/** On how much an answer rests that is not a yes. @param hasOtherWorkspaces whether there are others than the operator's present one */
export function limitsOf({ hasMore, rows }: Asked, hasOtherWorkspaces: boolean): string {
  const people = rows && plural(rows.all, 'person', 'people')
  const unknown = rows ? rows.all - rows.known : 0
  const seen = !rows
    ? ''
    : rows.all === 0
      ? 'Switchboard has not seen the progress of any batch.'
      : unknown <= 0
        ? `Switchboard has seen batches with ${people}, and knows the number of everybody in them.`
        : `Switchboard has seen batches with ${people}, and does not know the numbers of ${unknown === rows.all ? 'any' : number(unknown)} of them, so a call may be missing.`
  return [
    seen,
    hasMore ? 'There are older entries, which are not shown, so an older call may be missing.' : '',
    `Calls placed outside Switchboard${hasOtherWorkspaces ? ' or seen in other workspaces' : ''} are not known here.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** "Sat 09:02" where the person is; '' if that is not known. @param at epoch ms */
export const theirTime = (zones: readonly string[], at: number): string =>
  localDayAndTimeText({ country: null, zones }, at)

/** What a call was, said to the person who was called. Nothing is said of a guess. */
const results: Readonly<Partial<Record<CallOutcome, string>>> = {
  mailbox: 'It reached a mailbox.',
  no_answer: 'Nobody answered.',
  busy: 'The line was busy.',
  failed: 'The call could not be connected.',
}

/**
 * What to say to the person who asks, in plain sentences.
 *
 * @param date writes out the date in a time zone; undefined: the operator's own
 */
export function readOut(
  { kind, calls, blocked, mayBeCalled, isComplete }: CallAnswer,
  zones: readonly string[],
  date: (at: number, zone: string | undefined) => string,
): string {
  const [last] = calls
  const isBlocked =
    blocked === null
      ? ''
      : mayBeCalled
        ? ' Your number is on our do-not-call list. A call that was planned before may still come.'
        : ' Your number is on our do-not-call list, so we do not call it any more.'
  if (kind === 'live') return `Our automated assistant is in a call with this number right now.${isBlocked}`
  if (!last || kind !== 'called') {
    const known: Readonly<Partial<Record<typeof kind, string>>> = {
      unknown: 'We tried to call this number, and I cannot see whether the call went through.',
      waiting: 'This number is on one of our call lists. I see no call to it yet.',
      included: mayBeCalled
        ? 'This number is on one of our call lists. I cannot see yet whether it was called.'
        : 'This number was on one of our call lists. I cannot see whether it was called.',
      never: isComplete
        ? 'We have no record of a call to this number.'
        : 'I see no call to this number, but I cannot see all of our calls, so I cannot rule one out.',
    }
    return (known[kind] ?? '') + isBlocked
  }
  const time = theirTime(zones, last.at).replace(/^\w+ /, '')
  const when = time === '' ? '' : `, at ${time} your time`
  const [zone] = zones.toSorted((one, other) => offsetAt(one, last.at) - offsetAt(other, last.at))
  const result = last.resultSource === 'transcript' || last.result === null ? '' : (results[last.result] ?? '')
  return `Our automated assistant called this number on ${date(last.at, time === '' ? undefined : zone)}${when}.${result && ` ${result}`}${isBlocked}`
}
