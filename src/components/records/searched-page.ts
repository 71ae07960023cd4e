/**
 * Reads one page of the records that match a search. If one read returns all records, the page searches them itself: it ignores accents and
 * the order of words, and one read serves every search. Otherwise the service searches.
 */
import { type QueryState, type ReadOptions, useRead } from '#api/reads.ts'
import { type Pagination, pageLimit } from '#contract/index.ts'
import type { RecordsSearch } from './record-list.tsx'

type Listed = { pagination: Pagination }

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

interface Searched<Data extends Listed, Item> {
  search: RecordsSearch
  /** The first hundred records. */
  first: ReadOptions<Data>
  /** One page, searched by the service. */
  page: ReadOptions<Data>
  itemsOf: (data: Data) => readonly Item[]
  fits: (search: string, item: Item) => boolean
  withItems: (data: Data, items: Item[]) => Data
}

export function useSearchedPage<Data extends Listed, Item>(searched: Searched<Data, Item>): QueryState<Data> {
  const { search, itemsOf, fits, withItems } = searched
  const query = search.search.trim()
  const first = useRead({ ...searched.first, enabled: query !== '' })
  const all = query !== '' && first.data?.pagination.hasNext === false ? first.data : undefined
  const asksService = query === '' || first.refusal !== null || first.data?.pagination.hasNext === true
  const page = useRead({ ...searched.page, enabled: asksService })
  if (!all) return asksService ? page : first
  const { items, pagination } = pageOf(
    itemsOf(all).filter((item) => fits(query, item)),
    search.page,
  )
  return { ...first, data: { ...withItems(all, items), pagination } }
}
