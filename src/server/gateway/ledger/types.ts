/** Commands of the ledger, and their outcomes. */
import type { Effect, Operator, Refusal, ServiceEndpointName } from '#contract/index.ts'
import type { Store } from '../store/store.ts'

/** How a command ended, as decided by the function that sent it. */
export type Outcome =
  | { state: 'done'; answer: unknown /** The target stays taken until this batch is complete. */; batchId?: string }
  | { state: 'refused'; refusal: Refusal }
  /** `isAnswered`: the service sent a 2xx that does not show that the command was carried out. */
  | { state: 'unknown'; refusal: Refusal; isAnswered?: true }

export interface CommandRecord {
  endpoint: ServiceEndpointName
  /** Path parameters and other ids. */
  ids: Record<string, string>
  /** The ids that the request itself contains; other ids may differ in a repeat. Default: all of `ids`. */
  requestedIds?: Record<string, string>
  /** Identifies the thing that is changed; null if it does not exist yet. Stored only as a keyed hash. */
  target: string | null
  /** The Idempotency-Key header as received. */
  key: string | undefined
  /** The whole request body, so that a different body under the same key is refused. */
  body: string | Uint8Array
  operator: Operator
}

/** Runs in the same transaction as the ledger row, after the target is taken. If it throws a refusal, nothing is recorded. */
export type InTransaction = (store: Store, effectId: string) => Promise<void>

/**
 * Runs in the transaction that records that a command was carried out.
 *
 * @param answer the service's answer in the contract's spelling, or what a later read shows instead
 */
export type OnDone = (store: Store, effectId: string, answer: unknown) => Promise<void>

export interface Command extends CommandRecord {
  /** Whether to send it even if it cannot be recorded. Only for cancels. */
  shouldSendUnrecorded?: boolean
  /** Whether it can be sent while an effect on the same target is unknown, because sending it twice does no harm (contract: EffectRule). */
  repeatable?: boolean
  inTransaction?: InTransaction | undefined
  /** Wraps the transaction that records it, for what has to be written before. Not called for a repeat. */
  aroundRecord?: <T>(record: () => Promise<T>) => Promise<T>
  onDone?: OnDone
  /** Why Switchboard sends it automatically; stored in the history with the outcome. */
  reason?: string | undefined
  /** @param gateway the gateway number under which the effect was recorded; it must not be sent under another one */
  send: (effectId: string, gateway: number) => Promise<Outcome>
  /** Called once the end is recorded, or queued until the disk accepts writes. */
  onEnded?: (effectId: string, state: Outcome['state']) => Promise<void>
}

export interface HeldCommand extends CommandRecord {
  /** When it is sent, epoch ms. */
  dueAt: number
  inTransaction: InTransaction
  /** Returns the refusal if a live effect holds the target. */
  onConflict: (holder: Effect) => Refusal
}
