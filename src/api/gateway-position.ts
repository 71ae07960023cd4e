/**
 * The position of the gateway that answered this tab's last command: how many changes it had published to other gateways. The next
 * requests send it, so that another gateway answers them only after it has received these changes.
 */
import { headers } from '#contract/index.ts'

/** All gateways have received the changes of a command after this long, ms. */
const ttlMs = 10_000

let last: { position: string; expiresAtMs: number } | null = null

/** Remembers the position in an answer to a command. */
export function rememberPosition(answer: Headers): void {
  const position = answer.get(headers.gatewayPosition)
  if (position) last = { position, expiresAtMs: performance.now() + ttlMs }
}

/** The position to send with a request; null after some seconds, or with one gateway. */
export const knownPosition = (): string | null => (last && performance.now() < last.expiresAtMs ? last.position : null)
