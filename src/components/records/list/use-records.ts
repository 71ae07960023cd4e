/**
 * All records of a list that the service sends in pages. Sorting, filters and counts need all of them. Up to a hundred come with one request,
 * which all pages of Switchboard share. With more, the service searches and paginates, until the operator loads the whole list.
 */
import { type AllRecords, maxRecords } from '#api/all-records.ts'
import { type QueryState, type ReadOptions, useRead } from '#api/reads.ts'
import { type Pagination, pageLimit } from '#contract/index.ts'
import type { ListState } from '#kit/list/definition.ts'

/** A list that is loaded whole, or one page of it. */
export type ListedRecords<Row> =
  | {
      isWhole: true
      query: QueryState<readonly Row[]>
      /** How many the service has, if that is more than were loaded; null: it does not say. Otherwise undefined. */
      cutFrom?: number | null
    }
  | {
      isWhole: false
      query: QueryState<{ items: readonly Row[]; pagination: Pagination }>
      /** How many requests the whole list takes; null: the service does not say how long it is. */
      requests: number | null
    }

interface PagedList<Data, Row> {
  state: ListState
  firstHundred: ReadOptions<Data>
  /** One page, searched by the service. */
  page: ReadOptions<Data>
  whole: ReadOptions<AllRecords<Row>>
  itemsOf: (data: Data) => readonly Row[]
}

export function useRecords<Data extends { pagination: Pagination }, Row>(
  list: PagedList<Data, Row>,
): ListedRecords<Row> {
  const { state, itemsOf } = list
  const firstHundred = useRead(list.firstHundred)
  const hasMore = firstHundred.data?.pagination.hasNext === true
  const isWhole = !hasMore || state.all === 'yes'
  const whole = useRead({ ...list.whole, enabled: hasMore && isWhole })
  const page = useRead({ ...list.page, enabled: hasMore && !isWhole })
  if (!hasMore) {
    return { isWhole: true, query: { ...firstHundred, data: firstHundred.data && itemsOf(firstHundred.data) } }
  }
  const total = firstHundred.data?.pagination.total ?? null
  if (isWhole) {
    return {
      isWhole: true,
      query: { ...whole, data: whole.data?.rows },
      ...(whole.data?.isComplete === false && { cutFrom: total }),
    }
  }
  return {
    isWhole: false,
    query: { ...page, data: page.data && { items: itemsOf(page.data), pagination: page.data.pagination } },
    requests: total === null ? null : Math.ceil(Math.min(total, maxRecords) / pageLimit.most),
  }
}

/** A list that the service does not search, so it is always loaded whole. It does not say how long it is. */
export const wholeList = <Row>(query: QueryState<AllRecords<Row>>): ListedRecords<Row> => ({
  isWhole: true,
  query: { ...query, data: query.data?.rows },
  ...(query.data?.isComplete === false && { cutFrom: null }),
})

/** The same list with other rows. */
export function mapRecords<From, To>(list: ListedRecords<From>, map: (row: From) => To): ListedRecords<To> {
  if (list.isWhole) return { ...list, query: { ...list.query, data: list.query.data?.map(map) } }
  const { data } = list.query
  return { ...list, query: { ...list.query, data: data && { ...data, items: data.items.map(map) } } }
}
