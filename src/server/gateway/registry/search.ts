/**
 * Search over what the team has seen, and the line that stands beside what was found. What is common is found among the latest, what is
 * rare by an index of letters (migration 26): a search takes no longer the more was seen.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Found, foldText, searchWords } from '#contract/index.ts'
import { searchDigits } from '#phone/search-digits.ts'
import { isSqlite } from '#server/database/open.ts'
import type { Store } from '../store/store.ts'
import { batchRows, type Progress } from './batches.ts'
import { hasWordsOf, isIn } from './search-index.ts'

const mostFound = 30
/** Of each table so many of the latest rows are compared one by one. */
const latest = 2_000
/** The same where the index of letters cannot help. */
const latestOfShort = 10_000
/** Most rows that the index of letters leads to: they are compared too. */
const mostLed = sql.lit(2_000)
/** The index has nothing shorter. A text without anything this long, such as a name of two letters, is searched among the latest alone. */
const shortestEntry = 3
/** Of a number so many of its last digits are looked up: its first ones, of a country and an area, lead to too many. */
const lookedUpDigits = 8

/**
 * PostgreSQL is asked for so many of a text's last characters before it is asked for the text. Its index goes through the rows that the
 * first condition leads to: the end of a number or an id leads to few, its beginning to every row.
 */
const endsLookedUp = [3, 6]

/** "processing, 10 calls"; without the number where the service does not tell it. */
const noteOf = ({ status, total }: Progress): string =>
  total === null ? status : `${status}, ${total} ${total === 1 ? 'call' : 'calls'}`

/** What the index of letters is asked for, in the words of SQLite; null: nothing is long enough for it. */
function lettersOf(words: readonly string[], digits: readonly string[]): string | null {
  const entries = (column: string, parts: readonly string[]) =>
    parts
      .filter((part) => Array.from(part).length >= shortestEntry)
      .map((part) => `${column} : "${part.replaceAll('"', '""')}"`)
  const all = [
    entries('words', words).join(' AND '),
    ...entries(
      'digits',
      digits.map((one) => one.slice(-lookedUpDigits)),
    ),
  ].filter(Boolean)
  return all.length === 0 ? null : all.map((part) => `(${part})`).join(' OR ')
}

/** Conditions that hold wherever the parts are in the column, since their ends are in it too. */
const endsOf = (column: 'words' | 'digits', parts: readonly string[]): RawBuilder<boolean>[] =>
  parts.flatMap((part) => {
    const letters = Array.from(part)
    return endsLookedUp
      .filter((length) => length < letters.length)
      .map((length) => isIn(column, letters.slice(-length).join('')))
  })

const and = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`
const or = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`

interface Searched {
  table: RawBuilder<unknown>
  /** SQLite's index of its letters. */
  index: string
  /** Its key as `search_entries` has it. */
  kind: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** When it was last seen. */
  at: RawBuilder<unknown>
  /** What is wanted of a row. */
  columns: RawBuilder<unknown>
  /** A condition: what fits. */
  fits: RawBuilder<boolean>
  /** The same condition for PostgreSQL's index of letters. */
  fitsByEnds: RawBuilder<boolean>
}

/** The latest rows that fit. */
async function find<Row>(store: Store, searched: Searched, letters: string | null): Promise<Row[]> {
  const { table, index, kind, id, at, columns, fits, fitsByEnds } = searched
  const among = sql`(select * from ${table} order by ${at} desc limit ${sql.lit(letters === null ? latestOfShort : latest)}) as latest`
  const first =
    await sql<Row>`select ${columns} from ${among} where ${fits} order by ${at} desc limit ${sql.lit(mostFound)}`
      .execute(store)
      .then(({ rows }) => rows)
  if (first.length === mostFound || letters === null) return first
  // With the plus the database does not go through all of them by their time.
  const latestFirst = sql`order by +${at} desc limit ${sql.lit(mostFound)}`
  if (!isSqlite(store)) {
    const fitting = sql<Row>`select ${columns} from ${table} where ${fitsByEnds} ${latestFirst}`
    return (await fitting.execute(store)).rows
  }
  const led = sql`(select e.kind as led_kind, e.id as led_id from ${sql.table(index)} as l join search_entries as e on e.number = l.rowid
    where ${sql.ref(index)} match ${letters} order by l.rowid desc limit ${mostLed}) as led`
  const { rows } = await sql<Row>`select ${columns} from ${led} cross join ${table}
    where ${kind} = led_kind and ${id} = led_id and ${fits} ${latestFirst}`.execute(store)
  return rows
}

/** Finds what the team has seen by the words of its name and id, in any order, or by a part of its number in any spelling. */
export async function search(store: Store, text: string): Promise<Found[]> {
  const digits = searchDigits(text)
  const isNumber = digits.length > 0
  const hasWords = hasWordsOf(text, isNumber ? 'as typed' : 'any')
  if (!hasWords) return []
  const words = isNumber ? [foldText(text)] : searchWords(text)
  const hasWordsAndEnds = and([...endsOf('words', words), hasWords])
  const batchIds = await find<{ batch_id: string }>(
    store,
    {
      table: sql`known_batches`,
      index: 'known_batches_letters',
      kind: sql`'batch'`,
      id: sql`batch_id`,
      at: sql`seen_at`,
      columns: sql`batch_id`,
      fits: hasWords,
      fitsByEnds: hasWordsAndEnds,
    },
    lettersOf(words, []),
  )
  const numbers = digits.map((one) => ({ one, hasDigits: isIn('digits', one) }))
  const others = await find<Found>(
    store,
    {
      table: sql`seen`,
      index: 'seen_letters',
      kind: sql`kind`,
      id: sql`id`,
      at: sql`at`,
      columns: sql`kind, id, title, note`,
      fits: or([hasWords, ...numbers.map(({ hasDigits }) => hasDigits)]),
      fitsByEnds: or([
        hasWordsAndEnds,
        ...numbers.map(({ one, hasDigits }) => and([...endsOf('digits', [one]), hasDigits])),
      ]),
    },
    lettersOf(words, digits),
  )
  const ids = batchIds.map(({ batch_id }) => batch_id)
  const batches =
    ids.length === 0 ? [] : await batchRows(store).where('batch_id', 'in', ids).orderBy('seen_at', 'desc').execute()
  const found = batches.map(
    ({ batch_id: id, name: title, progress }): Found => ({
      kind: 'batch',
      id,
      title,
      note: progress === null ? '' : noteOf(JSON.parse(progress) as Progress),
    }),
  )
  return [...found, ...others].slice(0, mostFound)
}
