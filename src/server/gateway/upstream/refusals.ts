/** The dashboard's error answers for failures of the request budget, the service or the network. */
import { type EndpointDefinition, Refusal, readRefusal } from '#contract/index.ts'
import { notOffered, refusal } from '../shared/refusals.ts'
import type { Exchange } from './http-client.ts'
import { readRetryAfter } from './retry-after.ts'

const overBudgetReasons = (perMinute: number) => ({
  pause: 'The service does not accept more requests right now.',
  budget: `The organization's limit of ${perMinute} requests a minute is used up.`,
  database: "Switchboard's database is not responding, so only batches can be cancelled.",
  cutOff: "Switchboard's database is not responding, and this gateway has no requests left for cancelling without it.",
  share: "You have used your share of the organization's requests for this minute.",
})

/** The refusal of a request that has no slot now: nothing was sent. @param seconds until it may be retried */
export function overBudget(
  seconds: number,
  perMinute: number,
  reason: keyof ReturnType<typeof overBudgetReasons>,
): Refusal {
  const waitSeconds = Math.max(1, Math.ceil(seconds))
  return refusal({
    status: 503,
    code: 'over_budget',
    retryAfter: waitSeconds,
    message: `${overBudgetReasons(perMinute)[reason]} Nothing was sent. Try again in ${waitSeconds} s.`,
  })
}

export const serviceRefusedKey = (details = ''): Refusal =>
  new Refusal({
    status: 502,
    code: 'service_refused_key',
    by: 'service',
    message: "The service rejected Switchboard's API key or its workspace. Ask an administrator to check both.",
    details,
  })

/** The refusal of a read without a usable answer. The cache may answer with a snapshot instead. */
export function noAnswer(exchange: Exchange & { kind: 'failure' }): Refusal {
  const refusalByReason: Record<typeof exchange.reason, [number, string, string]> = {
    unreachable: [502, 'service_down', 'The calling service is not responding.'],
    timeout: [504, 'service_timeout', 'The calling service did not respond in time.'],
    reset: [502, 'service_down', 'The calling service closed the connection before it responded.'],
    stood_still: [503, 'stood_still', 'Switchboard was suspended for a moment and could not send the request in time.'],
    too_large: [502, 'unreadable', "The calling service's answer is too large for Switchboard."],
  }
  const [status, code, message] = refusalByReason[exchange.reason]
  return new Refusal({ status, code, by: 'network', message })
}

export const unreadable = (): Refusal =>
  new Refusal({
    status: 502,
    code: 'unreadable',
    by: 'service',
    message: "Switchboard could not read the service's response.",
  })

/**
 * Converts an unsuccessful answer of the service into a refusal for the dashboard. Its 401 and 403 concern the API key, not the operator,
 * and become 502. 5xx becomes 502, 429 becomes 503. An endpoint that the service does not offer becomes 404, whether the service answers
 * 404, 405 or 501 (interface 7). Other 4xx stay.
 */
export function refusedByService(exchange: Exchange & { kind: 'answer' }, now: number): Refusal {
  const { status } = exchange
  const parsed = readRefusal(status, exchange.body.toString('utf8'))
  if (status === 401 || status === 403) return serviceRefusedKey(parsed.message)
  const base = { ...parsed, by: 'service' as const }
  if (status === 429) {
    const waitSeconds = Math.ceil(readRetryAfter(exchange.headers['retry-after'], exchange.headers.date, now) / 1000)
    return new Refusal({
      ...base,
      status: 503,
      code: 'over_budget',
      retryAfter: waitSeconds,
      message: `The service does not accept more requests right now. Try again in ${waitSeconds} s.`,
    })
  }
  if (status >= 300 && status < 400)
    return new Refusal({
      ...base,
      status: 502,
      message: 'The service redirected Switchboard to another address. Switchboard does not follow redirects.',
    })
  if (status === 405 || status === 501) return new Refusal({ ...notOffered().data, by: 'service' })
  return new Refusal({ ...base, status: status >= 500 ? 502 : status })
}

/** Whether a 500 is Send Call's own report that the call failed (specification 7), not a proxy's error. */
export function isConfirmedFailure(endpoint: EndpointDefinition, status: number, body: string): boolean {
  if (endpoint.errorForm !== 'sendCall' || status !== 500) return false
  try {
    const parsed = JSON.parse(body) as { error?: unknown } | null
    return typeof parsed?.error === 'string' && parsed.error !== ''
  } catch {
    return false
  }
}
