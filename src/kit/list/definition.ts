/** What a list consists of, and its state in the address. Pure. */
import type { ReactNode } from 'react'
import { anyText, type Field, oneOf, page, parseSearch, type Values } from '../navigation/search-params.ts'

/** What a column says of a row, as a text, number or time. '' and null: nothing. */
export type Value = string | number | null

/** What a filter offers. */
export interface Choice {
  value: string
  label: string
}

/**
 * By the column's own value; by another value with a name, such as an agent's ID; by conditions, of which a row may meet several; or, of a
 * list that the gateway filters, by what it knows.
 */
export type ColumnFilter<Row> = true | ((row: Row) => Choice | null) | readonly Condition<Row>[] | GatewayFilter
export interface GatewayFilter {
  choices: readonly (Choice & { count?: number })[]
  /** Values that are not among them but can be in the address, such as the ID of an agent that was not read. */
  other?: RegExp
  /** The name of such a value; by default the value itself. */
  nameOf?: (value: string) => string
  /** Its control, if nobody chooses one of some values. */
  control?: (value: string | undefined, onChange: (value: string | undefined) => void) => ReactNode
}
export interface ListFilter<Row> {
  id: string
  header: string
  filter?: ColumnFilter<Row>
}
export interface Condition<Row> extends Choice {
  matches: (row: Row) => boolean
}

const narrowColumns = ['state', 'age', 'meta'] as const

/** One column: its value sorts and filters the list, and goes into an exported file. */
export interface ListColumn<Row> extends ListFilter<Row> {
  /** Without one, nobody can sort by the column. Of a list that the gateway sorts it says nothing about the order. */
  value?: (row: Row) => Value
  /** How the value looks; by default as it is. @param unlessShown the class of what replaces another column where that one is not shown */
  cell?: (row: Row, unlessShown?: (column: string) => string) => ReactNode
  align?: 'right'
  /** The first press on the heading sorts in descending order, such as the latest update first. */
  isDescendingFirst?: boolean
  /** The gateway sorts by the column in this order only. */
  hasOneOrder?: boolean
  /** Hidden until somebody chooses it. */
  isExtra?: boolean
  /** Its ID in an older version, by which addresses and browsers may have chosen it. */
  formerId?: string
  /** Before the heading, such as a checkbox for all rows of the page. */
  headStart?: ReactNode
  /** Shows the heading only to screen readers. */
  headerHidden?: boolean
  /** Takes the width that the other columns leave. Its text does not widen it. */
  grows?: boolean
  /**
   * A list that is too narrow for all columns shows the first one, then these in this order, then as many others. On a phone, `state` and
   * `meta` are the second line of a row, and `age` ends the first.
   */
  narrow?: (typeof narrowColumns)[number]
  /** In a narrow list it is not much wider than its `width`, and its text is cut off. */
  shrinks?: boolean
  /** About how wide it is, rem, if its text is shorter than usual. */
  width?: number
}

export interface ListDefinition<Row> {
  /** What it lists, singular and plural: ['agent', 'agents']. */
  noun: readonly [one: string, many: string]
  /** The first one is the heading of each row, and always shown. */
  columns: readonly [ListColumn<Row>, ...ListColumn<Row>[]]
  /** The column that sorts the list unless somebody chooses another. Without one, the rows have an order of their own. */
  firstSort?: string
  rowKey: (row: Row) => string
  isDimmed?: (row: Row) => boolean
  /** Rows of a page, if not the usual 20. */
  pageSize?: number
  /** Filters that belong to no column, such as the end of a time. */
  moreFilters?: readonly ListFilter<Row>[]
  /** Whether a row fits the words of a search. */
  matches?: (search: string, row: Row) => boolean
}

export type Order = 'ascending' | 'descending'
export interface Sorting {
  column: string
  order: Order
}

/** A filter of a list, with what can be chosen. */
export interface FilterState {
  /** Its parameter in the address. */
  id: string
  label: string
  value: string | null
  /** `count`: the rows that the choice would show, with the other filters and the search as they are. Only where all rows are here. */
  choices: readonly (Choice & { count?: number })[]
  control?: GatewayFilter['control']
}

const base = {
  page,
  search: anyText,
  /** A column. '': the first one. */
  sort: anyText,
  order: oneOf(['ascending', 'descending'], undefined),
  /** The IDs of the columns, separated by commas. '': what this browser stores, or the usual ones. */
  columns: anyText,
  /** Whether a list of more than one page of the service is loaded whole. */
  all: oneOf(['yes'], undefined),
}
/** The state of a list; the filters by their columns. */
export type ListState = Values<typeof base> & { filters: Readonly<Record<string, string>> }

type Filtered<Row> = Pick<ListDefinition<Row>, 'columns' | 'moreFilters'>
const filtersOf = <Row>({ columns, moreFilters = [] }: Filtered<Row>): readonly ListFilter<Row>[] => [
  ...columns,
  ...moreFilters,
]
const filterIds = <Row>(list: Filtered<Row>) => filtersOf(list).flatMap(({ id, filter }) => (filter ? [id] : []))

/** What a list's address has: its state, and one parameter for each filter. */
export const addressOf = <Row>(list: Filtered<Row>): typeof base & Readonly<Record<string, Field<unknown>>> => ({
  ...base,
  ...Object.fromEntries(filterIds(list).map((id) => [id, anyText])),
})

/** The parsed address with its filters apart. */
export function stateOf<Row>(list: Filtered<Row>, parsed: object): ListState {
  const values = parsed as Record<string, unknown>
  const chosen = filterIds(list).flatMap((id) => (values[id] ? [[id, String(values[id])] as const] : []))
  return { ...(parsed as Values<typeof base>), filters: Object.fromEntries(chosen) }
}

/** The state of a list at an address, for the loader of its page. */
export const stateAt = <Row>(list: Filtered<Row>, url: string): ListState =>
  stateOf(list, parseSearch(addressOf(list), url))

const firstOrder = ({ isDescendingFirst }: Pick<ListColumn<never>, 'isDescendingFirst'>): Order =>
  isDescendingFirst ? 'descending' : 'ascending'

/** The column that sorts the list, and its order. */
export function sortingOf<Row>(
  { columns, firstSort }: Pick<ListDefinition<Row>, 'columns' | 'firstSort'>,
  { sort, order }: Pick<ListState, 'sort' | 'order'>,
): Sorting {
  const columnOf = (id = '') => columns.find((column) => column.id === id && column.value)
  const column = columnOf(sort) ?? columnOf(firstSort) ?? columns[0]
  return { column: column.id, order: (!column.hasOneOrder && order) || firstOrder(column) }
}

/** What the address says of an order: nothing of what is so anyway. Without an order, that of a press on the column's heading. */
export function chooseSorting<Row>(
  { columns, firstSort }: Pick<ListDefinition<Row>, 'columns' | 'firstSort'>,
  now: Sorting,
  column: string,
  order?: Order,
): Pick<ListState, 'sort' | 'order'> {
  const chosen = columns.find(({ id }) => id === column)
  const first = firstOrder(chosen ?? {})
  const turned = now.order === 'ascending' ? 'descending' : 'ascending'
  const next = chosen?.hasOneOrder ? first : (order ?? (now.column === column ? turned : first))
  return { sort: column === firstSort ? '' : column, order: next === first ? undefined : next }
}

export const usualColumns = <Row>({ columns }: Filtered<Row>) => columns.filter(({ isExtra }) => !isExtra)

/** The chosen columns, in the order of the list. The first one is always among them; unknown IDs are left out. */
export function chosenColumns<Row>(list: Filtered<Row>, chosen: string): readonly ListColumn<Row>[] {
  const ids = new Set(chosen.split(','))
  return chosen === ''
    ? usualColumns(list)
    : list.columns.filter(({ id, formerId = id }, at) => at === 0 || ids.has(id) || ids.has(formerId))
}

/** The widths of a list at which its columns may change, rem. The widest has room for all of them. The classes of the table repeat these. */
export const listWidths = [35, 41, 46, 50, 62, 70] as const

const widthOf = ({ width, align, narrow }: ListColumn<never>): number =>
  width ?? (narrow === 'age' ? 7 : align === 'right' ? 5.5 : 8.5)
const importanceOf = ({ narrow }: ListColumn<never>): number => (narrow ? narrowColumns.indexOf(narrow) : Infinity)

/** The columns for which a list has room, in their order. @param level the last of the widths that the list reaches */
export function columnsAt<Row>(
  [first, ...others]: readonly ListColumn<Row>[],
  level: number,
): readonly ListColumn<Row>[] {
  if (!first) return []
  let left = level === listWidths.length - 1 ? Infinity : (listWidths[level] ?? 0) - (first.width ?? 17)
  const shown = others
    .toSorted((one, other) => importanceOf(one) - importanceOf(other) || 0)
    .filter((column) => (left -= widthOf(column)) >= 0)
  return [first, ...others.filter((column) => shown.includes(column))]
}

/** Why a list leaves out a column for which it has room. */
export type WhyLeftOut<Row> = (column: ListColumn<Row>) => string | false | null | undefined

/** Why a chosen column is not shown. */
export function hiddenNote<Row>(
  column: ListColumn<Row>,
  chosen: readonly ListColumn<Row>[],
  level: number,
  whyLeftOut: WhyLeftOut<Row>,
): string | false {
  if (!chosen.includes(column)) return false
  const fitting = columnsAt(
    chosen.filter((one) => !whyLeftOut(one)),
    level,
  )
  return whyLeftOut(column) || (!fitting.includes(column) && 'Hidden: not enough room')
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
/** Ignores case and accents. Empty texts come last. */
export const compareTexts = (one: string, other: string): number =>
  Number(one === '') - Number(other === '') || collator.compare(one, other)

/** The filters and the order that the address of a list names, where the gateway applies them. Unknown values filter nothing. */
export function queried<Row>(list: Filtered<Row> & Pick<ListDefinition<Row>, 'firstSort'>, state: ListState) {
  const filters = filtersOf(list).flatMap(({ id, header, filter }): FilterState[] => {
    if (typeof filter !== 'object' || !('choices' in filter)) return []
    const inAddress = state.filters[id] ?? ''
    const isKnown = filter.choices.some(({ value }) => value === inAddress)
    const isOther = !isKnown && inAddress !== '' && filter.other?.test(inAddress) === true
    const name = filter.nameOf?.(inAddress) ?? inAddress
    const choices = isOther ? [...filter.choices, { value: inAddress, label: name }] : filter.choices
    return [{ id, label: header, value: isKnown || isOther ? inAddress : null, choices, control: filter.control }]
  })
  return {
    filters,
    sorting: sortingOf(list, state),
    /** What a filter lets through; undefined: everything. */
    filterBy: (id: string) => filters.find((filter) => filter.id === id)?.value ?? undefined,
  }
}

/** The one page of a list that is here as a whole. */
export const onePage = <Row>(items: readonly Row[]) => ({
  items,
  pagination: { page: 1, limit: items.length, total: items.length, totalPages: 1, hasNext: false, hasPrev: false },
})
