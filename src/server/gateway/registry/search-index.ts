/** Search entries: how they are stored, compared, and taken from answers of the service (contract: `searchEntries`). */
import { type RawBuilder, sql } from 'kysely'
import {
  digitsOf,
  type EndpointDefinition,
  foldText,
  type SearchEntry,
  type SearchPart,
  type ServiceReadName,
  searchParts,
  serviceEndpoints,
} from '#contract/index.ts'

/** The value of the column `words`: name and id, folded for comparison. */
export const wordsOf = ({ title, id }: Pick<SearchEntry, 'title' | 'id'>): string => foldText(`${title} ${id}`)

/** The condition that a row's column contains the text. */
export const contains = (column: 'words' | 'digits' | 'phone', text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

/**
 * The parts of a search, all of which a row's `words` have to contain.
 *
 * @param isNumber a number is one part: its groups are not words, since another number may contain each of them somewhere
 */
export const partsOf = (text: string, isNumber: boolean): readonly SearchPart[] =>
  isNumber ? [[foldText(text)]].filter(([folded]) => folded !== '') : searchParts(text)

/** The condition that a row's `words` contain every part; null when there are none. */
export function containsParts(parts: readonly SearchPart[]) {
  const conditions = parts.map(
    (part) =>
      sql`(${sql.join(
        part.map((word) => contains('words', word)),
        sql` or `,
      )})`,
  )
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** The entry of a call that a webhook named. */
export const entryOfAnnouncedCall = (roomName: string, toNumber: string, agentName: string): SearchEntry => ({
  kind: 'call',
  id: roomName,
  title: toNumber || roomName,
  note: agentName,
  digits: digitsOf(toNumber),
})

/** The search entries of an answer of the service. */
export function entriesIn(name: ServiceReadName, data: unknown): readonly SearchEntry[] {
  const { searchEntries: entriesOf }: EndpointDefinition = serviceEndpoints[name]
  return entriesOf?.(data as never) ?? []
}

/** Agents share one name table with messaging agents, and flows with message flows, since a conversation does not contain the kind. */
export const nameKinds: Record<string, 'agent' | 'flow'> = {
  agent: 'agent',
  'messaging-agent': 'agent',
  flow: 'flow',
  'message-flow': 'flow',
}
