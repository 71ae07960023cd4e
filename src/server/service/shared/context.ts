/** What every part of the service is given: its database, its time, its randomness, its plan. Nothing of it is global. */
import type { Plan } from '#contract/index.ts'
import type { Database } from '../store/database.ts'
import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

export interface House {
  database: Database
  clock: Clock
  random: Random
  plan: Plan
  /** Carrier seconds per second of the clock. */
  speed: number
  seed: string
  /** Tells the runner that there is something to do. */
  wake: () => void
  /** Tells the delivery that there is an event to deliver; null: events go nowhere, and none are written. */
  deliver: (() => void) | null
}

/** Who asks, once the key has been read. */
export interface Caller {
  organisation: string
  /** The workspace that the header names; where none is needed, the first of the key. */
  workspace: string
}
