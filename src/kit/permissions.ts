/** What the signed-in operator may do now, and why not. */
import { useRolePermission, useSession } from '#api/session.ts'
import { type EndpointName, type RequestDefinition, requests, type Stop } from '#contract/index.ts'

/** Why a record cannot be changed if the service did not send its ID; '' if it did. */
export const missingIdReason = (id: string): string =>
  id === '' ? 'The service did not send the ID of this record, so you cannot change it here.' : ''

/** Why nobody may use this endpoint now; '' if changes are allowed, or if it only ends calls or changes nothing at the service. */
function stopReason(name: EndpointName, stop: Stop | null): string {
  const { effect, sends }: RequestDefinition = requests[name]
  if (!stop || !(sends || (effect && !effect.endsCalls))) return ''
  return `${stop.operator} stopped all changes (“${stop.reason}”).`
}

/**
 * Whether the signed-in operator may use an endpoint.
 *
 * @returns `allowed`: whether the operator's roles permit it. `reason`: why the operator may not use it now, for a button's
 *   `disabledReason`; '' if the operator may. While all changes are stopped, there is a reason even if `allowed`
 */
export function usePermission(name: EndpointName) {
  const { stop } = useSession()
  const { allowed, reason } = useRolePermission(name)
  return { allowed, reason: reason || stopReason(name, stop) }
}
