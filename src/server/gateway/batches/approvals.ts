/**
 * Approvals: starts that wait for a second person. A request records the whole start: its people, fields and fingerprint. Nothing is
 * sent until someone else approves exactly that start. A request can also be declined or withdrawn, and expires after a week. Until
 * then its people count as held back (`contacts`), so other starts that include them are refused. Longer than 300 lines, to keep every
 * change to the state of a request in one file.
 */

import { randomUUID } from 'node:crypto'
import {
  type Approval,
  type ApprovalDetails,
  batchHoursIn,
  type LaunchFields,
  type Operator,
  Refusal,
} from '#contract/index.ts'
import { type Recipient, readRecipients } from '#recipients/read.ts'
import { addExpiry } from '#server/database/dependencies.ts'
import { mayApprove, type SecondPersonRule } from '../calling-rules/second-person.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { effectRows } from '../ledger/effect-rows.ts'
import { insertEffect } from '../ledger/history.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { keyRequired, keyReused, notRecorded } from '../ledger/refusals.ts'
import type { StopSwitch } from '../ledger/stop-switch.ts'
import type { Outcome } from '../ledger/types.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import type { Registry } from '../registry/registry.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import { createMemo } from '../shared/memo.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { ApprovalTable, Store } from '../store/store.ts'
import { startIds } from './launch-checks.ts'
import type { Launches } from './launches.ts'
import { overruledRules } from './overruled.ts'
import { type StartSummary, startSummary } from './prepared-batches.ts'
import type { Launch, Started, StartRequest } from './starts.ts'

/** How long a request waits for approval, and how long a decided one stays listed. */
const approvalTtlMs = 7 * 24 * 3_600_000
/** The second person sees this many rows from the start and the end of the file. */
const rowsShown = 3

const alreadyDecided = () =>
  refusal({
    status: 409,
    code: 'already_done',
    message: 'Someone has just decided on this start. Nothing more was sent. Check the list of batches.',
  })
const ownApproval = () =>
  refusal({
    status: 403,
    code: 'own_approval',
    message: 'You requested this start, so someone else has to decide on it. Nothing was sent. You can withdraw it.',
  })

const notWaiting = () => notFound('This start is no longer waiting for approval.')

/** @returns when a row expires or is deleted, epoch ms */
const endsAt = ({
  state,
  start_id,
  until,
  decided_at,
}: Pick<ApprovalTable, 'state' | 'start_id' | 'until' | 'decided_at'>): number =>
  state === 'waiting' ? (start_id === null ? until : Infinity) : (decided_at ?? until) + approvalTtlMs

export type Approvals = ReturnType<typeof createApprovals>

export function createApprovals(deps: {
  store: Store
  ledger: Ledger
  launches: Launches
  contacts: Contacts
  secondPerson: SecondPersonRule
  registry: Registry
  stopSwitch: StopSwitch
  recordAction: RecordAction
  writeQueue: WriteQueue
  clock: Clock
}) {
  const { store, ledger, launches, contacts, secondPerson, registry, stopSwitch, recordAction, writeQueue, clock } =
    deps

  /** Leaves out the files, because pages read the list every few seconds. */
  function selectRows() {
    return store
      .selectFrom('approvals as a')
      .leftJoin('known_batches as b', 'b.effect_id', 'a.start_id')
      .select(['a.effect_id', 'a.workspace', 'a.print', 'a.fields', 'a.calls', 'a.operator_id', 'a.operator', 'a.at'])
      .select(['a.until', 'a.state', 'a.start_id', 'a.problem', 'a.decided_by', 'a.decided_at', 'a.reason'])
      .select('b.batch_id')
  }

  /** @returns the CSV file; '' once the request is decided */
  async function fileOf(approvalId: string): Promise<string> {
    const row = await store
      .selectFrom('approvals')
      .select('file')
      .where('effect_id', '=', approvalId)
      .executeTakeFirst()
    return row?.file ?? ''
  }

  /** @throws Refusal 404 */
  async function find(approvalId: string) {
    await sweep()
    const row = await selectRows().where('a.effect_id', '=', approvalId).executeTakeFirst()
    if (!row) throw notWaiting()
    return row
  }

  function present(
    row: Omit<ApprovalTable, 'file' | 'target'> & { batch_id: string | null },
    { id }: Pick<Operator, 'id'>,
  ): Approval {
    const { told, ...fields } = JSON.parse(row.fields) as LaunchFields & { told: StartSummary }
    return {
      approvalId: row.effect_id,
      state: row.state === 'waiting' && row.start_id !== null ? 'starting' : row.state,
      name: fields.name,
      agentId: fields.agentId,
      agentName: registry.nameOf('agent', fields.agentId) || null,
      calls: row.calls,
      firstTen: fields.first === '10',
      recipients: row.print,
      operator: row.operator,
      isOwn: row.operator_id === id,
      at: row.at,
      until: row.until,
      scheduledAt: fields.scheduledAt ? Date.parse(fields.scheduledAt) : null,
      ...told,
      hours: batchHoursIn(fields.hours),
      overruled: overruledRules(fields),
      problem: row.problem,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at,
      reason: row.reason,
      batchId: row.batch_id,
    }
  }

  /**
   * Records a start that waits for a second person. A repeat with the same key returns the recorded request.
   *
   * @throws Refusal any refusal of a start before it is recorded; 409 if no approval is needed, nobody can give it, or the same
   *   recipients already wait; 423 while all changes are stopped; 503 if it cannot be recorded
   */
  async function request(launch: Launch): Promise<Approval> {
    const { fields, key: given, operator, workspace } = launch
    if (!given || given.length > 200) throw keyRequired()
    const key = ledger.hash(operator.id, given)
    const body = ledger.hash('approvalAsk', JSON.stringify(fields), launch.file)
    const findRepeat = async () => {
      const before = await store.selectFrom('effects').select(['id', 'body']).where('key', '=', key).executeTakeFirst()
      if (before && before.body !== body) throw keyReused()
      return before && present(await find(before.id), operator)
    }
    const before = await findRepeat()
    if (before) return before
    const stopped = stopSwitch.refusalOf('batchStart')
    if (stopped) throw stopped
    const { people, print, target, admit, admitInRecord, text } = await launches.prepare(launch)
    await admit()
    await secondPerson.assertMayRequest(people.recipients.length, workspace, operator)
    const at = clock.now()
    const scheduled = fields.scheduledAt ? Date.parse(fields.scheduledAt) : Number.POSITIVE_INFINITY
    const until = Math.min(at + approvalTtlMs, scheduled)
    const id = randomUUID()
    try {
      await store.transaction().execute(async (store) => {
        const effect = {
          id,
          endpoint: 'approvalAsk',
          ids: JSON.stringify(startIds(fields, print)),
          target: null,
          key,
          body,
        }
        await insertEffect(
          store,
          { ...effect, operator_id: operator.id, operator: operator.name, at },
          { state: 'done' },
        )
        await admitInRecord(store)
        // `admitInRecord` has made sure that no other request is recorded in between.
        const same = await store
          .selectFrom('approvals')
          .select('operator')
          .where('target', '=', target)
          .where('state', '=', 'waiting')
          .where('until', '>=', at)
          .executeTakeFirst()
        if (same) throw alreadyRequested(same.operator)
        await contacts.addAwaitingApproval(store, id, people.hashes, until)
        await store
          .insertInto('approvals')
          .values({
            effect_id: id,
            workspace,
            target,
            print,
            fields: JSON.stringify({ ...fields, told: startSummary(fields, people.recipients) }),
            file: text,
            calls: people.recipients.length,
            operator_id: operator.id,
            operator: operator.name,
            at,
            until,
            state: 'waiting',
            start_id: null,
            problem: null,
            decided_by: null,
            decided_at: null,
            reason: null,
          })
          .execute()
      })
    } catch (error) {
      if (error instanceof Refusal) throw error
      // The same click twice: the other one was a moment earlier.
      const other = await findRepeat().catch((again: unknown) =>
        again instanceof Refusal ? Promise.reject(again) : undefined,
      )
      if (other) return other
      throw notRecorded()
    }
    return present(await find(id), operator)
  }

  /**
   * Approves a request and starts its batch, with all checks again. If the start is refused, the request keeps waiting and shows why.
   *
   * @param recipients the fingerprint that the second person saw
   * @throws Refusal 403 for the operator's own request, 409 for another fingerprint or if it is already decided, and any refusal of a
   *   start
   */
  async function start(approvalId: string, recipients: string, asked: StartRequest): Promise<Started> {
    const { operator, key } = asked
    if (!key) throw keyRequired()
    const row = await find(approvalId)
    // guard: nobody-approves-their-own
    if (row.operator_id === operator.id) throw ownApproval()
    // guard: approval-is-of-one-fingerprint
    if (recipients !== row.print)
      throw refusal({
        status: 409,
        code: 'other_recipients',
        message:
          'The people in this batch have changed since you opened it, so it was not approved. Nothing was sent. Open the request again.',
      })
    const requester = { id: row.operator_id, name: row.operator }
    const startKey = `approval/${approvalId}/${ledger.hash(operator.id, key)}`
    const before = await ledger.findAnswer({ ...requester, roles: [] }, startKey)
    if (before) return before.answer as Started
    if (row.state !== 'waiting') throw alreadyDecided()
    const stopped = stopSwitch.refusalOf('batchStart')
    if (stopped) throw stopped
    const known = (await secondPerson.approvers()).find(({ id }) => id === requester.id)
    const { told: _, ...fields } = JSON.parse(row.fields) as LaunchFields & { told: StartSummary }
    try {
      if (!known || !mayApprove(known)) throw requesterMayNotStart(requester.name)
      const outcome = await recordAction(
        { endpoint: 'approvalStart', ids: { approvalId, recipients }, operator },
        async () => {
          const started = launches.start(
            {
              ...asked,
              fields,
              file: Buffer.from(await fileOf(approvalId)),
              key: startKey,
              operator: known,
              workspace: row.workspace,
            },
            {
              approvalId,
              approvedBy: operator.id,
              claim: (store, startId) => claim(store, approvalId, startId, operator),
              onEnded: (startId, state) => onStartEnded(startId, state),
            },
          )
          // The audit records the approval even if the service does not confirm the start.
          return started.catch((error: unknown) => {
            if (error instanceof Refusal && error.data.sent === 'unknown') return error
            throw error
          })
        },
      )
      if (outcome instanceof Refusal) throw outcome
      return outcome
    } catch (error) {
      if (error instanceof Refusal && isLastingProblem(error))
        await writeQueue.write(() => setProblem(approvalId, error.message))
      throw error
    }
  }

  /** Runs in the transaction of the start, so that only one of two people starts it. */
  async function claim(store: Store, approvalId: string, startId: string, { name }: Operator): Promise<void> {
    const { numUpdatedRows } = await store
      .updateTable('approvals')
      .set({ start_id: startId, problem: null, decided_by: name, decided_at: clock.now() })
      .where('effect_id', '=', approvalId)
      .where('state', '=', 'waiting')
      .where('start_id', 'is', null)
      .executeTakeFirst()
    // guard: approval-starts-once
    if (Number(numUpdatedRows) === 0) throw alreadyDecided()
  }

  /** Records how a start ended. An unknown outcome stays open until someone settles it. */
  async function onStartEnded(startId: string, state: Outcome['state']): Promise<void> {
    if (state === 'unknown') return
    const row = await store
      .selectFrom('approvals')
      .select('effect_id')
      .where('start_id', '=', startId)
      .executeTakeFirst()
    if (!row) return
    await writeQueue.write(async () => {
      const values =
        state === 'done'
          ? ({ state: 'approved', file: '' } as const)
          : { start_id: null, decided_by: null, decided_at: null }
      await store.updateTable('approvals').set(values).where('start_id', '=', startId).execute()
    })
    if (state === 'done') await contacts.recordNobodyCalled(row.effect_id)
  }

  async function setProblem(approvalId: string, problem: string): Promise<void> {
    await store
      .updateTable('approvals')
      .set({ problem })
      .where('effect_id', '=', approvalId)
      .where('state', '=', 'waiting')
      .execute()
  }

  /** Declines or withdraws a waiting request. @throws Refusal 409 if someone has just decided */
  async function decide(
    approvalId: string,
    state: 'declined' | 'withdrawn',
    operator: Operator,
    reason: string | null,
  ): Promise<Approval> {
    const { numUpdatedRows } = await store
      .updateTable('approvals')
      .set({ state, file: '', problem: null, decided_by: operator.name, decided_at: clock.now(), reason })
      .where('effect_id', '=', approvalId)
      .where('state', '=', 'waiting')
      .where('start_id', 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) throw alreadyDecided()
    await contacts.recordNobodyCalled(approvalId)
    contacts.sweep()
    return present(await find(approvalId), operator)
  }

  /** Expires overdue requests and deletes old decided ones. A failed write is ignored: the next sweep repeats it. */
  async function sweep(): Promise<void> {
    const now = clock.now()
    const deleteExpired = async () => {
      await store
        .updateTable('approvals')
        .set({ state: 'expired', file: '' })
        .where('state', '=', 'waiting')
        .where('start_id', 'is', null)
        .where('until', '<', now)
        .execute()
      await store
        .deleteFrom('approvals')
        .where('state', '!=', 'waiting')
        .where((eb) => eb(eb.fn.coalesce('decided_at', 'until'), '<', now - approvalTtlMs))
        .execute()
    }
    await deleteExpired().catch(() => {})
  }

  const all = createMemo(deps, async () => {
    const read = () => selectRows().orderBy('a.at').execute()
    let found = await read()
    if (found.some((row) => endsAt(row) < clock.now())) {
      await sweep()
      found = await read()
    }
    for (const row of found) addExpiry(steadyOf(clock, endsAt(row)) + 1)
    return found
  })

  async function list(operator: Pick<Operator, 'id'>): Promise<Approval[]> {
    return (await all.value(null)).map((row) => present(row, operator))
  }

  return {
    request,
    start,
    list,

    /** @returns exactly what would start @throws Refusal 404 */
    async show(approvalId: string, operator: Pick<Operator, 'id'>): Promise<ApprovalDetails> {
      const row = (await all.value(null)).find(({ effect_id }) => effect_id === approvalId)
      if (!row) throw notWaiting()
      const file = await fileOf(approvalId)
      const read = file === '' ? undefined : readRecipients(Buffer.from(file), { strict: true })
      const { names, recipients } = read?.ok ? read.file : { names: [], recipients: [] }
      const columns = names.flatMap((name) => name ?? [])
      const shown = ({ row, phone_number, values }: Recipient) => ({
        row,
        cells: columns.map((name) => (name === 'phone_number' ? phone_number : (values[name] ?? ''))),
      })
      const first = recipients.slice(0, rowsShown)
      const last = recipients.slice(Math.max(rowsShown, recipients.length - rowsShown))
      return { ...present(row, operator), columns, first: first.map(shown), last: last.map(shown) }
    },

    /** @throws Refusal 403 for the operator's own request, 409 if it is already decided */
    async decline(approvalId: string, reason: string, operator: Operator): Promise<Approval> {
      const { operator_id, print } = await find(approvalId)
      if (operator_id === operator.id) throw ownApproval()
      const ids = { approvalId, recipients: print }
      return recordAction({ endpoint: 'approvalDecline', ids, operator, reason }, () =>
        decide(approvalId, 'declined', operator, reason),
      )
    },

    /** @throws Refusal 403 for another operator's request, 409 if it is already decided */
    async withdraw(approvalId: string, operator: Operator): Promise<Approval> {
      const row = await find(approvalId)
      if (row.operator_id !== operator.id)
        throw refusal({
          status: 403,
          code: 'not_yours',
          message: `${row.operator} requested this start, so only they can withdraw it. Nothing was changed. You can decline it.`,
        })
      return recordAction({ endpoint: 'approvalWithdraw', ids: { approvalId, recipients: row.print }, operator }, () =>
        decide(approvalId, 'withdrawn', operator, null),
      )
    },

    /** @returns the waiting requests that use an agent, oldest first */
    async waitingWith(agentId: string, operator: Operator): Promise<Approval[]> {
      return (await list(operator)).filter((one) => one.agentId === agentId && one.state === 'waiting')
    },

    /** @returns how many requests this operator can approve now */
    async waitingFor(operator: Operator): Promise<number> {
      if (!mayApprove(operator)) return 0
      return (await list(operator)).filter(({ state, isOwn }) => state === 'waiting' && !isOwn).length
    },

    /** Someone settled the unknown outcome of a start. */
    applySettlement: (startId: string, happened: boolean): Promise<void> =>
      onStartEnded(startId, happened ? 'done' : 'refused'),

    /** Catches up on starts whose end was recorded in the ledger just before the process died. Call once, at startup. */
    async recover(): Promise<void> {
      const interrupted = await effectRows(store)
        .innerJoin('approvals as a', 'a.start_id', 'e.id')
        .where('a.state', '=', 'waiting')
        .clearSelect()
        .select(['e.id', 'h.state', 'h.happened'])
        .execute()
      for (const { id, state, happened } of interrupted) {
        if (state === 'done' || happened === 1) await onStartEnded(id, 'done')
        if (state === 'refused' || happened === 0) await onStartEnded(id, 'refused')
      }
    },
  }
}

/** Whether a retry would be refused again: by a rule, or because of the request itself. A spent budget, for example, passes. */
const isLastingProblem = ({ status, code, data }: Refusal): boolean =>
  data.sent === 'no' && (status === 400 || status === 409) && code !== 'already_done'

const alreadyRequested = (operator: string): Refusal =>
  refusal({
    status: 409,
    code: 'already_under_way',
    message: `${operator} has already requested approval to call these people with this agent. Nothing more was sent. Check the list of batches.`,
  })

const requesterMayNotStart = (operator: string): Refusal =>
  refusal({
    status: 409,
    code: 'asker_gone',
    message: `${operator}, who requested this start, can no longer start batches. Nothing was sent. Decline it, and start the batch yourself if it is still needed.`,
  })
