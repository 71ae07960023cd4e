/** Texts of files with records: what is wrong with a file, and what differs from it. */
import { plural } from '#ui/text/format-number.ts'

/** "a, b and c". */
const listOf = (items: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(items)

const kindNames = {
  agents: ['agent', 'agents'],
  flows: ['flow', 'flows'],
  messagingAgents: ['messaging agent', 'messaging agents'],
  messageFlows: ['message flow', 'message flows'],
} as const
type Kind = keyof typeof kindNames
export const kindName = (kind: Kind): string => kindNames[kind][0].replace(/^./, (letter) => letter.toUpperCase())
/** Such as "2 agents and 3 flows". */
export const recordCounts = (counts: Partial<Record<Kind, number>>): string =>
  listOf(
    (Object.keys(kindNames) as Kind[]).flatMap((kind) => {
      const count = counts[kind] ?? 0
      const [one, many] = kindNames[kind]
      return count === 0 ? [] : [plural(count, one, many)]
    }),
  )

// What is wrong with a file
export const otherVersion = (version: string) =>
  `This file has the version ${version} of the format, and this Switchboard reads version 1. Update Switchboard, or export the records again.`
export const notAList = (kind: string) => `In this file, “${kind}” is not a list. Export the records again.`

// What is wrong with a record
export const invalidFields = (fields: readonly string[]) =>
  `The service would refuse it because of: ${listOf([...new Set(fields.map((field) => field || 'its fields'))])}.`

// What differs from the file
export const numberInUse = (phoneNumber: string, agent: string) =>
  `Created without a phone number, because “${agent}” has ${phoneNumber}.`
export const fieldsLeftOut = (fields: readonly string[]) =>
  `Created without ${listOf(fields)}, which the service does not accept for a new record.`

// Import

// Export
export const exportLabel = 'Export'
/** What the list shows, with its filters. */
export const exportList = (count: number, [one, many]: readonly [one: string, many: string]) =>
  `Export ${plural(count, one, many)}`
export const exported = (counts: string) => `Exported ${counts}.`
export const stepsNotListed = (count: number) => ({
  title: 'Nothing was exported.',
  text: `The service leaves the steps of ${plural(count, 'flow', 'flows')} out of its list. Open a flow and export it there.`,
})
