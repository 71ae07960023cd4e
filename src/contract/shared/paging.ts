/** Schemas of whole numbers in queries, and of the pages of a list (interface 3). */
import * as z from 'zod/mini'
import { lastMoment, pageLimit } from './limits.ts'
import { booleanOr, part } from './wire.ts'

/** A whole number in a query. As strict as `wholeNumberUpTo`. */
export const wholeNumberBetween = (least: number, most: number) =>
  z.pipe(
    z.transform((value: string | number) => (/^\d+$/.test(String(value)) ? Number(value) : Number.NaN)),
    z.int().check(z.gte(least), z.lte(most)),
  )

/**
 * A whole number from 1 in a query: digits and nothing else, so that `1e3`, `0x10` or a blank value is refused and not guessed.
 *
 * @param most the greatest value
 */
export const wholeNumberUpTo = (most: number) => wholeNumberBetween(1, most)

/** A whole number from 0 in a query, at most a time in epoch ms. As strict, since a database refuses a fraction. */
export const wholeNumber = wholeNumberBetween(0, lastMoment)

/** `page` and `limit` of every list, as query parameters (interface 3). */
export const pageQuery = {
  page: z._default(wholeNumberUpTo(Number.MAX_SAFE_INTEGER), 1),
  limit: z._default(wholeNumberUpTo(pageLimit.most), pageLimit.default),
}

/** The pagination of a list (interface 3). `total` is null if a deployment does not report it. */
export const Pagination = z.looseObject({
  page: z.catch(z.number(), 1),
  limit: z.catch(z.number(), pageLimit.default),
  total: z.catch(z.nullable(z.number()), null),
  totalPages: z.catch(z.nullable(z.number()), null),
  hasNext: booleanOr(false),
  hasPrev: booleanOr(false),
})
export type Pagination = z.output<typeof Pagination>

/** Pagination that a deployment may omit; then there is one page. */
export const Paging = part(Pagination)

/**
 * Schema of a list's answer: the records under their plural name, and the pagination. An answer without the list is invalid, not empty.
 */
export const paged = <const Plural extends string, T extends z.core.SomeType>(plural: Plural, record: T) =>
  z.looseObject({ [plural]: z.array(record), pagination: Paging } as { [K in Plural]: z.ZodMiniArray<T> } & {
    pagination: typeof Paging
  })
