/** Paging of lists (interface section 3). */
import type { Pagination } from '#contract/index.ts'

interface PageQuery {
  page: number
  limit: number
}

/** The offset of a page's first row. */
export const offsetOf = ({ page, limit }: PageQuery): number => (page - 1) * limit

/** The pagination block of a list. A page beyond the end is empty, not an error. */
export function paginationOf({ page, limit }: PageQuery, total: number): Pagination {
  const totalPages = Math.max(1, Math.ceil(total / limit))
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
}
