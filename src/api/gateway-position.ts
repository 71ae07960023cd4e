/**
 * The position of the gateway that answered this tab's last command: how much it had published by then. The next requests send it, so
 * that another gateway answers them only once it knows of the command.
 */
import { headers } from '#contract/index.ts'

/** All gateways know of a command after this long, ms. */
const ttlMs = 10_000

let last: { position: string; until: number } | null = null

/** Remembers the position in an answer to a command. */
export function rememberPosition(answer: Headers): void {
  const position = answer.get(headers.gatewayPosition)
  if (position) last = { position, until: performance.now() + ttlMs }
}

/** The position to send with a request; null after some seconds, or with one gateway. */
export const knownPosition = (): string | null => (last && performance.now() < last.until ? last.position : null)
