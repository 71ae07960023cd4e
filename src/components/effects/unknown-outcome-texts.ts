/** Words about the checks of an unknown outcome (experience: Words on the screen). Pure. */
import type { Effect } from '#contract/index.ts'
import { ago } from '#ui/time/format-time.ts'

/** @param now epoch ms by the gateway's clock. @returns '' where no reading can show the outcome */
export function checkText(
  { lastCheckedAt, nextCheckAt }: Pick<Effect, 'lastCheckedAt' | 'nextCheckAt'>,
  now: number,
): string {
  if (lastCheckedAt === null) return nextCheckAt === null ? '' : 'Still checking.'
  return `Not so far (checked ${ago(lastCheckedAt, now)}); ${nextCheckAt === null ? 'no longer checked' : 'still checking'}.`
}

const risks: Readonly<Record<string, string>> = {
  callSend: 'If the call was placed after all, the person is called twice.',
  batchStart: 'If the batch was started after all, its people are called twice.',
  messageAction: 'If it was carried out after all, the customer gets two messages.',
  messageGenerate: 'If the message was drafted after all, there are two drafts.',
}
/** The risk if a person settles that it did not happen and the service carries it out later; '' if there is none. */
export const riskOf = ({ endpoint, ids }: Pick<Effect, 'endpoint' | 'ids'>): string =>
  // What sends nothing is not sent twice.
  ids.action === 'Edit' || ids.action === 'Reject' ? '' : (risks[endpoint] ?? '')
