/** What is said in a call, and how long it takes. */
import type { Flow } from '#contract/index.ts'
import type { WalkedFlow } from '#flow-engine/walk.ts'

/** The fields of a flow that a call depends on. */
export type CallFlow = Pick<Flow, 'id' | 'name' | 'description'> & WalkedFlow

export type Role = 'agent' | 'customer' | 'colleague'

export interface Turn {
  role: Role
  text: string
  /** Change of the customer's mood. */
  moodChange: number
  /** Seconds of silence before the turn. */
  pauseSeconds: number
}

/** A customer with this mood or a lower one is angry. */
export const angryMood = -2

const wordsPerSecond = 2.3

/** How long it takes to say a text. */
export const speakingSeconds = (text: string): number => Math.max(1.4, text.split(' ').length / wordsPerSecond)

/** Rounds seconds to one decimal, so that scripts compare equal. */
export const roundToTenth = (seconds: number): number => Math.round(seconds * 10) / 10

/** The mood after one more change, within the limits that the mood of a customer has. */
export const moodAfter = (mood: number, change: number): number => Math.max(-3, Math.min(4, mood + change))
