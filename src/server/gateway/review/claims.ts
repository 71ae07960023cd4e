/** Claims: who has which draft in front of them (design: Review). A lease, so that a closed lid blocks nobody for long. */
import type { Claim, Operator } from '#contract/index.ts'
import { dependsOnTime } from '#server/database/dependencies.ts'
import { notRecorded } from '../ledger/refusals.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store, Tables } from '../store/store.ts'

/** How long a claim stands unless it is renewed, ms. */
export const lease = 60_000

export interface Target {
  conversationId: string
  messageId: string
}

interface Wanted extends Target {
  editing: boolean
  /** Takes it from whoever has it. */
  instead?: boolean | undefined
}

export function createClaims(parts: { store: Store; clock: Clock }) {
  const { store, clock } = parts

  /**
   * Takes a free draft, renews one's own, or with `instead` takes another's: one statement, so that of two who come at once one
   * has it.
   *
   * @returns the claim that stands now, the asker's or another's
   * @throws Refusal 503 when it cannot be written down
   */
  async function take({ conversationId, messageId, editing, instead }: Wanted, operator: Operator): Promise<Claim> {
    const now = currentTime()
    const mine = {
      operator_id: operator.id,
      operator: operator.name,
      editing: editing ? 1 : 0,
      until: now + lease,
    }
    const taken = await store
      .insertInto('claims')
      .values({ conversation_id: conversationId, message_id: messageId, ...mine })
      .onConflict((conflict) => {
        const update = conflict.columns(['conversation_id', 'message_id']).doUpdateSet(mine)
        if (instead) return update
        return update.where((eb) =>
          eb.or([
            eb('claims.until', /* guard: draft-is-claimed-once */ '<=', now),
            eb('claims.operator_id', '=', operator.id),
          ]),
        )
      })
      .returningAll()
      .executeTakeFirst()
      .catch(() => {
        throw notRecorded()
      })
    const row = taken ?? (await find({ conversationId, messageId }))
    // Let go between the two statements: now it is free.
    return row ? present(row) : take({ conversationId, messageId, editing }, operator)
  }

  /** Lets go of one's own. */
  async function release({ conversationId, messageId }: Target, operatorId: string): Promise<boolean> {
    const { numDeletedRows } = await store
      .deleteFrom('claims')
      .where('conversation_id', '=', conversationId)
      .where('message_id', '=', messageId)
      .where('operator_id', '=', operatorId)
      .executeTakeFirst()
    return Number(numDeletedRows) > 0
  }

  /** The claims that stand, by message. */
  async function standing(): Promise<Map<string, Claim>> {
    const rows = await store.selectFrom('claims').selectAll().where('until', '>', currentTime()).execute()
    // guard: claim-lapses-by-time
    for (const { until } of rows) dependsOnTime(until)
    return new Map(rows.map((row) => [row.message_id, present(row)]))
  }

  /**
   * Deletes claims that expired long ago, and those much further ahead than a lease, which an earlier process with another clock gave. The
   * clocks of two gateways may differ by a second or so.
   */
  async function sweep(): Promise<void> {
    const now = currentTime()
    await store
      .deleteFrom('claims')
      .where((eb) => eb.or([eb('until', '<', now - lease), eb('until', '>', now + 2 * lease)]))
      .execute()
  }

  /** Whole ms of the steady clock, which begins with a date that all gateways agree on: nobody sets it. */
  function currentTime(): number {
    return /* guard: claims-by-steady-clock */ Math.round(clock.steady())
  }

  function find({ conversationId, messageId }: Target) {
    return store
      .selectFrom('claims')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .where('message_id', '=', messageId)
      .executeTakeFirst()
  }

  function present(row: Tables['claims']): Claim {
    return {
      operator: row.operator,
      operatorId: row.operator_id,
      editing: row.editing === 1,
    }
  }

  return {
    take,
    release,
    standing,
    sweep,
  }
}

export type Claims = ReturnType<typeof createClaims>
