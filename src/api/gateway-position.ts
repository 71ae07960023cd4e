/**
 * What the gateway that answered this tab's last command had published then. The next requests name it, so that another gateway answers
 * them only when it knows of the command.
 */
import { headers } from '#contract/index.ts'

/** All gateways know of a command after this long, ms. */
const ttlMs = 10_000

let last: { position: string; until: number } | null = null

/** Remembers the position in an answer to a command. */
export function learnPosition(answer: Headers): void {
  const position = answer.get(headers.gatewayPosition)
  if (position) last = { position, until: performance.now() + ttlMs }
}

/** The position to send with a request; null after some seconds, or with one gateway. */
export const knownPosition = (): string | null => (last && performance.now() < last.until ? last.position : null)
