/** Refusals of the gateway itself. Those of the service are in `upstream/refusals.ts`. */
import { Refusal, type RefusalData, type Role } from '#contract/index.ts'

type RefusalInit = Partial<RefusalData> & Pick<RefusalData, 'status' | 'code' | 'message'>

/** Creates a refusal of the gateway. */
export const refusal = (init: RefusalInit): Refusal => new Refusal({ by: 'gateway', ...init })

export const notFound = (message = 'Nothing was found at this address.'): Refusal =>
  refusal({ status: 404, code: 'not_found', message })

/** The client disconnected before the request was complete. Only the log shows this. */
export const requestIncomplete = (): Refusal =>
  refusal({
    status: 400,
    code: 'broken_off',
    message: 'The request was interrupted before it was complete. Nothing was sent.',
  })

/** The disk of the data folder is full, or cannot be written. */
export const uploadNotStored = (): Refusal =>
  refusal({
    status: 503,
    code: 'not_recorded',
    message:
      "Switchboard could not store this file, so nothing was sent. Ask an administrator to check this server's disk.",
  })

export const workspaceNotConfigured = (): Refusal =>
  refusal({ status: 400, code: 'invalid_request', message: 'This workspace is not configured. Nothing was sent.' })

export const signInRequired = (): Refusal =>
  refusal({ status: 401, code: 'sign_in', message: 'You are signed out. Nothing was sent. Sign in and try again.' })

/** A read needs the database, which is not available. */
export const databaseUnavailable = (
  message = "Switchboard's database is not responding, so this cannot be shown now. Nothing was sent. You can still cancel batches.",
): Refusal => refusal({ status: 503, code: 'database_away', message, retryAfter: 5 })

/** The session cannot be verified now, which does not mean that the operator is signed out. */
export const cannotVerify = (): Refusal =>
  databaseUnavailable(
    "Switchboard's database is not responding, so your session cannot be verified. Nothing was sent. Try again soon.",
  )

export const emailTaken = (): Refusal =>
  refusal({
    status: 400,
    code: 'email_taken',
    message: 'An operator with this e-mail already exists.',
    fields: { email: 'An operator with this e-mail already exists.' },
  })

const roleNames: Record<Role, string> = {
  support: 'support',
  campaign_manager: 'campaign manager',
  reviewer: 'reviewer',
  admin: 'administrator',
}
/** Names the roles that may do this (experience: No permission). @param label of the endpoint */
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
  refusal({ status: 404, code: 'not_offered', message: 'The connected service does not support this.' })
