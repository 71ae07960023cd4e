import { beforeEach, describe, expect, it } from 'vitest'
import { answerRequestsWith } from '#tools/page-requests.ts'
import { readAllAgents } from './all-records.ts'
import { queryClient } from './reads.ts'
import { maxRecords } from './whole-list.ts'

let total = 0
const pages: number[] = []
answerRequestsWith((request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost')
  const [page, limit] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('limit'))]
  pages.push(page)
  const agents = Array.from({ length: Math.min(limit, total - (page - 1) * limit) }, (_, index) => ({
    id: `a${(page - 1) * limit + index}`,
  }))
  const totalPages = Math.ceil(total / limit)
  const pagination = { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 }
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ agents, pagination }))
})
beforeEach(() => {
  queryClient.clear()
  pages.length = 0
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
