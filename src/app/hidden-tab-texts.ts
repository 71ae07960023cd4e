/** What is worth telling somebody who is away. Pure. */
import type { Counts } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

const ofBatch: Record<Counts['batches'][number]['state'], (name: string) => string> = {
  ended: (name) => `${name} has ended.`,
  failed: (name) => `${name} has failed: no call could be placed.`,
  stopped: (name) => `Switchboard stopped ${name}: too many calls failed for a technical reason.`,
  failing: (name) => `Too many calls of ${name} fail.`,
}

/**
 * @param before as it stood when the person left
 * @param reviews whether the person decides about messages
 * @returns a sentence for each thing that came since; those that are over again are gone
 */
export function notificationsSince(before: Counts, now: Counts, reviews: boolean): string[] {
  const more = (name: 'drafts' | 'unknown' | 'prepared' | 'approvals') => Math.max(0, now[name] - before[name])
  const known = new Set(before.batches.map(({ batchId, state }) => `${batchId}/${state}`))
  const batches = now.batches.filter(({ batchId, state }) => !known.has(`${batchId}/${state}`))
  const sentences = [
    more('unknown') > 0 &&
      `${plural(more('unknown'), 'outcome is', 'outcomes are')} unknown. Settle it before anything is done again.`,
    more('prepared') > 0 && 'A prepared batch waits for a decision.',
    more('approvals') > 0 &&
      `${plural(more('approvals'), 'start waits', 'starts wait')} for your approval on the overview.`,
    ...batches.map(({ name, state }) => ofBatch[state](name)),
    reviews && more('drafts') > 0 && `${plural(more('drafts'), 'message waits', 'messages wait')} for review.`,
  ]
  return sentences.filter((sentence) => sentence !== false)
}
