/**
 * People who asked for another call, or for a person, until somebody has called them. Read from the calls that were seen to end; the team's
 * work on them has a table of its own. Nothing here asks the service.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  type CallBack,
  type CallBackWork,
  type CallRetention,
  type callBackStates,
  type Operator,
  type openOutcomes,
  type Pagination,
  reachedOutcomes,
} from '#contract/index.ts'
import type { KeptLine } from '../calls/kept/kept-lines.ts'
import type { Core } from '../cluster/core.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { DoNotCall } from '../contacts/do-not-call.ts'
import { e164Of } from '../contacts/number-hash.ts'
import { listAsRows, rowsPerSlice } from '../contacts/slices.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { batchNames } from '../registry/batches.ts'
import { recordNames } from '../registry/group-names.ts'
import type { Registry } from '../registry/registry.ts'
import { wasPlaced } from '../registry/was-placed.ts'
import { dayMs, hourMs } from '../shared/clock.ts'
import { paginate } from '../shared/pagination.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import { countUpToLimit, maxCounted } from '../store/count.ts'
import type { Tables } from '../store/store.ts'
import { asksForCall } from '../store/tables/call-backs.ts'

const isDone = sql<boolean>`coalesce(w.state, '') = 'done'`

const present = ({ state, operator, operator_id, at, note }: Tables['call_backs']): CallBackWork => ({
  state,
  operator,
  operatorId: operator_id,
  at,
  note,
})

/** The workspace of a call, else that of its batch; '': not known. */
const workspaceOf = (
  call: 'f' | 'later' | 'earlier',
) => sql<string>`coalesce(nullif(${sql.ref(`${call}.workspace`)}, ''),
  (select b.workspace from known_batches as b where b.batch_id = ${sql.ref(`${call}.batch_id`)}), '')`

const notAskedFor = () => notFound('Nobody asks for another call in this one any more. Nothing was changed.')

const changedMeanwhile = (work: Pick<CallBackWork, 'operator' | 'state'> | undefined) =>
  refusal({
    status: 409,
    code: 'changed_meanwhile',
    message: work
      ? `${work.operator} has ${work.state === 'taken' ? 'taken this call-back' : 'marked this call-back as done'}. Nothing was changed.`
      : 'This call-back was given back meanwhile. Nothing was changed.',
  })

export type CallBacks = ReturnType<typeof createCallBacks>

export function createCallBacks(
  deps: Pick<Core, 'store' | 'workspaces' | 'clock'> & {
    recordAction: RecordAction
    registry: Pick<Registry, 'nameOf'>
    contacts: Pick<Contacts, 'hash'>
    doNotCall: Pick<DoNotCall, 'find'>
    /** How long a workspace keeps calls. */
    retention: (workspace: string) => Promise<CallRetention>
    /** The days of the workspace that keeps calls the longest. */
    retentionDays: () => Promise<number>
  },
) {
  const { store, recordAction, registry, contacts, doNotCall, retention, retentionDays, workspaces, clock } = deps

  /** Calls in which a person asked for another one, with what is kept of them. */
  const askedSince = (workspace: string, since: number) =>
    store
      .selectFrom('call_facts as f')
      .leftJoin('kept_calls as k', (join) =>
        join.onRef('k.room_name', '=', 'f.room_name').on('k.workspace', '=', workspace),
      )
      .leftJoin('batch_rows as r', (join) =>
        join.onRef('r.batch_id', '=', 'f.batch_id').onRef('r.job_id', '=', 'f.job_id'),
      )
      .where(sql<boolean>`f.${sql.raw(asksForCall)}`)
      .where('f.at', '>', since)
      .where(workspaceOf('f'), 'in', ['', workspace])
      .where('f.room_name', 'is not', null)

  /**
   * Calls in which a person asked for another one, with what was done about it. Those about which nothing was done are left out if a later
   * call has reached the person, or if somebody calls the person because of an earlier one, or has done so since.
   */
  const unansweredSince = (workspace: string, since: number) =>
    askedSince(workspace, since)
      .leftJoin('call_backs as w', 'w.room_name', 'f.room_name')
      .where((eb) => {
        const later = eb
          .selectFrom('call_facts as later')
          .select('later.id')
          .whereRef('later.person', '=', 'f.person')
          .whereRef('later.at', '>', 'f.at')
          .where(workspaceOf('later'), 'in', ['', workspace])
          .where('later.outcome', 'in', [...reachedOutcomes])
        const earlier = eb
          .selectFrom('call_facts as earlier')
          .innerJoin('call_backs as work', 'work.room_name', 'earlier.room_name')
          .select('earlier.id')
          .whereRef('earlier.person', '=', 'f.person')
          .whereRef('earlier.at', '<', 'f.at')
          .where(workspaceOf('earlier'), 'in', ['', workspace])
          .where(sql<boolean>`earlier.${sql.raw(asksForCall)}`)
          .where((work) =>
            work.or([
              work('work.state', '=', 'taken').and('earlier.at', '>', since),
              work('work.state', '=', 'done').and('work.at', '>', work.ref('f.at')),
            ]),
          )
        return eb.or([eb('w.state', 'is not', null), eb.not(eb.or([eb.exists(later), eb.exists(earlier)]))])
      })
  type Calls = ReturnType<typeof unansweredSince>

  /**
   * Which of them are of people who must not be called, also by another spelling of the number, the oldest first. Stops after so many
   * others. Other requests run between two slices.
   */
  async function findListed(workspace: string, calls: Calls, enough: number): Promise<string[]> {
    const listed: string[] = []
    let last = { at: 0, id: '' }
    for (let read = 0; read - listed.length < enough; ) {
      const slice = await calls
        .select(['f.id', 'f.at', 'f.person', 'k.phone', 'r.number'])
        .where('f.at', '>=', last.at)
        .where((eb) => eb.or([eb('f.at', '>', last.at), eb('f.id', '>', last.id)]))
        .orderBy('f.at')
        .orderBy('f.id')
        .limit(rowsPerSlice)
        .execute()
      const numbers = slice.map(({ phone, number }) => e164Of(phone || number) ?? '')
      // What is stored of the person may be the hash of another spelling. Nobody on the list has the hash ''.
      const ofNumbers = await contacts.hash(numbers)
      const hashes = slice.map(({ person }, index) => (numbers[index] ? ofNumbers[index] : person) ?? '')
      const { indexes } = await doNotCall.find(workspace, { numbers, hashes })
      listed.push(...indexes.flatMap((index) => slice[index]?.id ?? []))
      last = slice.at(-1) ?? last
      read += slice.length
      if (slice.length < rowsPerSlice) break
      await yieldToEventLoop()
    }
    return listed
  }

  /**
   * Those that are done, and the others whose person may be called.
   *
   * @param enough those that come after so many others may be of people who must not be called
   */
  async function callsIn(workspace: string, enough: number, narrow = (calls: Calls): Calls => calls) {
    const since = clock.now() - (await retention(workspace)).days * dayMs
    const calls = narrow(unansweredSince(workspace, since))
    const listed = await findListed(
      workspace,
      calls.where((eb) => eb.not(isDone)),
      enough,
    )
    return calls.where((eb) =>
      eb.or([isDone, sql<boolean>`f.id not in (select value from ${listAsRows(store, listed)})`]),
    )
  }

  /** A page of the list. */
  async function list(
    workspace: string,
    { state, page, limit }: { state?: 'open' | 'done' | undefined; page: number; limit: number },
  ): Promise<{ calls: CallBack[]; pagination: Pagination }> {
    const calls = await callsIn(workspace, Math.max(maxCounted, page * limit) + 1, (all) =>
      state === undefined ? all : all.where((eb) => (state === 'done' ? isDone : eb.not(isDone))),
    )
    const total = await countUpToLimit(store, calls.select('f.id'))
    const rows = await calls
      .select(['f.room_name', 'f.agent_id', 'f.batch_id', 'f.outcome', 'f.outcome_source', 'f.at'])
      .select([
        'f.outcome_line',
        'k.lines',
        'k.customer',
        'k.phone',
        'r.name',
        'r.number',
        wasPlaced('f.room_name').as('placed'),
      ])
      .select(['w.state', 'w.note', 'w.operator', 'w.operator_id', 'w.at as worked_at'])
      .orderBy(sql`case when w.state = 'done' then 1 else 0 end`)
      .orderBy(sql`case when w.state = 'done' then -w.at else f.at end`)
      .orderBy('f.id')
      .limit(limit + 1)
      .offset((page - 1) * limit)
      .execute()
    const shown = rows.slice(0, limit)
    const batches = await batchNames(store, [...new Set(shown.flatMap(({ batch_id }) => batch_id ?? []))])
    const agents = await recordNames(
      store,
      registry,
      'agent',
      shown.map(({ agent_id }) => agent_id),
    )
    return {
      calls: shown.map((row) => ({
        roomName: row.room_name ?? '',
        at: row.at,
        customerName: row.customer || row.name || '',
        phone: row.phone || row.number || '',
        outcome: row.outcome as (typeof openOutcomes)[number],
        source: row.outcome_source,
        line: lineIn(row.lines, row.outcome_line),
        agentName: agents.get(row.agent_id ?? '') ?? null,
        batchId: row.batch_id,
        batchName: batches.get(row.batch_id ?? '') ?? null,
        isPlaced: Boolean(row.placed),
        work: row.state === null ? null : present({ ...row, at: row.worked_at } as Tables['call_backs']),
      })),
      pagination: paginate(page, limit, total, rows.length > limit),
    }
  }

  const workOn = (roomName: string) =>
    store.selectFrom('call_backs').selectAll().where('room_name', '=', roomName).executeTakeFirst()

  /** Deletes what was done about calls that their workspace keeps no longer; if it is not known, that no workspace keeps any more. */
  async function deleteOld(): Promise<void> {
    for (const { id } of workspaces) {
      const old = clock.now() - (await retention(id)).days * dayMs
      await store
        .deleteFrom('call_backs')
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('call_facts as f')
              .select('f.id')
              .whereRef('f.room_name', '=', 'call_backs.room_name')
              .where('f.at', '<=', old)
              .where(workspaceOf('f'), '=', id),
          ),
        )
        .execute()
    }
    await store
      .deleteFrom('call_backs')
      .where('at', '<=', clock.now() - (await retentionDays()) * dayMs)
      .execute()
  }
  const deleteTimer = setInterval(() => void deleteOld().catch(() => {}), hourMs).unref()

  return {
    list,
    deleteOld,

    /**
     * Takes a call-back, gives it back or marks it as done. One statement compares it with what the operator saw, so that two people do not
     * call the same person.
     *
     * @param seenAt when what the operator saw was done; null: nobody had taken it
     * @returns what counts now; null: nobody has taken it
     * @throws Refusal 404; 409 `changed_meanwhile`; 503 `not_recorded`
     */
    async change(
      { workspace, roomName }: { workspace: string; roomName: string },
      { state, note, seenAt }: { state: (typeof callBackStates)[number]; note: string; seenAt: number | null },
      operator: Operator,
    ): Promise<CallBackWork | null> {
      const calls = await callsIn(workspace, 1, (all) => all.where('f.room_name', '=', roomName))
      // guard: call-back-is-asked-for
      if (!(await calls.select('f.id').executeTakeFirst())) throw notAskedFor()
      const ids = { workspaceId: workspace, roomName, state }
      return recordAction({ endpoint: 'callBackChange', ids, operator }, async () => {
        const before = await workOn(roomName)
        // A request that the browser repeats has its effect once.
        if (before?.operator_id === operator.id && before.state === state && before.note === note)
          return present(before)
        const at = Math.max(clock.now(), (seenAt ?? 0) + 1)
        const work = { note, operator_id: operator.id, operator: operator.name, at }
        const change =
          state === 'open'
            ? store.deleteFrom('call_backs').where('room_name', '=', roomName).where('at', '=', seenAt).returning('at')
            : seenAt === null
              ? store
                  .insertInto('call_backs')
                  .values({ room_name: roomName, state, ...work })
                  .onConflict((conflict) => conflict.doNothing())
                  .returning('at')
              : store
                  .updateTable('call_backs')
                  .set({ state, ...work })
                  .where('room_name', '=', roomName)
                  .where('at', /* guard: call-back-is-taken-once */ '=', seenAt)
                  .returning('at')
        const changed = await change.executeTakeFirst()
        const after = await workOn(roomName)
        if (!changed && (after || state !== 'open')) throw changedMeanwhile(after)
        return after ? present(after) : null
      })
    },

    close: (): void => clearInterval(deleteTimer),
  }
}

/** The text of a line; '' if the transcript does not have it. */
function lineIn(lines: string | null, index: number | null): string {
  if (lines === null || index === null) return ''
  return (JSON.parse(lines) as KeptLine[])[index]?.line.content ?? ''
}
