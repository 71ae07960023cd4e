/** Search entries: how they are stored, compared, and taken from answers of the service (contract: `searchEntries`). */
import { type RawBuilder, sql } from 'kysely'
import {
  digitsOf,
  type EndpointDefinition,
  foldText,
  type SearchEntry,
  type ServiceReadName,
  searchWords,
  serviceEndpoints,
} from '#contract/index.ts'

/** The value of the column `words`: name and id, folded for comparison. */
export const wordsOf = ({ title, id }: Pick<SearchEntry, 'title' | 'id'>): string => foldText(`${title} ${id}`)

/** The condition that a row's column contains the text. */
export const contains = (column: 'words' | 'digits' | 'phone', text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

/**
 * The condition that a row's `words` contain every word of the text; null when the text has no words.
 *
 * @param order `as typed` for a number: its groups are not words, since another number may contain each of them somewhere
 */
export function containsWordsOf(text: string, order: 'any' | 'as typed') {
  const words = order === 'any' ? searchWords(text) : [foldText(text)].filter(Boolean)
  const conditions = words.map((word) => contains('words', word))
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
