/** Sends a command to the service once, and decides its outcome from the answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EndpointDefinition,
  fillPath,
  type Lane,
  Refusal,
  type ServiceCommandName,
  serviceEndpoints,
} from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import { refusal } from '../shared/refusals.ts'
import type { Requester } from '../shared/requester.ts'
import { parseAnswer } from '../upstream/answers.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import type { Exchange } from '../upstream/http-client.ts'
import type { Multipart } from '../upstream/multipart.ts'
import { isConfirmedFailure, refusedByService } from '../upstream/refusals.ts'
import { cancelStopped, unconfirmedCommand } from './refusals.ts'
import type { Outcome } from './types.ts'

/** With these statuses the service may have carried out the command, although it reports an error (design: the ledger). */
const ambiguousStatuses = new Set(/* guard: timeout-is-not-refused */ [408, 409])

/**
 * Decides the outcome of a command. Refused: the connection never opened, or a 4xx other than 408 and 409. Done: a 2xx with
 * everything that the contract requires of this command's answer. Unknown: everything else.
 *
 * @param now epoch ms
 */
function outcomeOf({ name, params, body }: Command, exchange: Exchange, now: number): Outcome {
  const endpoint: EndpointDefinition = serviceEndpoints[name]
  if (exchange.kind === 'failure') {
    if (exchange.wasOpened) return { state: 'unknown', refusal: unconfirmedCommand(name) }
    if (exchange.reason === 'stood_still') {
      const message = 'Switchboard was paused for a moment before this was sent. Nothing was sent. Try again.'
      return { state: 'refused', refusal: refusal({ status: 503, code: 'stood_still', message }) }
    }
    const message = 'The calling service is not responding. Nothing was sent. Try again when it is back.'
    return { state: 'refused', refusal: new Refusal({ status: 502, code: 'service_down', by: 'network', message }) }
  }
  const { status } = exchange
  const text = exchange.body.toString('utf8')
  if (status >= 200 && status < 300) {
    try {
      const answer = parseAnswer(endpoint, text)
      if (/* guard: done-shows-its-effect */ endpoint.effect?.confirms(answer as never, { params, body }))
        return { state: 'done', answer }
    } catch {
      // An answer that cannot be parsed does not confirm anything.
    }
    return { state: 'unknown', refusal: unconfirmedCommand(name, { by: 'service' }), isAnswered: true }
  }
  const serviceRefusal = refusedByService(exchange, now)
  const isRefused =
    (status >= 400 && status < 500 && !ambiguousStatuses.has(status)) || isConfirmedFailure(endpoint, status, text)
  if (isRefused) return { state: 'refused', refusal: serviceRefusal }
  return {
    state: 'unknown',
    refusal: unconfirmedCommand(name, { by: 'service', details: serviceRefusal.data.message }),
  }
}

interface Command {
  name: ServiceCommandName
  params: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  multipart?: Multipart
  workspace: string | null
  /** The number of the gateway that recorded it. */
  gateway: number
}

/**
 * Sends a command once, on its own connection, and decides its outcome.
 *
 * @param maxWaitMs how long it may wait for a slot of the request budget; only a cancel waits, every other command fails fast
 * @throws Refusal `over_budget` if the budget has no slot for it: nothing was sent
 */
export async function sendCommand(
  requestService: RequestService,
  command: Command,
  requester: Requester,
  now: () => number,
  maxWaitMs = 0,
): Promise<Outcome> {
  const endpoint: EndpointDefinition = serviceEndpoints[command.name]
  const lane: Lane = command.name === 'batchCancel' ? 'cancel' : 'commands'
  const outgoing = {
    kind: 'command',
    method: endpoint.method,
    path: fillPath(endpoint.path, command.params),
    body: command.multipart ?? (command.body === undefined ? undefined : JSON.stringify(command.body)),
    workspace: endpoint.workspace ? command.workspace : null,
    gateway: command.gateway,
  } as const
  return outcomeOf(command, await requestService(outgoing, lane, requester, maxWaitMs), now())
}

/** Longest time that a cancel waits for a slot of the request budget, ms. */
const cancelSlotWaitMs = 90_000
const maxCancelAttempts = 3

/**
 * Cancels a batch. Waits for a slot, and retries after the Retry-After of a 429, because a refused request had no effect. If Switchboard
 * shuts down while it waits, it is refused and nothing is cancelled.
 *
 * @throws Refusal as `sendCommand`; `stopping` 503: nothing was sent
 */
export async function sendCancel(
  { requestService, clock, stopping }: { requestService: RequestService; clock: Clock; stopping: AbortSignal },
  command: Command,
  requester: Requester,
): Promise<Outcome> {
  for (let attemptsLeft = maxCancelAttempts - 1; ; attemptsLeft -= 1) {
    const outcome = await sendCommand(requestService, command, requester, clock.now, cancelSlotWaitMs).catch(
      (error: unknown) => {
        throw stopping.aborted ? cancelStopped() : error
      },
    )
    const canRetry = attemptsLeft > 0 && outcome.state === 'refused' && outcome.refusal.code === 'over_budget'
    if (!canRetry) return outcome
    const waitMs = (outcome.refusal.data.retryAfter ?? 1) * 1_000
    await sleep(waitMs, undefined, /* guard: waiting-cancel-holds-up-no-stop */ { signal: stopping }).catch(() => {
      throw cancelStopped()
    })
  }
}
