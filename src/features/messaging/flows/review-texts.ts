/** Says how many message flows send without review. */
import type { MessageFlow } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

/** An inactive flow writes nothing, so it is not counted. @returns '' for an empty list */
export function reviewSummary(flows: readonly Pick<MessageFlow, 'autopilot' | 'isActive'>[]): string {
  if (flows.length === 0) return ''
  const sendingCount = flows.filter(({ autopilot, isActive }) => autopilot && isActive).length
  if (sendingCount === 0) return 'All messages wait for review'
  return `${plural(sendingCount, 'active flow sends', 'active flows send')} without review`
}
