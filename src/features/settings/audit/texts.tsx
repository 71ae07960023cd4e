/** Texts of the audit, which lists all commands of all operators. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'

// audit-part.tsx
export const audit = 'Audit'
export const noun = ['entry', 'entries'] as const
export const fromFilter = 'From'
export const toFilter = 'To'
export const noOlderEntries = (isFiltered: boolean) =>
  isFiltered ? 'No older entries match these filters' : 'No older entries'

// target-filter.tsx
export const namedTarget = (name: string, kind: string) => `${name}, ${kind}`

// columns.tsx
/** Shown as the operator of actions that Switchboard took by itself. */
export const switchboard = 'Switchboard'
export const stepCount = (count: number) => plural(count, 'step', 'steps')
/** "In progress, by Priya Raman". */
export const stepText = (outcome: string, operator: string | null) => `${outcome}, by ${operator ?? switchboard}`
export const endedBy = (operator: string | null) => `by ${operator ?? switchboard}`
/** "Cleo Hart: Support, Reviewer". */
export const operatorWithRoles = (operator: string, roles: string) => `${operator}: ${roles}`
export const recipientsFingerprint = (fingerprint: ReactNode) => <>recipients {fingerprint}</>
export const rejectReason = (reason: ReactNode) => <>reason: {reason}</>
export const notCalled = (people: number) => `${plural(people, 'person is', 'people are')} not called`
export const calledOptedOut = (rows: number) => `includes ${plural(rows, 'row', 'rows')} marked do not call`

// audit-pagination.tsx
export const manyEntries = (limit: number) => `More than ${number(limit)} entries`
export const entries = (total: number) => plural(total, 'entry', 'entries')
export const newestEntries = 'Newest entries'

// export-audit.tsx
export const versionLink = (version: number) => `Version ${number(version)}`
