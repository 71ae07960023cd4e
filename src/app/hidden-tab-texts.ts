/** The notifications that a hidden tab shows, as sentences. Pure. */
import type { CallConcernReason, CallNotice, Counts } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

const batchTexts: Record<Counts['batches'][number]['state'], (name: string) => string> = {
  ended: (name) => `The batch ${name} has ended.`,
  failed: (name) => `The batch ${name} has failed: no call could be placed.`,
  stopped: (name) => `Switchboard stopped the batch ${name}. Open it to see why.`,
  harmful: (name) => `The batch ${name} calls people who should not be called. Open it to see whom.`,
  failing: (name) => `Too many calls in the batch ${name} fail for a technical reason.`,
}

const unknownOutcomes = (count: number) =>
  `${plural(count, 'outcome is', 'outcomes are')} unknown. Resolve ${count === 1 ? 'it' : 'them'} before you repeat anything.`
const preparedBatch = 'A prepared batch is waiting for your decision.'
const approvals = (count: number) => `${plural(count, 'batch is', 'batches are')} waiting for your approval.`
const drafts = (count: number) => `${plural(count, 'draft is', 'drafts are')} waiting for review.`

/**
 * @param before the counts when the tab was hidden
 * @param canReview whether the operator may review messages
 * @returns a sentence for each new event; what has been resolved since then is left out
 */
export function notificationsSince(before: Counts, now: Counts, canReview: boolean): string[] {
  const increaseOf = (name: 'drafts' | 'unknown' | 'prepared' | 'approvals') => Math.max(0, now[name] - before[name])
  const earlierStates = new Set(before.batches.map(({ batchId, state }) => `${batchId}/${state}`))
  const batches = now.batches.filter(({ batchId, state }) => !earlierStates.has(`${batchId}/${state}`))
  const sentences = [
    increaseOf('unknown') > 0 && unknownOutcomes(increaseOf('unknown')),
    increaseOf('prepared') > 0 && preparedBatch,
    increaseOf('approvals') > 0 && approvals(increaseOf('approvals')),
    ...batches.map(({ name, state }) => batchTexts[state](name)),
    canReview && increaseOf('drafts') > 0 && drafts(increaseOf('drafts')),
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** null: the call needs a look, but nothing goes wrong for the customer. */
const callTexts: Record<CallConcernReason, string | null> = {
  asks_for_person: 'A customer asks for a person.',
  watched_words: 'Words that your team watches for were said in a call.',
  negative: 'The sentiment of a call is negative.',
  falling: 'The sentiment of a call is falling.',
  repeats: 'The agent repeats itself in a call.',
  silence: null,
  mailbox: null,
  long: null,
}

/**
 * @param before the calls that needed a look when the tab was hidden
 * @returns each call that goes wrong now and did not then, with a sentence that says why; it names nobody
 */
export function callsGoneWrong(
  before: readonly CallNotice[],
  now: readonly CallNotice[],
): { roomName: string; sentence: string }[] {
  const wrongBefore = new Set(before.filter(({ reason }) => callTexts[reason] !== null).map(({ roomName }) => roomName))
  return now.flatMap(({ roomName, reason }) => {
    const sentence = callTexts[reason]
    return sentence === null || wrongBefore.has(roomName) ? [] : [{ roomName, sentence }]
  })
}

/** More calls than this that go wrong at the same time have one notification together. */
export const maxCallNotifications = 3
