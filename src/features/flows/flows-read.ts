/** What the flows' pages read. */
import * as z from 'zod/mini'
import { read } from '#api/reads.ts'
import type { RecordsSearch } from '#components/records/record-list.tsx'

/** What is selected in a flow's graph: a step or a connection. */
export const FlowSearch = z.object({ node: z.optional(z.string()), edge: z.optional(z.string()) })

export const flowsPageRead = ({ page, search }: RecordsSearch) => read('flowList', { query: { page, search } })

export const flowRead = (flowId: string) => read('flowShow', { params: { flowId } })
