/** Claims: which reviewer has which draft open. Claims are leases: they expire if the browser stops renewing them. */
import type { Claim, Operator } from '#contract/index.ts'
import { addExpiry } from '#server/database/dependencies.ts'
import { notRecorded } from '../ledger/refusals.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store, Tables } from '../store/store.ts'

/** A claim expires after this time unless it is renewed. */
export const claimLeaseMs = 60_000

export interface Target {
  conversationId: string
  messageId: string
}

interface ClaimRequest extends Target {
  editing: boolean
  /** Take the draft even if somebody else has claimed it. */
  instead?: boolean | undefined
}

export function createClaims(deps: { store: Store; clock: Clock }) {
  const { store, clock } = deps

  /**
   * Claims a free draft, renews the operator's own claim, or with `instead` replaces another's. A single statement, so that only one of
   * two concurrent requests succeeds.
   *
   * @returns the active claim, the operator's or another's
   * @throws Refusal 503 when it cannot be recorded
   */
  async function take(
    { conversationId, messageId, editing, instead }: ClaimRequest,
    operator: Operator,
  ): Promise<Claim> {
    const now = currentTime()
    const claim = {
      operator_id: operator.id,
      operator: operator.name,
      editing: editing ? 1 : 0,
      until: now + claimLeaseMs,
    }
    const takenRow = await store
      .insertInto('claims')
      .values({ conversation_id: conversationId, message_id: messageId, ...claim })
      .onConflict((conflict) => {
        const update = conflict.columns(['conversation_id', 'message_id']).doUpdateSet(claim)
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
    const row = takenRow ?? (await find({ conversationId, messageId }))
    // The other claim was released between the two statements: the draft is free now.
    return row ? present(row) : take({ conversationId, messageId, editing }, operator)
  }

  /** Releases the operator's own claim. @returns false when they have none */
  async function release({ conversationId, messageId }: Target, operatorId: string): Promise<boolean> {
    const { numDeletedRows } = await store
      .deleteFrom('claims')
      .where('conversation_id', '=', conversationId)
      .where('message_id', '=', messageId)
      .where('operator_id', '=', operatorId)
      .executeTakeFirst()
    return Number(numDeletedRows) > 0
  }

  /** Claims that have not expired, by message id. */
  async function listActive(): Promise<Map<string, Claim>> {
    const rows = await store.selectFrom('claims').selectAll().where('until', '>', currentTime()).execute()
    // guard: claim-lapses-by-time
    for (const { until } of rows) addExpiry(until)
    return new Map(rows.map((row) => [row.message_id, present(row)]))
  }

  /**
   * Deletes claims that expired long ago, and claims that end later than a lease allows, which a process with a wrong clock left. The
   * tolerance of one lease allows for small differences between the clocks of two gateways.
   */
  async function sweep(): Promise<void> {
    const now = currentTime()
    await store
      .deleteFrom('claims')
      .where((eb) => eb.or([eb('until', '<', now - claimLeaseMs), eb('until', '>', now + 2 * claimLeaseMs)]))
      .execute()
  }

  /** Whole ms of the steady clock: all gateways agree on its start, and changes of the system time do not affect it. */
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
    listActive,
    sweep,
  }
}

export type Claims = ReturnType<typeof createClaims>
