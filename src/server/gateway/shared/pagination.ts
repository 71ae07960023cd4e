import type { Pagination } from '#contract/index.ts'

/**
 * Where a list stands (interface 3).
 *
 * @param total null: more than are counted
 * @param hasMore whether anything follows this page, where the total does not tell
 */
export function paginate(page: number, limit: number, total: number | null, hasMore = false): Pagination {
  if (total === null) return { page, limit, total, totalPages: null, hasNext: hasMore, hasPrev: page > 1 }
  const totalPages = Math.max(1, Math.ceil(total / limit))
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
}
