/** Names of roles. */
import { roleNames } from '#api/texts.ts'
import { type Role, roles } from '#contract/index.ts'

const capitalized = (text: string) => text[0]?.toUpperCase() + text.slice(1)

/** "Campaign manager". */
export const roleLabel = (role: Role): string => capitalized(roleNames[role])

const inOrder = (chosen: readonly Role[]) => roles.filter((role) => chosen.includes(role))
/** "Support, Reviewer". */
export const roleLabels = (chosen: readonly Role[]): string => inOrder(chosen).map(roleLabel).join(', ')
/** "support, reviewer", inside a sentence. */
export const rolesInSentence = (chosen: readonly Role[]): string =>
  inOrder(chosen)
    .map((role) => roleNames[role])
    .join(', ')
