/** What the gateway says when it, the service or the network refuses: one form, a plain sentence, a sensible status. */
import { type EndpointDefinition, Refusal, type RefusalData, type Role, readRefusal } from '#contract/index.ts'
import type { Exchange } from '../upstream/client.ts'
import { readRetryAfter } from '../upstream/retry-after.ts'

type Words = Partial<RefusalData> & Pick<RefusalData, 'status' | 'code' | 'message'>

/** A refusal of the gateway's own. */
export const refusal = (words: Words): Refusal => new Refusal({ by: 'gateway', ...words })

export const notFound = (message = 'There is nothing at this address.'): Refusal =>
  refusal({ status: 404, code: 'not_found', message })

/** The client went away before the request was complete. Nobody reads this answer except the log. */
export const brokenOff = (): Refusal =>
  refusal({
    status: 400,
    code: 'broken_off',
    message: 'The request broke off before it was complete. Nothing was sent.',
  })

export const notConfigured = (): Refusal =>
  refusal({ status: 400, code: 'invalid_request', message: 'This workspace is not configured.' })

export const signInFirst = (): Refusal =>
  refusal({ status: 401, code: 'sign_in', message: 'You are signed out. Nothing was sent. Sign in and try again.' })

/** A read that only the database could answer. */
export const databaseAway = (
  message = "Switchboard's database is not answering, so this cannot be shown now. Nothing was sent. Batches can still be cancelled.",
): Refusal => refusal({ status: 503, code: 'database_away', message, retryAfter: 5 })

/** The session cannot be looked up now, which does not mean that they are signed out. */
export const cannotVerify = (): Refusal =>
  databaseAway(
    "Switchboard's database is not answering, so we cannot check who you are. Nothing was sent. Try again soon.",
  )

export const emailTaken = (): Refusal =>
  refusal({
    status: 400,
    code: 'email_taken',
    message: 'There is an operator with this e-mail already.',
    fields: { email: 'There is an operator with this e-mail already.' },
  })

const roleNames: Record<Role, string> = {
  support: 'support',
  campaign_manager: 'campaign manager',
  reviewer: 'reviewer',
  admin: 'administrator',
}
/** What needs the role, for the sentence; else the endpoint's summary stands in. */
const deeds: Partial<Record<string, string>> = {
  launchStart: 'Starting batches',
  recipientsCheck: 'Starting batches',
  launchRestStart: 'Starting batches',
  launchRestDiscard: 'Starting batches',
  batchCancel: 'Cancelling batches',
  batchesCancel: 'Cancelling batches',
  batchValidate: 'Checking files',
  batchPreview: 'Checking files',
  callSend: 'Placing calls',
  callPlace: 'Placing calls',
  messageAction: 'Deciding about messages',
  decisionMake: 'Deciding about messages',
  decisionUndo: 'Deciding about messages',
  decisionDismiss: 'Deciding about messages',
  decisionSendNow: 'Deciding about messages',
  claimTake: 'Reviewing messages',
  claimRelease: 'Reviewing messages',
  operatorList: 'Looking after operators',
  operatorInvite: 'Inviting operators',
  operatorUpdate: 'Changing operators',
  historyList: 'Reading the audit',
  historyExport: 'Reading the audit',
  connectionTest: 'Testing the connection',
  activeCallEnd: 'Ending calls',
  activeCallTakeOver: 'Taking over calls',
  messageGenerate: 'Drafting messages',
  effectSettle: 'Settling this',
}

/** The role is missing: names the roles that would do (experience: No permission). */
export function missingRole(name: string, needed: readonly Role[]): Refusal {
  const others = needed.filter((role) => role !== 'admin').map((role) => roleNames[role])
  const who = others.length === 0 ? roleNames.admin : others.join(' or ')
  return refusal({
    status: 403,
    code: 'role_required',
    message: `${deeds[name] ?? 'This'} needs the ${who} role. Ask an administrator.`,
  })
}

const whyOver = (perMinute: number) => ({
  pause: 'The service is taking no more requests for now.',
  budget: `The organisation's limit of ${perMinute} requests a minute is used up.`,
  share: 'You have used your share of the requests that the organisation may make in a minute.',
})

/** Reads and commands that have to wait. `sent` is always no. */
export function overBudget(seconds: number, perMinute: number, by: 'budget' | 'pause' | 'share'): Refusal {
  const wait = Math.max(1, Math.ceil(seconds))
  return refusal({
    status: 503,
    code: 'over_budget',
    retryAfter: wait,
    message: `${whyOver(perMinute)[by]} Nothing was sent. Try again in ${wait} s.`,
  })
}

export const notOffered = (): Refusal =>
  refusal({ status: 404, code: 'not_offered', message: 'The connected service does not offer this.' })

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
export function saysThatItFailed(endpoint: EndpointDefinition, status: number, body: string): boolean {
  if (endpoint.errorForm !== 'sendCall' || status !== 500) return false
  try {
    const parsed = JSON.parse(body) as { error?: unknown } | null
    return typeof parsed?.error === 'string' && parsed.error !== ''
  } catch {
    return false
  }
}
