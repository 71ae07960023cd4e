/** Refusals of the gateway itself: one form, a plain sentence, a sensible status. Those of the service: `upstream/refusals.ts`. */
import { Refusal, type RefusalData, type Role } from '#contract/index.ts'

type Words = Partial<RefusalData> & Pick<RefusalData, 'status' | 'code' | 'message'>

/** A refusal of the gateway's own. */
export const refusal = (words: Words): Refusal => new Refusal({ by: 'gateway', ...words })

export const notFound = (message = 'There is nothing at this address.'): Refusal =>
  refusal({ status: 404, code: 'not_found', message })

/** The client went away before the request was complete. Nobody reads this answer except the log. */
export const requestIncomplete = (): Refusal =>
  refusal({
    status: 400,
    code: 'broken_off',
    message: 'The request broke off before it was complete. Nothing was sent.',
  })

export const workspaceNotConfigured = (): Refusal =>
  refusal({ status: 400, code: 'invalid_request', message: 'This workspace is not configured.' })

export const signInRequired = (): Refusal =>
  refusal({ status: 401, code: 'sign_in', message: 'You are signed out. Nothing was sent. Sign in and try again.' })

/** A read that only the database could answer. */
export const databaseUnavailable = (
  message = "Switchboard's database is not answering, so this cannot be shown now. Nothing was sent. Batches can still be cancelled.",
): Refusal => refusal({ status: 503, code: 'database_away', message, retryAfter: 5 })

/** The session cannot be looked up now, which does not mean that they are signed out. */
export const cannotVerify = (): Refusal =>
  databaseUnavailable(
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
/** The role is missing: names the roles that would do (experience: No permission). `label`: the endpoint's. */
export function missingRole(label: string, needed: readonly Role[]): Refusal {
  const others = needed.filter((role) => role !== 'admin').map((role) => roleNames[role])
  const who = others.length === 0 ? roleNames.admin : others.join(' or ')
  return refusal({
    status: 403,
    code: 'role_required',
    message: `${label} needs the ${who} role. Ask an administrator.`,
  })
}

export const notOffered = (): Refusal =>
  refusal({ status: 404, code: 'not_offered', message: 'The connected service does not offer this.' })
