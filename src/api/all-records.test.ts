import { beforeEach, describe, expect, it } from 'vitest'
import { answerRequestsWith } from '#tools/testing/page-requests.ts'
import { maxRecords, readAllAgents, readAllMessageFlows, readAllMessagingAgents } from './all-records.ts'
import { queryClient } from './reads.ts'

let total = 0
/** One record moved to the next page while the pages were read, so it comes twice. */
let isShifted = false
const pages: number[] = []
answerRequestsWith((request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost')
  const [page, limit] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('limit'))]
  pages.push(page)
  const first = (page - 1) * limit - (isShifted && page > 1 ? 1 : 0)
  const rows = Array.from({ length: Math.min(limit, total - first) }, (_, index) => ({
    id: `r${first + index}`,
    _id: `r${first + index}`,
  }))
  const totalPages = Math.ceil(total / limit)
  const pagination = { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
  const answer = url.pathname.endsWith('/agents') ? { agents: rows, pagination } : rows
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
})
beforeEach(() => {
  queryClient.clear()
  pages.length = 0
  isShifted = false
})

describe('all records of a list', () => {
  it.each([
    [250, 250, true, 3],
    [maxRecords, maxRecords, true, 20],
    [maxRecords + 1, maxRecords, false, 20],
  ])('of %i agents are %i, and says whether these are all', async (existing, read, isComplete, requests) => {
    total = existing
    const { data } = await queryClient.fetchQuery(readAllAgents)
    expect(data.rows).toHaveLength(read)
    expect(data.isComplete).toBe(isComplete)
    expect(pages).toHaveLength(requests)
  })
})

describe.each([
  ['messaging agents', readAllMessagingAgents],
  ['message flows', readAllMessageFlows],
])('all %s, whose list does not say how long it is', (_, options) => {
  const readAll = async () => {
    const { data } = await queryClient.fetchQuery<{ data: { rows: readonly unknown[]; isComplete: boolean } }>(
      options as never,
    )
    return { rows: data.rows.length, isComplete: data.isComplete, requests: pages.length }
  }
  it('are read to the end', async () => {
    total = 1_999
    expect(await readAll()).toEqual({ rows: 1_999, isComplete: true, requests: 20 })
  })
  it('end at a stated bound', async () => {
    total = 2_300
    expect(await readAll()).toEqual({ rows: maxRecords, isComplete: false, requests: 20 })
  })
  it('end at that bound even if one of them came twice', async () => {
    total = 2_300
    isShifted = true
    expect(await readAll()).toEqual({ rows: maxRecords - 1, isComplete: false, requests: 20 })
  })
})
