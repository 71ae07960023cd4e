/** Reads all agents or flows of an account that has more than one page of them: one request per hundred records, up to `maxRecords`. */
import { queryOptions } from '@tanstack/react-query'
import { type Agent, type Flow, pageLimit, type Refusal } from '#contract/index.ts'
import { type Answer, request } from './client.ts'
import { freshness } from './freshness.ts'
import { maxPages } from './whole-list.ts'

export interface AllRecords<Row> {
  rows: readonly Row[]
  /** false: the service has more than `maxRecords`, and the others were not read. */
  isComplete: boolean
}

interface Page<Row> {
  rows: readonly Row[]
  hasNext: boolean
  readAt: number
}

/** @returns options for `useRead`; the data are the records, with the age of the oldest page */
function readAll<Row extends { id: string }>(
  name: 'agentList' | 'flowList',
  readPage: (page: number, signal: AbortSignal) => Promise<Page<Row>>,
) {
  return queryOptions<Answer<AllRecords<Row>>, Refusal>({
    queryKey: [name, { whole: true }],
    queryFn: async ({ signal }) => {
      const all = new Map<string, Row>()
      let oldest = Number.POSITIVE_INFINITY
      let isComplete = false
      for (let page = 1; page <= maxPages; page += 1) {
        const { rows, hasNext, readAt } = await readPage(page, signal)
        for (const row of rows) all.set(row.id || `${page}/${all.size}`, row)
        oldest = Math.min(oldest, readAt)
        isComplete = !hasNext
        if (isComplete) break
      }
      return { data: { rows: [...all.values()], isComplete }, readAt: oldest, etag: null }
    },
    staleTime: freshness[name].staleMs,
  })
}

const pageQuery = (page: number) => ({ query: { page, limit: pageLimit.most } })

export const readAllAgents = readAll<Agent>('agentList', async (page, signal) => {
  const { data, readAt } = await request('agentList', pageQuery(page), { signal })
  return { rows: data.agents, hasNext: data.pagination.hasNext, readAt }
})

export const readAllFlows = readAll<Flow>('flowList', async (page, signal) => {
  const { data, readAt } = await request('flowList', pageQuery(page), { signal })
  return { rows: data.flows, hasNext: data.pagination.hasNext, readAt }
})
