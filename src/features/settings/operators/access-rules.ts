/** Whose roles and access may be taken away, and why not. Pure; the gateway has the last word. */
import type { KnownOperator, Role } from '#contract/index.ts'

type Somebody = Pick<KnownOperator, 'id' | 'roles' | 'disabled'>

const isAdmin = ({ roles, disabled }: Omit<Somebody, 'id'>) => !disabled && roles.includes('admin')

/** Whether a change makes somebody an administrator who can sign in. Such a change has to be confirmed. */
export const makesAdmin = (before: Omit<Somebody, 'id'>, after: Omit<Somebody, 'id'>): boolean =>
  !isAdmin(before) && isAdmin(after)

/** Whether nobody else could manage operators. */
export const isLastAdmin = (operator: Somebody, all: readonly Somebody[]): boolean =>
  isAdmin(operator) && !all.some((other) => other.id !== operator.id && isAdmin(other))

/**
 * Why nothing of this operator can be changed.
 *
 * @param ready ids of the ready operators of a simulation
 * @returns a sentence, or '' where something can
 */
export const unchangeable = ({ id }: Somebody, ready: readonly string[]): string =>
  ready.includes(id) ? 'The ready operators of a simulation stay as they are.' : ''

/** Why this operator cannot be disabled; '' where they can. */
export function cannotDisable(operator: Somebody, all: readonly Somebody[], ready: readonly string[]): string {
  const always = unchangeable(operator, ready)
  if (always) return always
  return isLastAdmin(operator, all)
    ? 'This is the last administrator. Make somebody else one first, or nobody could manage operators.'
    : ''
}

/** Why the roles chosen cannot be saved; '' where they can. */
export function cannotSave(operator: Somebody, all: readonly Somebody[], chosen: readonly Role[]): string {
  if (chosen.length === 0) return 'Choose at least one role. To shut somebody out, disable them.'
  if (isLastAdmin(operator, all) && !chosen.includes('admin')) {
    return 'This is the last administrator. Make somebody else one first, or nobody could manage operators.'
  }
  const same = chosen.length === operator.roles.length && chosen.every((role) => operator.roles.includes(role))
  return same ? 'These are the roles they have now.' : ''
}
