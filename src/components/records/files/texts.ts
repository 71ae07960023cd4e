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

// What is wrong with a record
export const invalidFields = (fields: readonly string[]) =>
  `The service would refuse it because of: ${listOf([...new Set(fields.map((field) => field || 'its fields'))])}.`

// Export
/** What the list shows, with its filters. */
export const exportList = (count: number, [one, many]: readonly [one: string, many: string]) =>
  `Export ${plural(count, one, many)}`
