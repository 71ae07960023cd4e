/** What the signed-in operator may do now, and why not. */
import { useRolePermission, useSession } from '#api/session.ts'
import { contract, type EndpointDefinition, type EndpointName, type Stop } from '#contract/index.ts'
import * as texts from './texts.tsx'

/** Why a record cannot be changed if the service did not send its ID; '' if it did. */
export const missingIdReason = (id: string): string => (id === '' ? texts.missingId : '')

/** Why nobody may do this now; '' if changes are allowed, or if it only ends calls or changes nothing at the service. */
function stopReason(name: EndpointName, stop: Stop | null): string {
  const { effect, sends }: EndpointDefinition = contract[name]
  if (!stop || !(sends || (effect && !effect.endsCalls))) return ''
  return texts.allChangesStopped(stop.operator, stop.reason)
}

/**
 * @returns `allowed`: whether their roles permit it; `reason`: why they may not do it now, for a button's `disabledReason`. '' if they
 *   may. While all changes are stopped there is a reason even if their roles permit it
 */
export function usePermission(name: EndpointName) {
  const { stop } = useSession()
  const { allowed, reason } = useRolePermission(name)
  return { allowed, reason: reason || stopReason(name, stop) }
}
