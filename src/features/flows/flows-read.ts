/** What the flows' pages read. */
import * as z from 'zod/mini'
import { read } from '#api/reads.ts'

export const FlowsSearch = z.object({
  page: z._default(z.pipe(z.coerce.number<string | undefined>(), z.int().check(z.gte(1))), 1),
  search: z._default(z.string(), ''),
})

/** What is selected in a flow's graph: a step or a connection. */
export const FlowSearch = z.object({ node: z.optional(z.string()), edge: z.optional(z.string()) })

export const flowsPageRead = ({ page, search }: z.output<typeof FlowsSearch>) =>
  read('flowList', { query: { page, search } })

export const flowRead = (flowId: string) => read('flowShow', { params: { flowId } })
