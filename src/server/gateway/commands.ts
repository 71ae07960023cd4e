/** Commands of the service that are open under their own path: recorded, sent once, judged. */
import {
  type EndpointDefinition,
  fillPath,
  type Lane,
  Refusal,
  type ServiceEndpointName,
  serviceEndpoints,
} from '#contract/index.ts'
import type { Ask } from './asking.ts'
import type { Who } from './budget.ts'
import { unknownOutcome } from './effect-refusals.ts'
import type { Outcome } from './ledger.ts'
import type { Multipart } from './multipart.ts'
import { parseAnswer } from './parse.ts'
import { refusedByService, saysThatItFailed } from './refusals.ts'
import type { Exchange } from './upstream.ts'

/** Their 2xx counts only with the word `success` (specification 2.3, 2.7). */
const mustSaySuccess: readonly ServiceEndpointName[] = ['callSend', 'messageAction']
/** The service may have begun, although it complains (design: Commands, effects, the ledger). */
const uncertain = new Set([408, 409])

/**
 * What an exchange means for a command. No effect: a connection that never opened, and every 4xx but 408 and 409. Unknown:
 * everything that does not say clearly what happened.
 *
 * @param now epoch ms
 */
function judge(name: ServiceEndpointName, exchange: Exchange, now: number): Outcome {
  const endpoint: EndpointDefinition = serviceEndpoints[name]
  if (exchange.kind === 'failure') {
    if (exchange.opened) return { state: 'unknown', refusal: unknownOutcome() }
    const message = 'The calling service is not responding. Nothing was sent. Try again when it is back.'
    return { state: 'refused', refusal: new Refusal({ status: 502, code: 'service_down', by: 'network', message }) }
  }
  const { status } = exchange
  const text = exchange.body.toString('utf8')
  if (status >= 200 && status < 300) {
    try {
      const answer = parseAnswer(endpoint, text)
      if (!mustSaySuccess.includes(name) || (answer as { status?: string }).status === 'success')
        return { state: 'done', answer }
    } catch {
      // Not readable: then nobody knows.
    }
    return { state: 'unknown', refusal: unknownOutcome({ by: 'service' }) }
  }
  const refused = refusedByService(exchange, now)
  const clearly = (status >= 400 && status < 500 && !uncertain.has(status)) || saysThatItFailed(endpoint, status, text)
  if (clearly) return { state: 'refused', refusal: refused }
  return { state: 'unknown', refusal: unknownOutcome({ by: 'service', details: refused.data.message }) }
}

/** A cancel that finds no place yet waits for one; every other command is told at once. */
const cancelPatience = 90_000
const cancelTries = 3

interface Command {
  name: ServiceEndpointName
  params: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  multipart?: Multipart
  workspace: string | null
}

/**
 * Sends a command on a connection of its own, and judges the answer. A cancel that is refused by a 429 goes again after its
 * wait: a refused request has had no effect.
 *
 * @throws Refusal `over_budget` when the budget has no place for it: nothing was sent
 */
export async function sendCommand(ask: Ask, command: Command, who: Who, now: () => number): Promise<Outcome> {
  const endpoint: EndpointDefinition = serviceEndpoints[command.name]
  const cancel = command.name === 'batchCancel'
  const lane: Lane = cancel ? 'cancel' : 'commands'
  const outgoing = {
    kind: 'command',
    method: endpoint.method,
    path: fillPath(endpoint.path, command.params),
    body: command.multipart ?? (command.body === undefined ? undefined : JSON.stringify(command.body)),
    workspace: endpoint.workspace ? command.workspace : null,
  } as const
  for (let left = cancel ? cancelTries : 1; ; left -= 1) {
    const exchange = await ask(outgoing, lane, who, cancel ? cancelPatience : 0)
    const outcome = judge(command.name, exchange, now())
    const again = left > 1 && exchange.kind === 'answer' && exchange.status === 429
    if (!again || outcome.state !== 'refused') return outcome
    await new Promise((resolve) => setTimeout(resolve, (outcome.refusal.data.retryAfter ?? 1) * 1000))
  }
}
