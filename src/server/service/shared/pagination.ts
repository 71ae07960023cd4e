/** Paging of lists (interface 3). */
import type { Pagination } from '#contract/index.ts'

interface Page {
  page: number
  limit: number
}

/** Where a page begins. */
export const offsetOf = ({ page, limit }: Page): number => (page - 1) * limit

/** How a list says where it stands. A page beyond the end is empty, not wrong. */
export function paginationOf({ page, limit }: Page, total: number): Pagination {
  const totalPages = Math.max(1, Math.ceil(total / limit))
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
}
