/** Texts of the API layer: refusals that the browser itself creates, and the names of roles. */
import type { Role } from '#contract/index.ts'

// client.ts
const mayBeRecorded = 'Your request may have been recorded. Try again: it will not be done twice.'
const tellAdministrator = 'If this happens again, tell an administrator.'
export const commandUnanswered = `Switchboard did not respond. ${mayBeRecorded}`
// For answers without an explanation, such as the error page of a proxy
export const readUnexplained = (status: number) =>
  `This could not be loaded (status ${status}), and no reason was given. ${tellAdministrator}`
export const commandRefusedUnexplained = (status: number) =>
  `Your request was refused (status ${status}), and no reason was given. Nothing was sent. ${tellAdministrator}`
export const commandUnexplained = (status: number) =>
  `Something went wrong (status ${status}), and no reason was given. ${mayBeRecorded}`

// session.ts
export const roleNames: Readonly<Record<Role, string>> = {
  support: 'support',
  campaign_manager: 'campaign manager',
  reviewer: 'reviewer',
  admin: 'administrator',
}
/**
 * @param action the label of the endpoint, such as "Starting batches"
 * @param roles the roles that may use it, at least one
 */
export const roleRequired = (action: string, roles: readonly Role[]) =>
  `${action} needs the ${roles.map((role) => roleNames[role]).join(' or ')} role. Ask an administrator.`
