/** The columns, filters and order of a list of records. Filters, order and columns are in the address. Pure. */
import * as z from 'zod/mini'
import { type Pagination, pageLimit } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'

export interface RecordColumn<Row> extends Omit<DataColumn<Row>, 'header' | 'order' | 'visibleFrom'> {
  header: string
  /** The ascending order of the column. */
  compare: (one: Row, other: Row) => number
  /** The first press on the heading sorts in descending order, such as the latest update first. */
  isDescendingFirst?: boolean
  /** Hidden until the operator chooses it. */
  isExtra?: boolean
}

interface FilterOption<Row> {
  value: string
  label: string
  matches: (row: Row) => boolean
}

export interface RecordFilter<Row> {
  /** Its parameter in the address. */
  id: string
  label: string
  /** Chips for a few known options, a list for many. */
  shape: 'chips' | 'list'
  optionsOf: (rows: readonly Row[]) => readonly FilterOption<Row>[]
}

export interface RecordTable<Row> {
  /** The first one is the heading of each row, and always shown. */
  columns: readonly [RecordColumn<Row>, ...RecordColumn<Row>[]]
  filters: readonly RecordFilter<Row>[]
  /** The column that sorts the list unless the operator chooses another. */
  firstSort: string
  matches: (search: string, row: Row) => boolean
  rowKey: (row: Row) => string
}

const word = z._default(z.string(), '')

/** The state of a list in its address. */
const baseSearch = {
  page: z._default(z.pipe(z.coerce.number<string | undefined>(), z.int().check(z.gte(1))), 1),
  search: word,
  /** A column. '': the first one of the table. */
  sort: word,
  order: z.optional(z.enum(['ascending', 'descending'])),
  /** The IDs of the columns, separated by commas. '': what this browser stores, or the usual ones. */
  columns: word,
  /** Whether a list of more than one page of the service is loaded whole. */
  all: z.optional(z.enum(['yes'])),
}
const BaseSearch = z.object(baseSearch)
export type RecordSearch = z.output<typeof BaseSearch> & { filters: Readonly<Record<string, string>> }

/** The schema of a list's address, for `useSearch`: the state, and one parameter for each filter. */
export const searchSchemaOf = <Row>({ filters }: Pick<RecordTable<Row>, 'filters'>) =>
  z.object({ ...baseSearch, ...Object.fromEntries(filters.map(({ id }) => [id, word])) })

/** The parsed address with its filters apart. */
export function recordSearchOf<Row>({ filters }: Pick<RecordTable<Row>, 'filters'>, parsed: object): RecordSearch {
  const values = parsed as Record<string, unknown>
  const chosen = filters.flatMap(({ id }) => (values[id] ? [[id, String(values[id])] as const] : []))
  return { ...(parsed as z.output<typeof BaseSearch>), filters: Object.fromEntries(chosen) }
}

/** The chosen column and its order. */
export function sortOf<Row>(table: RecordTable<Row>, { sort, order }: Pick<RecordSearch, 'sort' | 'order'>) {
  const [first] = table.columns
  const columnOf = (id: string) => table.columns.find((column) => column.id === id)
  const column = columnOf(sort) ?? columnOf(table.firstSort) ?? first
  const firstOrder = column.isDescendingFirst ? ('descending' as const) : ('ascending' as const)
  return { column, order: order ?? firstOrder, firstOrder }
}

/** What a press on a heading puts into the address. A second press turns the order around. */
export function pressHeading<Row>(table: RecordTable<Row>, search: Pick<RecordSearch, 'sort' | 'order'>, id: string) {
  const now = sortOf(table, search)
  const opposite = now.order === 'ascending' ? ('descending' as const) : ('ascending' as const)
  const isTurned = now.column.id === id && opposite !== now.firstOrder
  return { sort: id === table.firstSort ? '' : id, order: isTurned ? opposite : undefined }
}

const optionIn = <Row>(filter: RecordFilter<Row>, rows: readonly Row[], value: string | undefined) =>
  value === undefined ? undefined : filter.optionsOf(rows).find((option) => option.value === value)

export interface CountedOption {
  value: string
  label: string
  /** Rows that this option would show, with the other filters and the search as they are. */
  count: number
}

/** The rows that the search and the filters leave, sorted, and how many each option of a filter would leave. */
export function applyTable<Row>(table: RecordTable<Row>, rows: readonly Row[], search: RecordSearch) {
  const text = search.search.trim()
  const found = text === '' ? rows : rows.filter((row) => table.matches(text, row))
  // An unknown value in the address filters nothing.
  const chosen = table.filters.flatMap((filter) => {
    const option = optionIn(filter, rows, search.filters[filter.id])
    return option ? [{ id: filter.id, option }] : []
  })
  const without = (id: string) => found.filter((row) => chosen.every((one) => one.id === id || one.option.matches(row)))
  const filters = table.filters.map((filter) => {
    const others = without(filter.id)
    const options: CountedOption[] = filter
      .optionsOf(rows)
      .map(({ value, label, matches }) => ({ value, label, count: others.filter(matches).length }))
    return {
      ...filter,
      value: chosen.find(({ id }) => id === filter.id)?.option.value ?? null,
      options,
      all: others.length,
    }
  })
  const { column, order } = sortOf(table, search)
  const sign = order === 'ascending' ? 1 : -1
  const matches = found
    .filter((row) => chosen.every(({ option }) => option.matches(row)))
    .toSorted((one, other) => sign * column.compare(one, other))
  return { matches, filters, isFiltered: chosen.length > 0 }
}

/** The columns that are shown until the operator chooses others. */
export const usualColumns = <Row>({ columns }: Pick<RecordTable<Row>, 'columns'>): RecordColumn<Row>[] =>
  columns.filter(({ isExtra }) => !isExtra)

/** The chosen columns, in the order of the table. The first one is always among them; unknown IDs are left out. */
export function columnsOf<Row>(table: RecordTable<Row>, chosen: string): RecordColumn<Row>[] {
  const ids = new Set(chosen.split(','))
  const columns = table.columns.filter(({ id }, position) => position === 0 || ids.has(id))
  return chosen === '' ? usualColumns(table) : columns
}

/** The rows of one page, with its pagination. */
export function pageOf<Item>(items: readonly Item[], page: number): { items: Item[]; pagination: Pagination } {
  const limit = pageLimit.default
  const total = items.length
  const totalPages = Math.max(1, Math.ceil(total / limit))
  return {
    items: items.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 },
  }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
/** Ignores case and accents. Empty texts come last. */
export const compareTexts = (one: string, other: string): number =>
  Number(one === '') - Number(other === '') || collator.compare(one, other)

/** The values that rows have, by name, as the options of a list. `null`: the row has none. */
export const optionsFrom =
  <Row>(read: (row: Row) => { value: string; label: string } | null) =>
  (rows: readonly Row[]): FilterOption<Row>[] => {
    const labels = new Map<string, string>()
    for (const row of rows) {
      const option = read(row)
      if (option) labels.set(option.value, option.label)
    }
    return [...labels]
      .map(([value, label]) => ({ value, label, matches: (row: Row) => read(row)?.value === value }))
      .toSorted((one, other) => compareTexts(one.label, other.label))
  }
