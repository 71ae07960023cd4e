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

/** An answer with headers of its own. */
export class AnswerWithHeaders<T> {
  readonly answer: T
  readonly headers: Record<string, string>
  constructor(answer: T, headers: Record<string, string>) {
    this.answer = answer
    this.headers = headers
  }
}

/**
 * A page of a list whose answer is a bare array (interface section 7). Headers tell what its body cannot: how many records there are, and
 * where the next page is. Clients may ignore them.
 *
 * @param path of the list
 * @param total number of records on all pages
 */
export function bareList<T>(path: string, records: T[], query: PageQuery, total: number): AnswerWithHeaders<T[]> {
  const { page, limit } = query
  const { hasNext } = paginationOf(query, total)
  return new AnswerWithHeaders(records, {
    'x-total-count': String(total),
    ...(hasNext && { link: `<${path}?page=${page + 1}&limit=${limit}>; rel="next"` }),
  })
}
