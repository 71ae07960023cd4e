/** Which changes of an operator's roles and access are allowed, and why others are not. The gateway checks them again. */
import type { KnownOperator, OperatorDetail, Role } from '#contract/index.ts'
import * as texts from './texts.tsx'

type Access = Pick<KnownOperator, 'roles' | 'disabled'>
type OperatorAccess = Access & Pick<KnownOperator, 'id'>

const isAdmin = ({ roles, disabled }: Access) => !disabled && roles.includes('admin')

/** Whether a change gives somebody an administrator's access. Such a change has to be confirmed. */
export const makesAdmin = (before: Access, after: Access): boolean => !isAdmin(before) && isAdmin(after)

/** Whether this operator is the only one who can manage operators. */
export const isLastAdmin = (operator: OperatorAccess, all: readonly OperatorAccess[]): boolean =>
  isAdmin(operator) && !all.some((other) => other.id !== operator.id && isAdmin(other))

/**
 * Why this operator cannot be changed at all; '' if they can.
 *
 * @param demoIds the demo operators of a simulation
 */
export const changeProblem = ({ id }: OperatorAccess, demoIds: readonly string[]): string =>
  demoIds.includes(id) ? 'Demo users cannot be changed.' : ''

/** Why this operator cannot be disabled; '' if they can. */
export function disableProblem(
  operator: OperatorAccess,
  all: readonly OperatorAccess[],
  demoIds: readonly string[],
): string {
  const problem = changeProblem(operator, demoIds)
  if (problem) return problem
  return isLastAdmin(operator, all) ? texts.lastAdministrator : ''
}

/** Why no link for a new password can be made for this operator; '' if one can. */
export function passwordLinkProblem(
  { operator, hasPassword }: Pick<OperatorDetail, 'hasPassword'> & { operator: OperatorAccess },
  demoIds: readonly string[],
): string {
  const problem = changeProblem(operator, demoIds)
  if (problem) return problem
  if (operator.disabled) return 'This operator is disabled. Enable them first.'
  return hasPassword ? '' : 'This operator has no password, because they sign in with a provider.'
}

/** Why the chosen roles cannot be saved; '' if they can. */
export function rolesProblem(
  operator: OperatorAccess,
  all: readonly OperatorAccess[],
  chosen: readonly Role[],
): string {
  if (chosen.length === 0) return 'Choose at least one role. To remove all access, disable the operator.'
  if (isLastAdmin(operator, all) && !chosen.includes('admin')) return texts.lastAdministrator
  const isUnchanged = chosen.length === operator.roles.length && chosen.every((role) => operator.roles.includes(role))
  return isUnchanged ? 'You have not changed the roles.' : ''
}
