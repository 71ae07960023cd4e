/** Reads all records of a list that the service sends in pages: one request per hundred records, up to `maxRecords`. */
import { queryOptions } from '@tanstack/react-query'
import { pageLimit, type Refusal, requests } from '#contract/index.ts'
import { type Answer, request } from './client.ts'

/** More would take a third of the requests that everybody shares in a minute. */
const maxPages = 20
/** What is read of a longer list. */
export const maxRecords = maxPages * pageLimit.most

export interface AllRecords<Row> {
  rows: readonly Row[]
  /** false: the service has, or may have, more than `maxRecords`, and the others were not read. */
  isComplete: boolean
}

interface Page<Row> {
  rows: readonly Row[]
  /** null: the list does not say. Then a full page with a new record has another page behind it. */
  hasNext: boolean | null
  readAt: number
}

/** @returns options for `load` and `useRead`; the data are the records, with the age of the oldest page */
function readAll<Row>(
  name: 'agentList' | 'flowList' | 'messagingAgentList' | 'messageFlowList',
  idOf: (row: Row) => string,
  readPage: (page: number, signal: AbortSignal) => Promise<Page<Row>>,
) {
  return queryOptions<Answer<AllRecords<Row>>, Refusal>({
    queryKey: [name, { whole: true }],
    queryFn: async ({ signal }) => {
      const all = new Map<string, Row>()
      let oldest = Number.POSITIVE_INFINITY
      let isComplete = false
      for (let page = 1; page <= maxPages && !isComplete; page += 1) {
        const { rows, hasNext, readAt } = await readPage(page, signal)
        const countBefore = all.size
        for (const row of rows) all.set(idOf(row) || `${page}/${all.size}`, row)
        oldest = Math.min(oldest, readAt)
        // A service without paging repeats the list, or sends more than one page.
        isComplete = !(hasNext ?? (rows.length === pageLimit.most && all.size > countBefore))
      }
      return { data: { rows: [...all.values()], isComplete }, readAt: oldest, etag: null }
    },
    staleTime: requests[name].freshness.staleMs,
  })
}

const pageQuery = (page: number) => ({ query: { page, limit: pageLimit.most } })
const byId = ({ id }: { id: string }) => id
const byUnderscoreId = ({ _id }: { _id: string }) => _id

export const readAllAgents = readAll('agentList', byId, async (page, signal) => {
  const { data, readAt } = await request('agentList', pageQuery(page), { signal })
  return { rows: data.agents, hasNext: data.pagination.hasNext, readAt }
})

export const readAllFlows = readAll('flowList', byId, async (page, signal) => {
  const { data, readAt } = await request('flowList', pageQuery(page), { signal })
  return { rows: data.flows, hasNext: data.pagination.hasNext, readAt }
})

export const readAllMessagingAgents = readAll('messagingAgentList', byUnderscoreId, async (page, signal) => {
  const { data, readAt } = await request('messagingAgentList', pageQuery(page), { signal })
  return { rows: data, hasNext: null, readAt }
})

export const readAllMessageFlows = readAll('messageFlowList', byUnderscoreId, async (page, signal) => {
  const { data, readAt } = await request('messageFlowList', pageQuery(page), { signal })
  return { rows: data, hasNext: null, readAt }
})
