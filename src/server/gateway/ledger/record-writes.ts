/**
 * Settles commands whose outcome a reading can show, except decisions: stores the request until the outcome is known, reads the record
 * and compares the two (design: the ledger). A person settles what no reading shows.
 */
import type { ServiceCommandName } from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Clock } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import type { Store } from '../store/store.ts'
import { effectRows } from './effect-rows.ts'
import { settleUnknown } from './effects.ts'
import { fieldsOf, type Rule, ruleOf, type Write, type WriteRequest, writeOf, writeRows } from './evidence.ts'
import type { Rechecks, Subject } from './recheck.ts'
import { notChecked } from './refusals.ts'
import type { Outcome } from './types.ts'
import type { WriteQueue } from './write-queue.ts'

export type Writes = ReturnType<typeof createWrites>

export function createWrites(parts: {
  store: Store
  snapshots: Snapshots
  rechecks: Rechecks
  writeQueue: WriteQueue
  clock: Clock
}) {
  const { store, snapshots, rechecks, writeQueue, clock } = parts

  const deleteRequest = (effectId: string): Promise<void> =>
    writeQueue.write(async () => void (await store.deleteFrom('writes').where('effect_id', '=', effectId).execute()))

  const settle = async (write: Write): Promise<boolean> => {
    const { effectId, name, params } = write
    const isOver = await store.transaction().execute(async (store) => {
      const { state } = await effectRows(store).where('e.id', '=', effectId).executeTakeFirstOrThrow()
      if (state === 'sending') return false
      const reason = 'A later read of the service confirmed it.'
      await settleUnknown(store, effectId, { happened: true, reason, operator: null, at: clock.now() })
      await store.deleteFrom('writes').where('effect_id', '=', effectId).execute()
      return true
    })
    if (isOver) snapshots.invalidate(name as ServiceCommandName, params)
    return isOver
  }

  /** @param at when the outcome became unknown, epoch ms */
  const subjectOf = (write: Write, rule: Rule, at: number): Subject => ({
    effectId: write.effectId,
    at,
    read: { ...rule.read(write), workspace: write.workspace },
    who: { operator: write.operator, page: rule.page },
    shows: async (snapshot) => (await rule.answer(snapshot, write, store)) !== null,
    settle: () => settle(write),
  })

  rechecks.addSource(async (effectIds) => {
    const rows = await writeRows(store).select('h.at as since').where('e.id', 'in', effectIds).execute()
    return rows.flatMap((row) => {
      const rule = ruleOf(row.endpoint)
      return rule ? subjectOf(writeOf(row), rule, row.since) : []
    })
  })

  return {
    /** Returns a function that stores the request in the effect's transaction; undefined for commands that no reading settles. */
    record({ name, params, body, workspace }: WriteRequest) {
      if (!ruleOf(name)) return undefined
      const values = { params: JSON.stringify(params), body: JSON.stringify(body ?? null), workspace }
      return async (store: Store, effectId: string): Promise<void> => {
        await store
          .insertInto('writes')
          .values({ effect_id: effectId, ...values })
          .execute()
      }
    },

    /**
     * Reads the record at once, because the command's 2xx did not show that it was carried out.
     *
     * @returns the answer that the command should have had; null when the reading does not confirm it, or the service cannot be read
     */
    async readBack(effectId: string, request: WriteRequest, who: Requester): Promise<object | null> {
      const rule = ruleOf(request.name)
      if (!rule) return null
      const row = await effectRows(store)
        .where('e.id', '=', effectId)
        .executeTakeFirst()
        .catch(() => undefined)
      const write = {
        ...request,
        effectId,
        body: fieldsOf(request.body),
        operator: who.operator,
        recordedAt: row?.at ?? clock.now(),
      }
      const read = { ...rule.read(write), workspace: request.workspace }
      const snapshot = await snapshots.readFresh(read, 'commands', who, 0).catch(() => null)
      return snapshot && (await rule.answer(snapshot, write, store))
    },

    /**
     * Before a command is sent, reads the records that earlier unknown commands of the same kind may have changed.
     *
     * @returns the answer to an equal earlier command that is now confirmed; else null
     * @throws Refusal `not_checked` when an equal creation is unknown and the service cannot be read
     */
    async readEarlier({ name, params, body, workspace }: WriteRequest): Promise<object | null> {
      const rule = ruleOf(name)
      if (!rule) return null
      const rows = await writeRows(store).where('e.endpoint', '=', name).where('h.state', '=', 'unknown').execute()
      const writes = rows
        .map(writeOf)
        .filter((write) => JSON.stringify([write.params, write.workspace]) === JSON.stringify([params, workspace]))
      const isSame = (write: Write) => JSON.stringify(write.body) === JSON.stringify(fieldsOf(body))
      const isCreation = Object.keys(params).length === 0
      for (const write of writes.filter((one) => isSame(one) || !isCreation)) {
        const snapshot = await rechecks.checkNow(write.effectId)
        // Creating twice makes two records. Every other command may be repeated while the first is unknown.
        // guard: creation-is-checked-before-another
        if (!snapshot && isCreation) throw notChecked(write.effectId)
        const answer = snapshot && isSame(write) ? await rule.answer(snapshot, write, store) : null
        if (answer) return answer
      }
      return null
    },

    /** Call it when the command has ended. Schedules rechecks if the outcome is unknown; otherwise deletes the stored request. */
    async onEnded(effectId: string, request: WriteRequest, state: Outcome['state']): Promise<void> {
      const rule = ruleOf(request.name)
      if (!rule) return
      if (state !== 'unknown') return deleteRequest(effectId)
      const row = await writeRows(store).where('e.id', '=', effectId).executeTakeFirst()
      if (row) rechecks.add(subjectOf(writeOf(row), rule, clock.now()))
    },

    /** Call it when a person settled the effect. */
    forget: deleteRequest,

    /** Call it after a start. Deletes stored requests whose effect has ended. */
    async recover(): Promise<void> {
      const open = store.selectFrom('open_effects').select('effect_id')
      await writeQueue.write(
        async () => void (await store.deleteFrom('writes').where('effect_id', 'not in', open).execute()),
      )
    },
  }
}
