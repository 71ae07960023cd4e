/** Limits of the interface that several parts of the project share (specification 8, interface 3, 4, 6). */
import * as z from 'zod/mini'
import { booleanOr } from './wire.ts'

export const pageLimit = { default: 20, most: 100 } as const
/**
 * How far in the past a start time may be when it reaches the gateway, ms. Allows for different clocks and for the duration of the request.
 * Such a batch starts at once, so the service is sent no start time: it refuses one that has passed.
 */
export const startTimeTolerance = 60_000
/** The most conversations in one answer (interface 7 gives the list no pages). */
export const conversationLimit = 500

export const csvLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
  errors: 1_000,
  previewDefault: 10,
  previewMost: 100,
} as const
/** The largest file of a launch. A file that exceeds one request is started in parts. */
export const launchLimits = { bytes: 4 * csvLimits.bytes, rows: 4 * csvLimits.rows } as const
export const callLimits = { maxSeconds: 3_600 } as const

/** A plan's rate: a window without burst (`burst: 0`) or a bucket of `burst` that refills continuously (specification 8). */
export interface Plan {
  name: 'developer' | 'enterprise'
  /** Requests a minute and burst, per tier. */
  tiers: Record<'standard' | 'data-read', { perMinute: number; burst: number }>
  concurrentCalls: number
}

export const plans: Record<Plan['name'], Plan> = {
  developer: {
    name: 'developer',
    tiers: { standard: { perMinute: 60, burst: 0 }, 'data-read': { perMinute: 60, burst: 0 } },
    concurrentCalls: 1,
  },
  enterprise: {
    name: 'enterprise',
    tiers: { standard: { perMinute: 60, burst: 100 }, 'data-read': { perMinute: 600, burst: 1_000 } },
    concurrentCalls: 10,
  },
}

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

/** The end of the year 9999, epoch ms. A later time is none that a clock or a calendar can show. */
const lastMoment = 253_402_300_799_999

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
export const Paging = z.catch(Pagination, {
  page: 1,
  limit: pageLimit.default,
  total: null,
  totalPages: null,
  hasNext: false,
  hasPrev: false,
})

/**
 * Schema of a list's answer: the records under their plural name, and the pagination. An answer without the list is invalid, not empty.
 */
export const paged = <const Plural extends string, T extends z.core.SomeType>(plural: Plural, record: T) =>
  z.looseObject({ [plural]: z.array(record), pagination: Paging } as { [K in Plural]: z.ZodMiniArray<T> } & {
    pagination: typeof Paging
  })
