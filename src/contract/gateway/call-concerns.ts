/** Why somebody should look at a call in progress, and the rules of a workspace about it. */
import * as z from 'zod/mini'
import { nonBlankUpTo } from '../shared/wire.ts'

/** Why somebody should look at a call, most serious first. */
export const callConcernReasons = [
  'asks_for_person',
  'watched_words',
  'negative',
  'falling',
  'repeats',
  'silence',
  'mailbox',
  'long',
] as const
export type CallConcernReason = (typeof callConcernReasons)[number]

export interface CallConcern {
  reason: CallConcernReason
  /** The line of the transcript that it rests on, shortened; '' if it rests on none. */
  words: string
  since: number
}

/** Limits of the rules. A call lasts an hour at most (specification 8). */
export const concernRuleLimits = { words: 50, wordLength: 60, minutes: 60 } as const

export const ConcernRules = z.strictObject({
  /** Words or phrases. A call in which one is said needs a look. Case and punctuation do not matter. */
  watchedWords: z
    .array(nonBlankUpTo(concernRuleLimits.wordLength).check(z.regex(/[\p{L}\p{N}]/u)))
    .check(z.maxLength(concernRuleLimits.words)),
  /** A call needs a look when it has lasted this many minutes. */
  longCallMinutes: z.int().check(z.gte(1), z.lte(concernRuleLimits.minutes)),
})
export type ConcernRules = z.output<typeof ConcernRules>

export const defaultConcernRules: ConcernRules = { watchedWords: [], longCallMinutes: 10 }

/** A call that needs a look, for a hidden tab. It has nothing about the person. */
export interface CallNotice {
  roomName: string
  reason: CallConcernReason
}

export const callConcernEndpoints = {
  concernRulesShow: { response: z.custom<ConcernRules>() },
  /** Those that are left out stay. */
  concernRulesChange: { response: z.custom<ConcernRules>(), body: z.partial(ConcernRules) },
  /**
   * Each call with its most serious reason. While hidden tabs, or lists beside an open call, poll this, the list of calls is read every 15
   * seconds for all of them together, if the service can list its calls.
   */
  callNoticeList: { response: z.custom<{ calls: CallNotice[] }>() },
}
