/** The rows that a list shows. All rows are in the browser, so TanStack Table searches, filters, counts, sorts and pages them. Pure. */
import {
  columnFacetingFeature,
  columnFilteringFeature,
  constructTable,
  createFacetedRowModel,
  createFacetedUniqueValues,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/table-core'
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings'
import { type Pagination, pageLimit } from '#contract/index.ts'
import {
  type Choice,
  type ColumnFilter,
  compareTexts,
  type FilterState,
  type GatewayFilter,
  type ListDefinition,
  type ListState,
  type Sorting,
  sortingOf,
  type Value,
} from './definition.ts'

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  columnFacetingFeature,
  facetedRowModel: createFacetedRowModel(),
  facetedUniqueValues: createFacetedUniqueValues(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
})

/** What a list shows, and what can be chosen in it. */
export interface ListView<Row> {
  /** All rows that the search and the filters leave, sorted. */
  matches: readonly Row[]
  page: { items: readonly Row[]; pagination: Pagination }
  filters: readonly FilterState[]
  sorting: Sorting
}

/** The filters of a list whose rows are here. */
type OwnFilter<Row> = Exclude<ColumnFilter<Row>, GatewayFilter>
const isOwn = <Row>(filter: ColumnFilter<Row> | undefined): filter is OwnFilter<Row> =>
  filter === true || typeof filter === 'function' || Array.isArray(filter)

const choicesOf = <Row>(filter: OwnFilter<Row>, value: (row: Row) => Value, row: Row): readonly Choice[] => {
  if (Array.isArray(filter)) return filter.filter(({ matches }) => matches(row))
  const choice = typeof filter === 'function' ? filter(row) : { value: String(value(row) ?? ''), label: '' }
  return choice === null || choice.value === '' ? [] : [choice]
}

/** All choices of a filter: conditions in their order, values by their names. */
function allChoices<Row>(filter: OwnFilter<Row>, value: (row: Row) => Value, rows: readonly Row[]): Choice[] {
  if (Array.isArray(filter)) return filter.map(({ value, label }) => ({ value, label }))
  const labels = new Map(
    rows.flatMap((row) => choicesOf(filter, value, row)).map(({ value, label }) => [value, label || value]),
  )
  return [...labels]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => compareTexts(one.label, other.label))
}

const nothing = () => null

const compare = (one: Value, other: Value): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : compareTexts(String(one), String(other))

/**
 * What the list shows of these rows.
 *
 * @param all the rows from which a search took these: what it did not find can still be chosen
 */
export function viewOf<Row extends object>(
  list: ListDefinition<Row>,
  rows: readonly Row[],
  state: ListState,
  all: readonly Row[] = rows,
): ListView<Row> {
  const sorting = sortingOf(list, state)
  const filtered = list.columns.flatMap(({ id, header, filter, value = nothing }) =>
    isOwn(filter) ? [{ id, header, filter, value, choices: allChoices(filter, value, all) }] : [],
  )
  // An unknown value in the address filters nothing.
  const columnFilters = filtered.flatMap(({ id, choices }) =>
    choices.some(({ value }) => value === state.filters[id]) ? [{ id, value: state.filters[id] }] : [],
  )
  const limit = list.pageSize ?? pageLimit.default
  const table = constructTable<typeof features, Row>({
    features,
    data: rows,
    columns: list.columns.map(({ id, value = nothing, filter }, at) => ({
      id,
      // Nothing comes last in both orders.
      accessorFn: (row) => {
        const known = value(row)
        return known === '' || known === null ? undefined : known
      },
      sortUndefined: 'last' as const,
      sortFn: (one, other) => compare(one.getValue(id), other.getValue(id)),
      getUniqueValues: (row) => (isOwn(filter) ? choicesOf(filter, value, row).map((choice) => choice.value) : []),
      filterFn: (row, _, wanted) => row.getUniqueValues<string>(id).includes(wanted),
      // A search compares each row once.
      enableGlobalFilter: at === 0,
    })),
    getColumnCanGlobalFilter: () => true,
    globalFilterFn: (row, _, search) => list.matches?.(search, row.original) ?? true,
    state: {
      columnFilters,
      globalFilter: state.search.trim(),
      // Rows with the same value stand in the order of their headings.
      sorting: [
        { id: sorting.column, desc: sorting.order === 'descending' },
        { id: list.columns[0].id, desc: false },
      ],
      pagination: { pageIndex: state.page - 1, pageSize: limit },
    },
  })
  const originals = (found: readonly { original: Row }[]) => found.map(({ original }) => original)
  const total = table.getRowCount()
  const totalPages = Math.max(1, table.getPageCount())
  return {
    matches: originals(table.getSortedRowModel().rows),
    page: {
      items: originals(table.getPaginatedRowModel().rows),
      pagination: {
        page: state.page,
        limit,
        total,
        totalPages,
        hasNext: state.page < totalPages,
        hasPrev: state.page > 1,
      },
    },
    filters: filtered.map(({ id, header, choices }) => ({
      id,
      label: header,
      value: columnFilters.find((chosen) => chosen.id === id)?.value ?? null,
      // Counted when somebody looks at them: the rows are shown before.
      get choices() {
        const counts = table.getColumn(id)?.getFacetedUniqueValues()
        return choices.map((choice) => ({ ...choice, count: counts?.get(choice.value) ?? 0 }))
      },
    })),
    sorting,
  }
}
