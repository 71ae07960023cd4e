/** What the signed-in operator may do now, with the sentence that says why not. */
import { useRolePermission, useSession } from '#api/session.ts'
import { contract, type EndpointDefinition, type EndpointName, type Stop } from '#contract/index.ts'

/** Why nothing can be done with a record whose id the service did not send; '' where it did. */
export const unnamed = (id: string): string =>
  id === '' ? 'The service did not send the ID of this record, so it cannot be changed from here.' : ''

/** Why nobody may do this now; '' while changes are allowed, or where it only ends calls or changes nothing outside. */
function stopReason(name: EndpointName, stop: Stop | null): string {
  const { effect, sends }: EndpointDefinition = contract[name]
  if (!stop || !(sends || (effect && !effect.endsCalls))) return ''
  return `${stop.operator} stopped all changes (“${stop.reason}”).`
}

/**
 * @returns `allowed`: by their roles; `reason`: why not, or why nobody may while all changes are stopped, '' when nothing is against
 *   it. Give it to a button's `disabledReason` as it is
 */
export function usePermission(name: EndpointName) {
  const { stop } = useSession()
  const { allowed, reason } = useRolePermission(name)
  return { allowed, reason: reason || stopReason(name, stop) }
}
