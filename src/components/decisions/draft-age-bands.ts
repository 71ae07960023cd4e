/** The ages of waiting drafts by which the queue is filtered and reports count. Pure. */
import { minDraftAges } from './draft-ages.ts'

/** Bands that share no draft and leave none out, by their words in the address of the queue. */
export const draftAgeBands = ['under10m', '10m-1h', '1h-1d', '1d'] as const

/** Waited at least `from`, and less than `to`, ms. */
const draftAges = {
  under10m: { from: Number.NEGATIVE_INFINITY, to: minDraftAges['10m'] },
  '10m-1h': { from: minDraftAges['10m'], to: minDraftAges['1h'] },
  '1h-1d': { from: minDraftAges['1h'], to: minDraftAges['1d'] },
  '10m': { from: minDraftAges['10m'], to: Number.POSITIVE_INFINITY },
  '1h': { from: minDraftAges['1h'], to: Number.POSITIVE_INFINITY },
  '1d': { from: minDraftAges['1d'], to: Number.POSITIVE_INFINITY },
} as const
export type DraftAge = keyof typeof draftAges

/** In the order in which they are offered. */
export const draftAgeNames = Object.keys(draftAges) as DraftAge[]

/** @param writtenAt epoch ms; NaN: unknown, of no age @param now epoch ms */
export const isOfAge = (age: DraftAge, writtenAt: number, now: number): boolean =>
  now - writtenAt >= draftAges[age].from && now - writtenAt < draftAges[age].to
