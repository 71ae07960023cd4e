/** What the address of a launch holds. A bad word heals to its default. */
import * as z from 'zod/mini'
import type { EmptyIn } from '#recipients/worker/protocol.ts'
import { type Step, steps } from './launch.ts'
import { filters } from './row-texts.ts'

/** By the column's position, so that its name stays out of the address. */
const emptyIn = z.custom<EmptyIn>((value) => typeof value === 'string' && /^empty-\d{1,4}$/.test(value))

export const LaunchSearch = z.object({
  step: z.catch(z.enum(steps), 'upload'),
  /** Which rows of the file are shown. */
  show: z.catch(z.union([z.enum(filters), emptyIn]), 'all'),
})
export type ShownRows = z.output<typeof LaunchSearch>['show']

/** Where a link leads to a step of the launch, and to rows of its file. */
export function launchSearch(step: Step, show: ShownRows = 'all'): string {
  const search = new URLSearchParams()
  if (step !== 'upload') search.set('step', step)
  if (show !== 'all') search.set('show', show)
  return `?${search}`
}
