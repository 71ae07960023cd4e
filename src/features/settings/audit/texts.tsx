/** Texts of the audit, which lists all commands of all operators. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'

// audit-part.tsx
export const audit = 'Audit'
export const noun = ['entry', 'entries'] as const
export const fromFilter = 'From'
export const toFilter = 'To'
export const noEntries = 'No entries yet'
export const noEntriesHint =
  'Switchboard records every command here before it sends it: calls, batches, decisions and changes.'
export const noOlderEntries = (isFiltered: boolean) =>
  isFiltered ? 'No older entries match these filters' : 'No older entries'
export const noOlderEntriesHint = 'All entries are on the pages before this one.'

// target-filter.tsx
export const targetFilter = 'Target'
export const targetPlaceholder = 'Name or ID'
export const targetHint = 'Type a name, or paste an ID.'
export const noMatchingTarget = 'No results. You can also paste an ID.'
export const operatorKind = 'operator'
/** Shown as the kind of a target of which only the ID is known. */
export const idKind = 'ID'
export const namedTarget = (name: string, kind: string) => `${name}, ${kind}`

// time-filter.tsx
export const timeZone = (zone: string) => `Your time zone: ${zone}`

// columns.tsx
export const timeColumn = 'Time'
export const operatorColumn = 'Operator'
/** Shown as the operator of actions that Switchboard took by itself. */
export const switchboard = 'Switchboard'
export const actionColumn = 'Action'
export const targetColumn = 'Target'
export const noTarget = '–'
export const outcomeColumn = 'Outcome'
export const stepCount = (count: number) => plural(count, 'step', 'steps')
/** "In progress, by Priya Raman". */
export const stepText = (outcome: string, operator: string | null) => `${outcome}, by ${operator ?? switchboard}`
export const endedBy = (operator: string | null) => `by ${operator ?? switchboard}`
export const copiedId = (kind: string) => `${kind} ID`
/** "Cleo Hart: Support, Reviewer". */
export const operatorWithRoles = (operator: string, roles: string) => `${operator}: ${roles}`
export const recipientsFingerprint = (fingerprint: ReactNode) => <>recipients {fingerprint}</>
export const rejectReason = (reason: ReactNode) => <>reason: {reason}</>
export const notCalled = (people: number) => `${plural(people, 'person is', 'people are')} not called`
export const calledOptedOut = (rows: number) => `includes ${plural(rows, 'row', 'rows')} marked do not call`

// audit-pagination.tsx
export const pages = 'Pages of entries'
export const manyEntries = (limit: number) => `More than ${number(limit)} entries`
export const entries = (total: number) => plural(total, 'entry', 'entries')
export const newestEntries = 'Newest entries'
export const olderEntries = 'Older entries'

// export-audit.tsx
export const exportAudit = 'Export as CSV'
export const exportFailed = 'The audit was not exported.'
export const versionLink = (version: number) => `Version ${number(version)}`
