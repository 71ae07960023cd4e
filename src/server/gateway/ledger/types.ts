/** What the ledger is asked to do, and how it ended. */
import type { Effect, Operator, Refusal, ServiceEndpointName } from '#contract/index.ts'
import type { Store } from '../store/store.ts'

/** How a command ended, judged by whoever sent it. */
export type Outcome =
  | { state: 'done'; answer: unknown /** Its target stays taken until this batch is complete. */; batchId?: string }
  | { state: 'refused'; refusal: Refusal }
  /** `answered`: a 2xx came that does not show that it was carried out. */
  | { state: 'unknown'; refusal: Refusal; answered?: true }

export interface CommandRecord {
  endpoint: ServiceEndpointName
  /** Path parameters and other ids. */
  ids: Record<string, string>
  /** Of these what was asked for; a repeat may find the rest otherwise. All of them, unless it is given. */
  askedIds?: Record<string, string>
  /** Names the thing that is changed; null: nothing that exists. Kept only as a keyed hash. */
  target: string | null
  /** The Idempotency-Key as it came. */
  key: string | undefined
  /** Everything that is to be sent, so that another body under the same key is noticed. */
  body: string | Uint8Array
  operator: Operator
}

/** What stands or falls with the record. Runs once the target is taken: a refusal that it throws leaves nothing behind. */
export type InTransaction = (store: Store, effectId: string) => Promise<void>

export interface Command extends CommandRecord {
  /** Goes out even when it cannot be recorded: Cancel. */
  always?: boolean
  /** An unknown effect on the same target does not stop it: doing it twice does no harm (contract: EffectRule). */
  repeatable?: boolean
  also?: InTransaction | undefined
  /** Why, where Switchboard itself does it: stands in the history beside the outcome. */
  reason?: string | undefined
  /** @param gateway the number under which it was recorded: under another one it must not go out */
  send: (effectId: string, gateway: number) => Promise<Outcome>
  /** Told once its end is recorded, or is to be as soon as the disk takes it. */
  onEnded?: (effectId: string, state: Outcome['state']) => Promise<void>
}

export interface HeldCommand extends CommandRecord {
  /** When it is sent, epoch ms. */
  dueAt: number
  also: InTransaction
  /** What is said when a live effect has the target. */
  onConflict: (first: Effect) => Refusal
}
