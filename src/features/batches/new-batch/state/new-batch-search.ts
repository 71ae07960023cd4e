/** Search parameters of the page for a new batch. An invalid value becomes the default. */
import * as z from 'zod/mini'
import type { EmptyIn } from '#recipients/worker/protocol.ts'
import { type Step, steps } from './new-batch.ts'
import { filters } from './row-texts.ts'

/** By the column's position, so that its name is not in the URL. */
const emptyIn = z.custom<EmptyIn>((value) => typeof value === 'string' && /^empty-\d{1,4}$/.test(value))

export const NewBatchSearch = z.object({
  step: z.catch(z.enum(steps), 'upload'),
  /** The rows to show. */
  show: z.catch(z.union([z.enum(filters), emptyIn]), 'all'),
})
export type ShownRows = z.output<typeof NewBatchSearch>['show']

/** Search string of a link to a step, and to some rows of the file. */
export function newBatchSearch(step: Step, show: ShownRows = 'all'): string {
  const search = new URLSearchParams()
  if (step !== 'upload') search.set('step', step)
  if (show !== 'all') search.set('show', show)
  return `?${search}`
}
