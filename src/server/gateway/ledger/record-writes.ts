/**
 * Settles commands whose outcome a read can show, except decisions: stores the request until the outcome is known, reads the record and
 * compares the two (design: the ledger). A person settles all other unknown commands.
 */
import type { ServiceCommandName } from '#contract/index.ts'
import type { Snapshot, Snapshots } from '../cache/cached-reads.ts'
import type { Clock } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import type { Store } from '../store/store.ts'
import { effectRows } from './effect-rows.ts'
import { settleUnknown } from './effects.ts'
import { type EvidenceRule, fieldsOf, ruleOf, type Write, type WriteRequest, writeOf, writeRows } from './evidence.ts'
import type { RecheckedEffect, Rechecks } from './recheck.ts'
import { notChecked } from './refusals.ts'
import type { Outcome } from './types.ts'
import type { WriteQueue } from './write-queue.ts'

export type Writes = ReturnType<typeof createWrites>

/** @param deps.onDone as `Command.onDone`, for commands that a read confirms */
export function createWrites(deps: {
  store: Store
  snapshots: Snapshots
  rechecks: Rechecks
  writeQueue: WriteQueue
  clock: Clock
  onDone: (store: Store, effectId: string, write: WriteRequest, answer: unknown) => Promise<void>
}) {
  const { store, snapshots, rechecks, writeQueue, clock, onDone } = deps

  const deleteRequest = (effectId: string): Promise<void> =>
    writeQueue.write(async () => void (await store.deleteFrom('writes').where('effect_id', '=', effectId).execute()))

  const settle = async (write: Write, rule: EvidenceRule, snapshot: Snapshot): Promise<boolean> => {
    const { effectId, name, params } = write
    const isSettled = await store.transaction().execute(async (store) => {
      const { state } = await effectRows(store).where('e.id', '=', effectId).executeTakeFirstOrThrow()
      if (state === 'sending') return false
      const answer = await rule.answer(snapshot, write, store)
      const reason = 'A later read of the service confirmed it.'
      const isNew = await settleUnknown(store, effectId, { happened: true, reason, operator: null, at: clock.now() })
      if (isNew) await onDone(store, effectId, write, answer)
      await store.deleteFrom('writes').where('effect_id', '=', effectId).execute()
      return true
    })
    if (isSettled) snapshots.invalidate(name as ServiceCommandName, params)
    return isSettled
  }

  /** @param unknownSince epoch ms */
  const recheckOf = (write: Write, rule: EvidenceRule, unknownSince: number): RecheckedEffect => ({
    effectId: write.effectId,
    unknownSince,
    read: { ...rule.read(write), workspace: write.workspace },
    requester: { operator: write.operator, page: rule.page, person: write.person },
    isProvedByAbsence: rule.isProvedByAbsence ?? false,
    isConfirmedBy: async (snapshot) => (await rule.answer(snapshot, write, store)) !== null,
    settle: (snapshot) => settle(write, rule, snapshot),
  })

  rechecks.addSource(async (effectIds) => {
    const rows = await writeRows(store).select('h.at as since').where('e.id', 'in', effectIds).execute()
    return rows.flatMap((row) => {
      const rule = ruleOf(row.endpoint)
      return rule ? recheckOf(writeOf(row), rule, row.since) : []
    })
  })

  return {
    /** Returns a function that stores the request in the effect's transaction; undefined for commands that no read can settle. */
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
     * @returns the answer that the command should have received; null if the read does not confirm it, or the service cannot be read
     */
    async readBack(effectId: string, request: WriteRequest, requester: Requester): Promise<object | null> {
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
        operator: requester.operator,
        person: requester.person,
        recordedAt: row?.at ?? clock.now(),
      }
      const read = { ...rule.read(write), workspace: request.workspace }
      const snapshot = await snapshots.readFresh(read, 'commands', requester, 0).catch(() => null)
      return snapshot && (await rule.answer(snapshot, write, store, true))
    },

    /**
     * Reads the records that earlier unknown commands of the same kind may have changed. Call before a command is sent.
     *
     * @returns the answer to an equal earlier command that is now confirmed; else null
     * @throws Refusal `not_checked` if the outcome of an identical creation is unknown and the service cannot be read
     */
    async recheckEarlierCommands({ name, params, body, workspace }: WriteRequest): Promise<object | null> {
      const rule = ruleOf(name)
      if (!rule) return null
      const rows = await writeRows(store).where('e.endpoint', '=', name).where('h.state', '=', 'unknown').execute()
      const writes = rows
        .map(writeOf)
        .filter((write) => JSON.stringify([write.params, write.workspace]) === JSON.stringify([params, workspace]))
      const isEqual = (write: Write) => JSON.stringify(write.body) === JSON.stringify(fieldsOf(body))
      const isCreation = Object.keys(params).length === 0
      for (const write of writes.filter((write) => isEqual(write) || !isCreation)) {
        const snapshot = await rechecks.checkNow(write.effectId)
        // A repeated creation makes a second record. Every other command may be repeated while the first is unknown.
        // guard: creation-is-checked-before-another
        if (!snapshot && isCreation) throw notChecked(write.effectId)
        const answer = snapshot && isEqual(write) ? await rule.answer(snapshot, write, store) : null
        if (answer) return answer
      }
      return null
    },

    /** Call when the command has ended. Schedules rechecks if the outcome is unknown; otherwise deletes the stored request. */
    async onEnded(effectId: string, request: WriteRequest, state: Outcome['state']): Promise<void> {
      const rule = ruleOf(request.name)
      if (!rule) return
      if (state !== 'unknown') return deleteRequest(effectId)
      const row = await writeRows(store).where('e.id', '=', effectId).executeTakeFirst()
      if (row) rechecks.add(recheckOf(writeOf(row), rule, clock.now()))
    },

    /** Call when a person has settled the effect. @param happened whether the command was carried out */
    async applySettlement(effectId: string, happened: boolean): Promise<void> {
      const row = happened ? await writeRows(store).where('e.id', '=', effectId).executeTakeFirst() : undefined
      // Nobody has seen the answer, so only what was sent is known of the record.
      if (row) await store.transaction().execute((store) => onDone(store, effectId, writeOf(row), {}))
      await deleteRequest(effectId)
    },

    /** Call at startup. Deletes stored requests whose effect has ended. */
    async recover(): Promise<void> {
      const open = store.selectFrom('open_effects').select('effect_id')
      await writeQueue.write(
        async () => void (await store.deleteFrom('writes').where('effect_id', 'not in', open).execute()),
      )
    },
  }
}
