/** What the gateway keeps of things so that search finds them, and shows their names. What an answer shows: the contract (`finds`). */
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

/** Name and id as search compares them: the column `words`. */
export const wordsOf = ({ title, id }: Pick<SearchEntry, 'title' | 'id'>): string => foldText(`${title} ${id}`)

/** The condition on a row: the column holds this text. */
export const isIn = (column: 'words' | 'digits', text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

/**
 * The condition on a row: its `words` hold every word of the text. null: the text has no words.
 *
 * @param order `as typed` for a number, whose groups are no words: another number may hold each of them somewhere
 */
export function hasWordsOf(text: string, order: 'any' | 'as typed') {
  const words = order === 'any' ? searchWords(text) : [foldText(text)].filter(Boolean)
  const conditions = words.map((word) => isIn('words', word))
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** A call as an event names it. */
export const entryOfAnnouncedCall = (roomName: string, toNumber: string, agentName: string): SearchEntry => ({
  kind: 'call',
  id: roomName,
  title: toNumber || roomName,
  note: agentName,
  digits: digitsOf(toNumber),
})

/** What search finds in the answer of a read. */
export function entriesIn(name: ServiceReadName, data: unknown): readonly SearchEntry[] {
  const { finds }: EndpointDefinition = serviceEndpoints[name]
  return finds?.(data as never) ?? []
}

/** Whose name each kind is: a conversation may be with an agent of calls or of messages, and does not say. */
export const namedAs: Record<string, 'agent' | 'flow'> = {
  agent: 'agent',
  'messaging-agent': 'agent',
  flow: 'flow',
  'message-flow': 'flow',
}
