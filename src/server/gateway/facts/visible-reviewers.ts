/** Whose decisions an operator sees with a name. Figures and lists of decisions have the same rule. */
import type { Operator } from '#contract/index.ts'
import { missingRole } from '../shared/refusals.ts'

/** The only reviewer whose decisions an operator sees with a name; null: administrators see everybody's. */
export const namedReviewer = ({ id, roles }: Operator): string | null => (roles.includes('admin') ? null : id)

/**
 * @param reviewerId the reviewer whose decisions are asked for; undefined: those of all
 * @throws Refusal 403 if the operator may not see the decisions of this reviewer apart from those of others
 */
export function visibleReviewer(operator: Operator, reviewerId: string | undefined): { namedReviewer: string | null } {
  const only = namedReviewer(operator)
  // guard: one-reviewer-is-counted-for-administrators
  if (only !== null && reviewerId !== undefined && reviewerId !== only)
    throw missingRole('Counting the decisions of another reviewer', ['admin'])
  return { namedReviewer: only }
}
