/** Names of roles. */
import { roleNames } from '#api/texts.ts'
import { type Role, roles } from '#contract/index.ts'

const capitalized = (text: string) => text[0]?.toUpperCase() + text.slice(1)

/** "Campaign manager". */
export const roleLabel = (role: Role): string => capitalized(roleNames[role])

const inOrder = (some: readonly Role[]) => roles.filter((role) => some.includes(role))
/** "Support, Reviewer". */
export const roleLabels = (some: readonly Role[]): string => inOrder(some).map(roleLabel).join(', ')
/** "support, reviewer", inside a sentence. */
export const rolesInSentence = (some: readonly Role[]): string =>
  inOrder(some)
    .map((role) => roleNames[role])
    .join(', ')
