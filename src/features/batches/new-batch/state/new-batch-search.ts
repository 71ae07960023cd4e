/** Search parameters of the page for a new batch. An invalid value becomes the default. */
import { type Field, oneOf } from '#kit/navigation/search-params.ts'
import type { EmptyIn } from '#recipients/worker/protocol.ts'
import { type Step, steps } from './new-batch.ts'
import { filters } from './row-texts.ts'

/** The rows of the file to show. */
export type ShownRows = (typeof filters)[number] | EmptyIn

/** By the column's position, so that its name is not in the URL. */
const emptyIn = (text: string | null): text is EmptyIn => text !== null && /^empty-\d{1,4}$/.test(text)
const filter = oneOf(filters, undefined)
const shown: Field<ShownRows | undefined> = (text) => (emptyIn(text) ? text : filter(text))

export const newBatchFields = {
  step: oneOf(steps, 'upload'),
  /** undefined: the rows with problems, or all if there are none. */
  show: shown,
}

/** Search string of a link to a step, and to some rows of the file. */
export function newBatchSearch(step: Step, show?: ShownRows): string {
  const search = new URLSearchParams()
  if (step !== 'upload') search.set('step', step)
  if (show) search.set('show', show)
  return `?${search}`
}
