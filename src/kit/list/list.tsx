/** A list in a card: its bar, its rows and its pages. */
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import type { QueryState } from '#api/reads.ts'
import type { Pagination as PaginationData } from '#contract/index.ts'
import type { SearchField } from '#ui/forms/search-field.tsx'
import { KeptFocus } from '#ui/kept-focus.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import type { Icon } from '#ui/status/icon.tsx'
import { number } from '#ui/text/format-number.ts'
import { DataView } from '../data/data-view.tsx'
import { Pagination, rangeOf } from '../data/pagination.tsx'
import { ButtonLink } from '../navigation/link.tsx'
import {
  chooseSorting,
  chosenColumns,
  type ListDefinition,
  type ListState,
  queried,
  type WhyLeftOut,
} from './definition.ts'
import { ListBar } from './list-bar.tsx'
import { ListTable } from './list-table.tsx'
import { type ChangeList, useChosenColumns } from './use-list.ts'
import type { ListView } from './view.ts'

export interface ListPage<Row> {
  items: readonly Row[]
  pagination: PaginationData
}

interface Props<Row> {
  list: ListDefinition<Row>
  caption: string
  icon: Icon
  state: ListState
  onChange: ChangeList
  /** Its rows are a placeholder while they answer another search, filter or page. */
  query: QueryState<ListPage<Row>>
  search?: ComponentProps<typeof SearchField>
  /** What the list shows of rows that are all here; null: not known yet. Without it, the gateway filters and sorts. */
  view?: Pick<ListView<Row>, 'filters' | 'sorting'> | null
  /** The rows come in an order of their own. */
  isUnsorted?: boolean
  views?: ReactNode
  /** Above the rows. */
  note?: ReactNode
  /** Around the list, if not a card. */
  renderFrame?: (list: ReactNode) => ReactNode
  /** The key of the row that is open beside the list. */
  selected?: string | null
  whyLeftOut?: WhyLeftOut<Row>
  /** The links to other pages, if they have no numbers. */
  pages?: ReactNode
  /** Shown if there is no row at all. */
  first: ReactNode
  /** Shown if the search and the filters leave no row. */
  notFound?: ReactNode
}

export function List<Row>({
  list,
  caption,
  icon,
  state,
  onChange,
  query,
  search,
  view,
  isUnsorted = false,
  views,
  note,
  renderFrame = (list) => <Card flush>{list}</Card>,
  selected,
  whyLeftOut = () => false,
  pages,
  first,
  notFound,
}: Props<Row>) {
  const { noun } = list
  const shown = view === undefined ? queried(list, state) : view
  const filters = shown?.filters ?? []
  const sorting = !isUnsorted && list.firstSort !== undefined ? shown?.sorting : undefined
  const [chosen, storeColumns] = useChosenColumns(caption.toLowerCase(), state.columns)
  const columns = chosenColumns(list, chosen)
  // The address follows an emptied field a moment later.
  const words = search?.value.trim() || state.search
  const isNarrowed = words !== '' || filters.some(({ value }) => value !== null)
  return renderFrame(
    <>
      <ListBar
        list={list}
        search={
          search
            ? {
                ...search,
                // What is found is not on a later page.
                onChange: (next) => {
                  search.onChange(next)
                  if (state.page > 1) onChange({ page: 1 })
                },
              }
            : null
        }
        filters={filters}
        sorting={sorting}
        views={views}
        shown={columns}
        whyLeftOut={whyLeftOut}
        onChange={(next) => {
          storeColumns(next)
          onChange({ columns: next, page: state.page })
        }}
        onList={onChange}
      />
      {note}
      <Count
        question={JSON.stringify([state.filters, state.search, state.page])}
        count={query.data && !query.isPlaceholder ? rangeOf(query.data.pagination, noun) : null}
      />
      <DataView
        query={query}
        loading={<SkeletonRows rows={20} columns={6} label={`Loading ${noun[1]}…`} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          // Its button shows the rows again.
          <KeptFocus>
            <EmptyList {...{ noun, icon, isNarrowed, first, notFound, words }} page={state.page} />
          </KeptFocus>
        }
      >
        {({ items, pagination }) => (
          <>
            <ListTable
              caption={caption}
              columns={columns.filter((column) => !whyLeftOut(column))}
              rows={items}
              rowKey={list.rowKey}
              isDimmed={list.isDimmed}
              selected={selected}
              isLoading={query.isPlaceholder}
              sorting={sorting}
              onSort={(column) => sorting && onChange(chooseSorting(list, sorting, column))}
            />
            {pages ?? <Pagination pagination={pagination} noun={noun} isLoading={query.isPlaceholder} />}
          </>
        )}
      </DataView>
    </>,
  )
}

/** What screen readers hear of the rows that answer a question: once, whatever later polls change. @param count null: not known yet */
function Count({ question, count }: { question: string; count: string | null }) {
  const [heard, setHeard] = useState({ question, count: '' })
  if (count !== null && question !== heard.question) setHeard({ question, count })
  return <output className="sr-only">{question === heard.question && heard.count}</output>
}

interface EmptyProps extends Pick<Props<never>, 'icon' | 'first' | 'notFound'> {
  noun: ListDefinition<never>['noun']
  page: number
  /** A search or a filter leaves rows out. */
  isNarrowed: boolean
  words: string
}

function EmptyList({ noun: [, many], icon, page, isNarrowed, words, first, notFound }: EmptyProps) {
  const { search } = useLocation()
  if (page > 1) {
    const firstPage = new URLSearchParams(search)
    firstPage.delete('page')
    return (
      <EmptyState
        icon={icon}
        title={`Page ${number(page)} does not exist`}
        action={<ButtonLink to={`?${firstPage}`}>Show first page</ButtonLink>}
      >
        The list may be shorter now, or the address may be wrong.
      </EmptyState>
    )
  }
  if (!isNarrowed) return first
  if (notFound) return notFound
  return (
    <EmptyState
      icon={icon}
      title={words === '' ? `No ${many} match these filters` : `No ${many} match “${words}”`}
      action={<ButtonLink to="?">Clear search and filters</ButtonLink>}
    >
      Check the spelling, search for fewer words, or choose fewer filters.
    </EmptyState>
  )
}
