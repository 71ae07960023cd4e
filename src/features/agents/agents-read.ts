/** What the agents' pages read. */
import { read } from '#api/reads.ts'
import type { RecordsSearch } from '#components/records/record-list.tsx'

export const agentsPageRead = ({ page, search }: RecordsSearch) => read('agentList', { query: { page, search } })

export const agentRead = (agentId: string) => read('agentShow', { params: { agentId } })
