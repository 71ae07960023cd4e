/** Refusals because of the request budget, the service or the network between, as the dashboard gets them. */
import { type EndpointDefinition, Refusal, readRefusal } from '#contract/index.ts'
import { notOffered, refusal } from '../shared/refusals.ts'
import type { Exchange } from './http-client.ts'
import { readRetryAfter } from './retry-after.ts'

const overBudgetReasons = (perMinute: number) => ({
  pause: 'The service is taking no more requests for now.',
  budget: `The organisation's limit of ${perMinute} requests a minute is used up.`,
  database: "Switchboard's database is not answering, so only batches can be cancelled.",
  cutOff: "Switchboard's database is not answering, and without it this gateway has no request left for cancelling.",
  share: 'You have used your share of the requests that the organisation may make in a minute.',
})

/** Reads and commands that have to wait. `sent` is always no. */
export function overBudget(
  seconds: number,
  perMinute: number,
  by: keyof ReturnType<typeof overBudgetReasons>,
): Refusal {
  const wait = Math.max(1, Math.ceil(seconds))
  return refusal({
    status: 503,
    code: 'over_budget',
    retryAfter: wait,
    message: `${overBudgetReasons(perMinute)[by]} Nothing was sent. Try again in ${wait} s.`,
  })
}

export const serviceRefusedKey = (details = ''): Refusal =>
  new Refusal({
    status: 502,
    code: 'service_refused_key',
    by: 'service',
    message: "The service refused Switchboard's API key or its workspace. An administrator has to check both.",
    details,
  })

/** No usable answer to a read: the network's refusals, which a snapshot may stand in for. */
export function noAnswer(exchange: Exchange & { kind: 'failure' }): Refusal {
  const words: Record<typeof exchange.why, [number, string, string]> = {
    unreachable: [502, 'service_down', 'The calling service is not responding.'],
    timeout: [504, 'service_timeout', 'The calling service did not answer in time.'],
    reset: [502, 'service_down', 'The calling service broke off the connection.'],
    stood_still: [503, 'stood_still', 'Switchboard stood still for a moment and could not ask in time.'],
    too_large: [502, 'unreadable', 'The calling service sent more than Switchboard is willing to read.'],
  }
  const [status, code, message] = words[exchange.why]
  return new Refusal({ status, code, by: 'network', message })
}

export const unreadable = (): Refusal =>
  new Refusal({
    status: 502,
    code: 'unreadable',
    by: 'service',
    message: 'The service answered with something unreadable.',
  })

/**
 * An answer of the service that is not a success, as the dashboard gets it. 401 and 403 of the service are never the
 * operator's: they become 502. Its own troubles become 502, its "too many" 503; what it does not offer is 404, however it says so
 * (interface 7); other words of 4xx stay.
 */
export function refusedByService(exchange: Exchange & { kind: 'answer' }, now: number): Refusal {
  const { status } = exchange
  const read = readRefusal(status, exchange.body.toString('utf8'))
  if (status === 401 || status === 403) return serviceRefusedKey(read.message)
  const base = { ...read, by: 'service' as const }
  if (status === 429) {
    const wait = Math.ceil(readRetryAfter(exchange.headers['retry-after'], exchange.headers.date, now) / 1000)
    return new Refusal({
      ...base,
      status: 503,
      code: 'over_budget',
      retryAfter: wait,
      message: `The service is taking no more requests for now. Try again in ${wait} s.`,
    })
  }
  if (status >= 300 && status < 400)
    return new Refusal({
      ...base,
      status: 502,
      message: 'The service sent Switchboard to another address, which it does not follow.',
    })
  if (status === 405 || status === 501) return new Refusal({ ...notOffered().data, by: 'service' })
  return new Refusal({ ...base, status: status >= 500 ? 502 : status })
}

/** Whether an answer of 500 is Send Call's own word that the call failed (specification 7), not some proxy's. */
export function isConfirmedFailure(endpoint: EndpointDefinition, status: number, body: string): boolean {
  if (endpoint.errorForm !== 'sendCall' || status !== 500) return false
  try {
    const parsed = JSON.parse(body) as { error?: unknown } | null
    return typeof parsed?.error === 'string' && parsed.error !== ''
  } catch {
    return false
  }
}
