/** Search parameters of the page for a new batch. An invalid value becomes the default. */
import { type Field, oneOf, type Values } from '#kit/navigation/search-params.ts'
import type { EmptyIn } from '#recipients/worker/protocol.ts'
import { type Step, steps } from './new-batch.ts'
import { filters } from './row-texts.ts'

/** By the column's position, so that its name is not in the URL. */
const emptyIn = (text: string | null): text is EmptyIn => text !== null && /^empty-\d{1,4}$/.test(text)
const filter = oneOf(filters, 'all')
const shown: Field<(typeof filters)[number] | EmptyIn> = (text) => (emptyIn(text) ? text : filter(text))

export const newBatchFields = {
  step: oneOf(steps, 'upload'),
  /** The rows to show. */
  show: shown,
}
export type ShownRows = Values<typeof newBatchFields>['show']

/** Search string of a link to a step, and to some rows of the file. */
export function newBatchSearch(step: Step, show: ShownRows = 'all'): string {
  const search = new URLSearchParams()
  if (step !== 'upload') search.set('step', step)
  if (show !== 'all') search.set('show', show)
  return `?${search}`
}
