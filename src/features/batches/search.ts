/** What the addresses of the list and of a batch hold. A bad word heals to its default. */
import * as z from 'zod/mini'
import { batchCallStates, idPattern } from '#contract/index.ts'

const page = z.catch(z.pipe(z.coerce.number(), z.int().check(z.gte(1))), 1)

export const ListSearch = z.object({
  page,
  state: z.catch(z.enum(['all', 'running', 'ended']), 'all'),
  by: z.catch(z.enum(['all', 'me']), 'all'),
  /** Of this agent only. */
  agent: z.catch(z.nullable(z.string().check(z.regex(idPattern))), null),
  /** The launches whose batches are shown, with commas between. */
  open: z.catch(z.string(), ''),
})
export type ListFilter = z.output<typeof ListSearch>

export const WatchSearch = z.object({
  page,
  status: z.catch(z.enum(['all', ...batchCallStates]), 'all'),
  /** The call whose detail is open. */
  call: z.catch(z.nullable(z.string().check(z.regex(idPattern))), null),
})
