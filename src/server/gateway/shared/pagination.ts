/** The pagination of a list (interface 3). */
import type { Pagination } from '#contract/index.ts'

/**
 * Describes a page of a list.
 *
 * @param total null if there are more than are counted
 * @param hasMore whether more rows follow this page; used if there is no total
 */
export function paginate(page: number, limit: number, total: number | null, hasMore = false): Pagination {
  if (total === null) return { page, limit, total, totalPages: null, hasNext: hasMore, hasPrev: page > 1 }
  const totalPages = Math.max(1, Math.ceil(total / limit))
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
}
