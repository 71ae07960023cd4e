/** The dependencies that every part of the service receives. Nothing is global. */
import type { Plan } from '#contract/index.ts'
import type { Database } from '../store/database.ts'
import type { Clock } from './clock.ts'
import type { OutcomeSettings } from './outcomes.ts'
import type { Random } from './random.ts'

export interface ServiceContext {
  database: Database
  clock: Clock
  random: Random
  plan: Plan
  /** Simulated carrier seconds per second of the clock. */
  speed: number
  seed: string
  /** How likely a call reaches a person, a mailbox or nobody. */
  outcomes: OutcomeSettings
  /** Whether agents draft an answer to what customers write, and the service starts things by itself (`activity/`). */
  hasActivity: boolean
  /** Wakes the call runner. */
  wakeRunner: () => void
  /** Wakes event delivery. null: the service writes no events. */
  wakeDelivery: (() => void) | null
}

/** The authenticated caller. */
export interface Caller {
  organisation: string
  /** The workspace of the header; for endpoints that need none, the key's first one by default. */
  workspace: string
}
