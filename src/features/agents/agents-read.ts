/** What the agents' pages read. */
import * as z from 'zod/mini'
import { read } from '#api/reads.ts'

export const AgentsSearch = z.object({
  page: z._default(z.pipe(z.coerce.number<string | undefined>(), z.int().check(z.gte(1))), 1),
  search: z._default(z.string(), ''),
})

export const agentsPageRead = ({ page, search }: z.output<typeof AgentsSearch>) =>
  read('agentList', { query: { page, search } })

export const agentRead = (agentId: string) => read('agentShow', { params: { agentId } })
