/**
 * Search over the registry. Frequent texts are found among the latest rows, rare ones by an index of letter sequences, so
 * that a search takes the same time however many rows are stored.
 */
import { type RawBuilder, sql } from 'kysely'
import { digitsOf, type Found, type SearchPart } from '#contract/index.ts'
import { searchDigits } from '#phone/search-digits.ts'
import { isSqlite } from '#server/database/open.ts'
import type { Store } from '../store/store.ts'
import { batchRows, type Progress } from './batches.ts'
import { contains, containsParts, partsOf } from './search-index.ts'

const maxResults = 30
/** The latest rows of each table are compared one by one. */
const maxScannedRows = 2_000
/** As `maxScannedRows`, for texts that are too short for the index. */
const maxScannedRowsForShortText = 10_000
/** At most this many rows from the index are compared. */
const maxIndexRows = sql.lit(2_000)
/** The index has no shorter entries. Shorter texts, such as a name of two letters, are searched among the latest rows only. */
const minIndexedLength = 3
/** How many of a number's last digits are looked up. Its first digits, of country and area, match too many rows. */
const indexedDigits = 8

/**
 * On PostgreSQL, conditions on a text's last characters (this many) come before the condition on the whole text. Its index reads all rows
 * that match the first condition: the end of a number or an id matches few rows, its beginning matches all.
 */
const suffixLengths = [3, 6]

/** "processing, 10 calls", or only the status when the service does not report the number. */
const noteOf = ({ status, total }: Progress): string =>
  total === null ? status : `${status}, ${total} ${total === 1 ? 'call' : 'calls'}`

const isIndexed = (part: string) => Array.from(part).length >= minIndexedLength
const quoted = (part: string) => `"${part.replaceAll('"', '""')}"`

/** The query for SQLite's full-text index; null when every part is too short for it. */
export function indexQueryOf(parts: readonly SearchPart[], digits: readonly string[]): string | null {
  const words = parts
    .filter((spellings) => spellings.every(isIndexed))
    .map((spellings) => `words : (${spellings.map(quoted).join(' OR ')})`)
  const numbers = digits
    .map((part) => part.slice(-indexedDigits))
    .filter(isIndexed)
    .map((part) => `digits : ${quoted(part)}`)
  const clauses = [words.join(' AND '), ...numbers].filter(Boolean)
  return clauses.length === 0 ? null : clauses.map((part) => `(${part})`).join(' OR ')
}

/** Conditions that hold for every row whose column contains the parts, since it contains their suffixes too. */
export const suffixConditions = (column: 'words' | 'digits', parts: readonly string[]): RawBuilder<boolean>[] =>
  parts.flatMap((part) => {
    const letters = Array.from(part)
    return suffixLengths
      .filter((length) => length < letters.length)
      .map((length) => contains(column, letters.slice(-length).join('')))
  })

const and = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`
const or = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** The condition that a row's words contain every part, with the conditions of `suffixConditions` for each spelling. */
export const containsPartsBySuffix = (parts: readonly SearchPart[]): RawBuilder<boolean> =>
  and(parts.map((part) => or(part.map((word) => and([...suffixConditions('words', [word]), contains('words', word)])))))

interface SearchedTable {
  table: RawBuilder<unknown>
  /** SQLite's full-text index of the table. */
  index: string
  /** The row's key in `search_entries`: kind and id. */
  kind: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** The column with the date at which the row was last seen. */
  at: RawBuilder<unknown>
  /** The selected columns. */
  columns: RawBuilder<unknown>
  /** The condition of the search. */
  matches: RawBuilder<boolean>
  /** The same condition for PostgreSQL's index of letters. */
  matchesBySuffix: RawBuilder<boolean>
  /** How many of the latest rows are compared one by one; `maxScannedRows` without it. */
  scannedRows?: number
  /** The most results; `maxResults` without it. */
  limit?: number
}

/** Finds the latest rows that match. */
export async function findRows<Row>(
  store: Store,
  searchedTable: SearchedTable,
  indexQuery: string | null,
): Promise<Row[]> {
  const { table, index, kind, id, at, columns, matches, matchesBySuffix } = searchedTable
  const { scannedRows = maxScannedRows, limit = maxResults } = searchedTable
  const latestRows = sql`(select * from ${table} order by ${at} desc limit ${sql.lit(indexQuery === null ? maxScannedRowsForShortText : scannedRows)}) as latest`
  const latestMatches =
    await sql<Row>`select ${columns} from ${latestRows} where ${matches} order by ${at} desc limit ${sql.lit(limit)}`
      .execute(store)
      .then(({ rows }) => rows)
  if (latestMatches.length === limit || indexQuery === null) return latestMatches
  // The plus keeps the database from scanning all rows by time.
  const latestFirst = sql`order by +${at} desc limit ${sql.lit(limit)}`
  if (!isSqlite(store)) {
    const matching = sql<Row>`select ${columns} from ${table} where ${matchesBySuffix} ${latestFirst}`
    return (await matching.execute(store)).rows
  }
  const indexedRows = sql`(select e.kind as entry_kind, e.id as entry_id from ${sql.table(index)} as l join search_entries as e on e.number = l.rowid
    where ${sql.ref(index)} match ${indexQuery} order by l.rowid desc limit ${maxIndexRows}) as indexed`
  const { rows } = await sql<Row>`select ${columns} from ${indexedRows} cross join ${table}
    where ${kind} = entry_kind and ${id} = entry_id and ${matches} ${latestFirst}`.execute(store)
  return rows
}

const seenEntries = { table: sql`seen`, index: 'seen_letters', kind: sql`kind`, id: sql`id`, at: sql`at` }

/**
 * Finds the latest calls of a number that were seen.
 *
 * @param number E.164
 * @returns their rooms, and when they were last seen, epoch ms
 */
export function findCallsOfNumber(store: Store, number: string): Promise<{ id: string; at: number }[]> {
  const digits = digitsOf(number)
  return findRows(
    store,
    {
      ...seenEntries,
      columns: sql`id, at`,
      matches: sql`kind = 'call' and digits = ${digits}`,
      matchesBySuffix: and([
        ...suffixConditions('digits', [digits]),
        contains('digits', digits),
        sql`kind = 'call' and digits = ${digits}`,
      ]),
    },
    indexQueryOf([], [digits]),
  )
}

/** Finds entries by the words of their name and id, in any order, or by a part of their number, in any spelling. */
export async function search(store: Store, text: string): Promise<Found[]> {
  const digits = searchDigits(text)
  const isNumber = digits.length > 0
  const parts = partsOf(text, isNumber)
  const hasWords = containsParts(parts)
  if (!hasWords) return []
  const hasWordsAndSuffixes = containsPartsBySuffix(parts)
  const batchIds = await findRows<{ batch_id: string }>(
    store,
    {
      table: sql`known_batches`,
      index: 'known_batches_letters',
      kind: sql`'batch'`,
      id: sql`batch_id`,
      at: sql`seen_at`,
      columns: sql`batch_id`,
      matches: hasWords,
      matchesBySuffix: hasWordsAndSuffixes,
    },
    indexQueryOf(parts, []),
  )
  const numbers = digits.map((part) => ({ one: part, hasDigits: contains('digits', part) }))
  const otherEntries = await findRows<Found>(
    store,
    {
      ...seenEntries,
      columns: sql`kind, id, title, note`,
      matches: or([hasWords, ...numbers.map(({ hasDigits }) => hasDigits)]),
      matchesBySuffix: or([
        hasWordsAndSuffixes,
        ...numbers.map(({ one, hasDigits }) => and([...suffixConditions('digits', [one]), hasDigits])),
      ]),
    },
    indexQueryOf(parts, digits),
  )
  const ids = batchIds.map(({ batch_id }) => batch_id)
  const batches =
    ids.length === 0 ? [] : await batchRows(store).where('batch_id', 'in', ids).orderBy('seen_at', 'desc').execute()
  const batchEntries = batches.map(
    ({ batch_id: id, name: title, progress }): Found => ({
      kind: 'batch',
      id,
      title,
      note: progress === null ? '' : noteOf(JSON.parse(progress) as Progress),
    }),
  )
  return [...batchEntries, ...otherEntries].slice(0, maxResults)
}
