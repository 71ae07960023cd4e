/**
 * Commands whose outcome a reading can show, other than decisions: what was sent is kept until the outcome is known, the thing is
 * read and compared, and a person decides about what no reading shows (design: the ledger).
 */

import type { ServiceCommandName } from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Clock } from '../shared/clock.ts'
import type { Who } from '../shared/who.ts'
import type { Store } from '../store/store.ts'
import { effectRows } from './effect-rows.ts'
import { settleUnknown } from './effects.ts'
import { type Asked, fieldsOf, type Rule, ruleOf, type Write, writeOf, writeRows } from './evidence.ts'
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

  const forget = (effectId: string): Promise<void> =>
    writeQueue.write(async () => void (await store.deleteFrom('writes').where('effect_id', '=', effectId).execute()))

  const settle = async (write: Write): Promise<boolean> => {
    const { effectId, name, params } = write
    const isOver = await store.transaction().execute(async (store) => {
      const { state } = await effectRows(store).where('e.id', '=', effectId).executeTakeFirstOrThrow()
      if (state === 'sending') return false
      const reason = 'The service shows it.'
      await settleUnknown(store, effectId, { happened: true, reason, operator: null, at: clock.now() })
      await store.deleteFrom('writes').where('effect_id', '=', effectId).execute()
      return true
    })
    if (isOver) snapshots.makeOld(name as ServiceCommandName, params)
    return isOver
  }

  /** @param at epoch ms: since when it is unknown */
  const subjectOf = (write: Write, rule: Rule, at: number): Subject => ({
    effectId: write.effectId,
    at,
    read: { ...rule.read(write), workspace: write.workspace },
    who: { operator: write.operator, page: rule.page },
    shows: async (snapshot) => (await rule.answer(snapshot, write, store)) !== null,
    settle: () => settle(write),
  })

  rechecks.findIn(async (effectIds) => {
    const rows = await writeRows(store).select('h.at as since').where('e.id', 'in', effectIds).execute()
    return rows.flatMap((row) => {
      const rule = ruleOf(row.endpoint)
      return rule ? subjectOf(writeOf(row), rule, row.since) : []
    })
  })

  return {
    /** What is to stand beside the effect's record; undefined for commands that no reading settles. */
    record({ name, params, body, workspace }: Asked) {
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
     * Reads back at once what a command may have changed, because its 2xx did not show it.
     *
     * @returns the answer that the command should have had; null: the service does not show that it was carried out, or cannot be read
     */
    async readBack(effectId: string, asked: Asked, who: Who): Promise<object | null> {
      const rule = ruleOf(asked.name)
      if (!rule) return null
      const row = await effectRows(store)
        .where('e.id', '=', effectId)
        .executeTakeFirst()
        .catch(() => undefined)
      const write = {
        ...asked,
        effectId,
        body: fieldsOf(asked.body),
        operator: who.operator,
        began: row?.at ?? clock.now(),
      }
      const read = { ...rule.read(write), workspace: asked.workspace }
      const snapshot = await snapshots.fresh(read, 'commands', who, 0).catch(() => null)
      return snapshot && (await rule.answer(snapshot, write, store))
    },

    /**
     * Reads again, before the same thing is asked for once more, what an earlier unknown command may have changed.
     *
     * @returns the answer of an earlier one that asked for exactly this and is now known to have been carried out; else null
     * @throws Refusal `not_checked` when an equal creation is unknown and the service cannot be read
     */
    async readFirst({ name, params, body, workspace }: Asked): Promise<object | null> {
      const rule = ruleOf(name)
      if (!rule) return null
      const rows = await writeRows(store).where('e.endpoint', '=', name).where('h.state', '=', 'unknown').execute()
      const writes = rows
        .map(writeOf)
        .filter((write) => JSON.stringify([write.params, write.workspace]) === JSON.stringify([params, workspace]))
      const same = (write: Write) => JSON.stringify(write.body) === JSON.stringify(fieldsOf(body))
      const isCreation = Object.keys(params).length === 0
      for (const write of writes.filter((one) => same(one) || !isCreation)) {
        const snapshot = await rechecks.now(write.effectId)
        // A record must not be made twice; everything else may be asked for again without knowing.
        // guard: creation-is-checked-before-another
        if (!snapshot && isCreation) throw notChecked(write.effectId)
        const answer = snapshot && same(write) ? await rule.answer(snapshot, write, store) : null
        if (answer) return answer
      }
      return null
    },

    /** It has ended. If its outcome is unknown it is read again; otherwise the stored request is deleted. */
    async ended(effectId: string, asked: Asked, state: Outcome['state']): Promise<void> {
      const rule = ruleOf(asked.name)
      if (!rule) return
      if (state !== 'unknown') return forget(effectId)
      const row = await writeRows(store).where('e.id', '=', effectId).executeTakeFirst()
      if (row) rechecks.add(subjectOf(writeOf(row), rule, clock.now()))
    },

    /** Somebody settled the effect by hand. */
    forget,

    /** After a start: requests whose effect has ended are deleted. */
    async recover(): Promise<void> {
      const open = store.selectFrom('open_effects').select('effect_id')
      await writeQueue.write(
        async () => void (await store.deleteFrom('writes').where('effect_id', 'not in', open).execute()),
      )
    },
  }
}
