/** Texts of the audit, which lists all commands of all operators. */

// audit-part.tsx
export const audit = 'Audit'
export const noun = ['entry', 'entries'] as const
export const fromFilter = 'From'
export const toFilter = 'To'

// columns.tsx
/** Shown as the operator of actions that Switchboard took by itself. */
export const switchboard = 'Switchboard'
/** "In progress, by Priya Raman". */
export const stepText = (outcome: string, operator: string | null) => `${outcome}, by ${operator ?? switchboard}`
/** "Cleo Hart: Support, Reviewer". */
export const operatorWithRoles = (operator: string, roles: string) => `${operator}: ${roles}`

export const newestEntries = 'Newest entries'
