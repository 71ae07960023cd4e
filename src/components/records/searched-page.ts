/**
 * Reads one page of the records that match a search. If one request returns all records, the browser searches them. Its search ignores
 * accents and the order of words, and one request serves every search. Otherwise the service searches.
 */
import { type QueryState, type ReadOptions, useRead } from '#api/reads.ts'
import { type Pagination, pageLimit } from '#contract/index.ts'
import type { RecordsSearch } from './record-list.tsx'

type Paginated = { pagination: Pagination }

/** The records of one page, with its pagination. Pure. */
export function pageOf<Item>(items: readonly Item[], page: number): { items: Item[]; pagination: Pagination } {
  const limit = pageLimit.default
  const total = items.length
  const totalPages = Math.max(1, Math.ceil(total / limit))
  return {
    items: items.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 },
  }
}

interface SearchedList<Data extends Paginated, Item> {
  search: RecordsSearch
  /** The first hundred records. */
  firstHundred: ReadOptions<Data>
  /** One page, searched by the service. */
  page: ReadOptions<Data>
  itemsOf: (data: Data) => readonly Item[]
  matches: (search: string, item: Item) => boolean
  withItems: (data: Data, items: Item[]) => Data
}

export function useSearchedPage<Data extends Paginated, Item>(list: SearchedList<Data, Item>): QueryState<Data> {
  const { search, itemsOf, matches: fits, withItems } = list
  const query = search.search.trim()
  const firstHundred = useRead({ ...list.firstHundred, enabled: query !== '' })
  const allRecords = query !== '' && firstHundred.data?.pagination.hasNext === false ? firstHundred.data : undefined
  const isSearchedByService =
    query === '' || firstHundred.refusal !== null || firstHundred.data?.pagination.hasNext === true
  const page = useRead({ ...list.page, enabled: isSearchedByService })
  if (!allRecords) return isSearchedByService ? page : firstHundred
  const { items, pagination } = pageOf(
    itemsOf(allRecords).filter((item) => fits(query, item)),
    search.page,
  )
  return { ...firstHundred, data: { ...withItems(allRecords, items), pagination } }
}
