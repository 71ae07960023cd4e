/** What the URLs of this feature hold. A bad word heals to its default. */
import * as z from 'zod/mini'
import { batchCallStates, idPattern } from '#contract/index.ts'
import type { EmptyIn } from '#recipients/worker/protocol.ts'
import { filters } from './launch/rows/row-words.ts'
import { type Step, steps } from './launch/state/launch.ts'

const page = z.catch(z.pipe(z.coerce.number(), z.int().check(z.gte(1))), 1)

export const ListSearch = z.object({
  page,
  state: z.catch(z.enum(['all', 'running', 'ended']), 'all'),
  by: z.catch(z.enum(['all', 'me']), 'all'),
  /** Of this agent only. */
  agent: z.catch(z.nullable(z.string().check(z.regex(idPattern))), null),
})
export type ListFilter = z.output<typeof ListSearch>
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

export const WatchSearch = z.object({
  page,
  status: z.catch(z.enum(['all', ...batchCallStates]), 'all'),
  /** The call whose detail is open. */
  call: z.catch(z.nullable(z.string().check(z.regex(idPattern))), null),
})
