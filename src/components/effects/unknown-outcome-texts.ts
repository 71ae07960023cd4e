/** Sentences about an unknown outcome: whether it is still checked, and the risk of repeating the command. Pure. */
import type { Effect } from '#contract/index.ts'
import { ago } from '#ui/time/format-time.ts'

/** @param now epoch ms by the gateway's clock. @returns '' if the service offers nothing that could show the outcome */
export function checkText(
  { lastCheckedAt, nextCheckAt }: Pick<Effect, 'lastCheckedAt' | 'nextCheckAt'>,
  now: number,
): string {
  if (lastCheckedAt === null) return nextCheckAt === null ? '' : 'Still checking.'
  const lastCheck = `(last checked ${ago(lastCheckedAt, now)})`
  return nextCheckAt === null ? `No longer checking ${lastCheck}.` : `Still checking ${lastCheck}.`
}

const risks: Readonly<Record<string, string>> = {
  callSend: 'If the call was placed after all and you call again, the person is called twice.',
  batchStart: 'If the batch was started after all and you start it again, the same people are called twice.',
  messageAction: 'If the message was sent after all and you approve it again, the customer gets two messages.',
  messageGenerate: 'If the message was drafted after all and you draft it again, there are two drafts.',
}
/** The risk of recording that it did not happen although the service carries it out later; '' if there is none. */
export const riskOf = ({ endpoint, ids }: Pick<Effect, 'endpoint' | 'ids'>): string =>
  // Edits and rejections send nothing.
  ids.action === 'Edit' || ids.action === 'Reject' ? '' : (risks[endpoint] ?? '')
