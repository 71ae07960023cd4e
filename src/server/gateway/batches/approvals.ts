/**
 * Approvals: starts that wait for a second person. A request records the whole start: its people, fields and fingerprint. Nothing is sent
 * until someone else approves exactly that start. A request can also be declined or withdrawn, and expires after a week. Until then its
 * people count as held back (`contacts`), so other starts that include them are refused.
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
import { addExpiry } from '#server/database/dependencies.ts'
import { mayApprove, type SecondPersonRule } from '../calling-rules/second-person.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { UploadedFile } from '../http/parse.ts'
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
import { type Relation, relationsOf } from '../store/same-person.ts'
import type { Store } from '../store/store.ts'
import type { ApprovalTable } from '../store/tables/batches.ts'
import { previewOf } from './file-rows.ts'
import { startIds } from './launch-checks.ts'
import type { Launches } from './launches.ts'
import { overruledRules } from './overruled-rules.ts'
import { type SummarizedFields, startSummary } from './prepared-batches.ts'
import type { Launch, Started, StartRequest } from './starts.ts'

/** How long a request waits for approval, and how long a decided request stays listed. */
const approvalTtlMs = 7 * 24 * 3_600_000
const maxKeyLength = 200
/** A decided request needs no file. */
const noFile = { file: '', file_rows: null } as const

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

  /** @returns the CSV file, '' once the request is decided, and its row numbers */
  async function fileOf(approvalId: string): Promise<Pick<ApprovalTable, 'file' | 'file_rows'>> {
    const row = await store
      .selectFrom('approvals')
      .select(['file', 'file_rows'])
      .where('effect_id', '=', approvalId)
      .executeTakeFirst()
    return row ?? noFile
  }

  /** @throws Refusal 404 */
  async function find(approvalId: string) {
    await sweep()
    const row = await selectRows().where('a.effect_id', '=', approvalId).executeTakeFirst()
    if (!row) throw notWaiting()
    return row
  }

  function present(
    row: Omit<ApprovalTable, 'file' | 'file_rows' | 'target'> & { batch_id: string | null },
    relation: Relation,
  ): Approval {
    const { told: summary, ...fields } = JSON.parse(row.fields) as SummarizedFields<LaunchFields>
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
      ...relation,
      at: row.at,
      until: row.until,
      scheduledAt: fields.scheduledAt ? Date.parse(fields.scheduledAt) : null,
      ...summary,
      hours: batchHoursIn(fields.hours),
      overruled: overruledRules(fields),
      problem: row.problem,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at,
      reason: row.reason,
      batchId: row.batch_id,
    }
  }

  const relationTo = async ({ operator_id }: Pick<ApprovalTable, 'operator_id'>, { id }: Pick<Operator, 'id'>) =>
    (await relationsOf(store, id, [operator_id]))(operator_id)

  async function findFor(approvalId: string, operator: Pick<Operator, 'id'>): Promise<Approval> {
    const row = await find(approvalId)
    return present(row, await relationTo(row, operator))
  }

  /**
   * Records a start that waits for a second person. A repeat with the same key returns the recorded request.
   *
   * @throws Refusal any refusal of a start before it is recorded; 409 if no approval is needed, nobody can give it, or the same
   *   recipients already wait; 423 while all changes are stopped; 503 if it cannot be recorded
   */
  async function request(launch: Launch<UploadedFile>): Promise<Approval> {
    const { fields, key: idempotencyKey, operator, workspace } = launch
    if (!idempotencyKey || idempotencyKey.length > maxKeyLength) throw keyRequired()
    const key = ledger.hash(operator.id, idempotencyKey)
    const body = ledger.hash('approvalAsk', JSON.stringify(fields), launch.file.digest)
    const findRepeat = async () => {
      const effect = await store.selectFrom('effects').select(['id', 'body']).where('key', '=', key).executeTakeFirst()
      if (effect && effect.body !== body) throw keyReused()
      return effect && findFor(effect.id, operator)
    }
    const repeated = await findRepeat()
    if (repeated) return repeated
    const stopped = stopSwitch.refusalOf('batchStart')
    if (stopped) throw stopped
    const { people, fingerprint, target, check, checkInTransaction, text } = await launches.prepareForApproval(launch)
    await check()
    await secondPerson.assertMayRequest(people.hashes, workspace, operator)
    const at = clock.now()
    const until = Math.min(at + approvalTtlMs, fields.scheduledAt ? Date.parse(fields.scheduledAt) : Infinity)
    const id = randomUUID()
    const list = { hashes: people.hashes }
    const record = async (store: Store) => {
      const effect = {
        id,
        endpoint: 'approvalAsk',
        ids: JSON.stringify(startIds(fields, fingerprint)),
        target: null,
        key,
        body,
        operator_id: operator.id,
        operator: operator.name,
        at,
      }
      await insertEffect(store, effect, { state: 'done' })
      await checkInTransaction(store)
      // `checkInTransaction` makes sure that no other request is recorded in between.
      const duplicate = await store
        .selectFrom('approvals')
        .select('operator')
        .where('target', '=', target)
        .where('state', '=', 'waiting')
        .where('until', '>=', at)
        .executeTakeFirst()
      if (duplicate) throw alreadyRequested(duplicate.operator)
      await contacts.addAwaitingApproval(store, id, list, until)
      await store
        .insertInto('approvals')
        .values({
          effect_id: id,
          workspace,
          target,
          print: fingerprint,
          fields: JSON.stringify({ ...fields, told: startSummary(fields, people.recipients) }),
          file: text,
          file_rows: launch.fileRows ?? null,
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
    }
    try {
      await contacts.writeBefore([list], () => store.transaction().execute(record))
    } catch (error) {
      if (error instanceof Refusal) throw error
      // A simultaneous request with the same key may have been recorded first.
      const simultaneous = await findRepeat().catch((repeatError: unknown) =>
        repeatError instanceof Refusal ? Promise.reject(repeatError) : undefined,
      )
      if (simultaneous) return simultaneous
      throw notRecorded()
    }
    return findFor(id, operator)
  }

  /**
   * Approves a request and starts its batch, with all checks again. If the start is refused, the request keeps waiting and shows why.
   *
   * @param recipients the fingerprint that the second person saw
   * @throws Refusal 403 for the operator's own request, 409 for another fingerprint or if it is already decided, and any refusal of a
   *   start
   */
  async function start(approvalId: string, recipients: string, startRequest: StartRequest): Promise<Started> {
    const { operator, key } = startRequest
    if (!key) throw keyRequired()
    const row = await find(approvalId)
    const { isOwn, matching } = await relationTo(row, operator)
    // guard: nobody-approves-their-own
    if (isOwn) throw ownApproval()
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
    const repeated = await ledger.findAnswer({ ...requester, roles: [] }, startKey)
    if (repeated) return repeated.answer as Started
    if (row.state !== 'waiting') throw alreadyDecided()
    const stopped = stopSwitch.refusalOf('batchStart')
    if (stopped) throw stopped
    const requesterAccount = (await secondPerson.approvers()).find(({ id }) => id === requester.id)
    const { told: _, ...fields } = JSON.parse(row.fields) as SummarizedFields<LaunchFields>
    try {
      if (!requesterAccount || !mayApprove(requesterAccount)) throw requesterMayNotStart(requester.name)
      const outcome = await recordAction(
        {
          endpoint: 'approvalStart',
          ids: { approvalId, recipients, ...(matching.length > 0 && { matching: matching.join(' ') }) },
          operator,
        },
        async () => {
          const { file, file_rows: fileRows } = await fileOf(approvalId)
          const started = launches.start(
            {
              ...startRequest,
              fields,
              file: Buffer.from(file),
              fileRows,
              key: startKey,
              operator: requesterAccount,
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

  /** Claims a request in the transaction of its start, so that only one of two people starts it. */
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
          ? ({ state: 'approved', ...noFile } as const)
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
      .set({ state, ...noFile, problem: null, decided_by: operator.name, decided_at: clock.now(), reason })
      .where('effect_id', '=', approvalId)
      .where('state', '=', 'waiting')
      .where('start_id', 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) throw alreadyDecided()
    await contacts.recordNobodyCalled(approvalId)
    contacts.sweep()
    return findFor(approvalId, operator)
  }

  /** Expires overdue requests and deletes old decided ones. A failed write is ignored: the next sweep repeats it. */
  async function sweep(): Promise<void> {
    const now = clock.now()
    const deleteExpired = async () => {
      await store
        .updateTable('approvals')
        .set({ state: 'expired', ...noFile })
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

  const allRows = createMemo(deps, async () => {
    const readRows = () => selectRows().orderBy('a.at').execute()
    let rows = await readRows()
    if (rows.some((row) => endsAt(row) < clock.now())) {
      await sweep()
      rows = await readRows()
    }
    for (const row of rows) addExpiry(steadyOf(clock, endsAt(row)) + 1)
    return rows
  })

  async function list(operator: Pick<Operator, 'id'>): Promise<Approval[]> {
    const rows = await allRows.value(null)
    const requesters = rows.map(({ operator_id }) => operator_id)
    const relation = await relationsOf(store, operator.id, requesters)
    return rows.map((row) => present(row, relation(row.operator_id)))
  }

  return {
    request,
    start,
    list,

    /** @returns exactly what would start @throws Refusal 404 */
    async show(approvalId: string, operator: Pick<Operator, 'id'>): Promise<ApprovalDetails> {
      const approval = (await list(operator)).find((one) => one.approvalId === approvalId)
      if (!approval) throw notWaiting()
      return { ...approval, ...previewOf(await fileOf(approvalId), approval.calls) }
    },

    /** @throws Refusal 403 for the operator's own request, 409 if it is already decided */
    async decline(approvalId: string, reason: string, operator: Operator): Promise<Approval> {
      const row = await find(approvalId)
      if ((await relationTo(row, operator)).isOwn) throw ownApproval()
      const ids = { approvalId, recipients: row.print }
      return recordAction({ endpoint: 'approvalDecline', ids, operator, reason }, () =>
        decide(approvalId, 'declined', operator, reason),
      )
    },

    /** @throws Refusal 403 for another operator's request, 409 if it is already decided */
    async withdraw(approvalId: string, operator: Operator): Promise<Approval> {
      const row = await find(approvalId)
      if (!(await relationTo(row, operator)).isOwn)
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
    async listWaitingForAgent(agentId: string, operator: Operator): Promise<Approval[]> {
      return (await list(operator)).filter((approval) => approval.agentId === agentId && approval.state === 'waiting')
    },

    /** @returns how many requests this operator can approve now */
    async countApprovable(operator: Operator): Promise<number> {
      if (!mayApprove(operator)) return 0
      return (await list(operator)).filter(({ state, isOwn }) => state === 'waiting' && !isOwn).length
    },

    /** Applies the settlement of a start with an unknown outcome. */
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

/** Whether a retry would be refused again, by a rule or because of the request itself. A spent budget, for example, is temporary. */
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
