/** Paging of lists (interface section 3). */
import type { SelectQueryBuilder } from 'kysely'
import type { Pagination } from '#contract/index.ts'

interface PageQuery {
  page: number
  limit: number
}

/** One page of a list, and the pagination block of the answer. A page beyond the end is empty, not an error. */
export interface Page<Row> {
  rows: Row[]
  pagination: Pagination
}

/** Reads a page of an ordered query, and counts the rows on all pages. */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, limit }: PageQuery,
): Promise<Page<Row>> {
  const counted = query.clearSelect().clearOrderBy()
  const { total } = (await counted
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()) as unknown as { total: number }
  const rows = await query
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const totalPages = Math.max(1, Math.ceil(total / limit))
  return {
    rows: rows as unknown as Row[],
    pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 },
  }
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
 */
export function bareList<T>(
  path: string,
  records: T[],
  { page, limit, total, hasNext }: Pagination,
): AnswerWithHeaders<T[]> {
  return new AnswerWithHeaders(records, {
    'x-total-count': String(total),
    ...(hasNext && { link: `<${path}?page=${page + 1}&limit=${limit}>; rel="next"` }),
  })
}
