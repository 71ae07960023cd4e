import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerRequestsWith, type Respond } from '#tools/testing/page-requests.ts'
import { request } from './client.ts'
import { pollLessOnce, queryClient, read } from './reads.ts'

const sent: IncomingMessage[] = []
let respond: Respond = () => undefined
answerRequestsWith((request, response) => {
  sent.push(request)
  respond(request, response)
})
beforeEach(() => {
  queryClient.clear()
  sent.length = 0
})

const budget = read('budgetShow')
const fetchBudget = () => queryClient.fetchQuery({ ...budget, staleTime: 0 })

/** Answers with this budget and an ETag, and with 304 to a request that names the ETag. */
const answerBudget =
  (used: number, { age = 0, hasEtag = true } = {}): Respond =>
  (request, response) => {
    const etag = `"${used}"`
    response.setHeader('age', `${age}`)
    if (hasEtag) response.setHeader('etag', etag)
    if (hasEtag && request.headers['if-none-match'] === etag) return response.writeHead(304).end()
    return response.setHeader('content-type', 'application/json').end(JSON.stringify({ used }))
  }

describe('a repeated read', () => {
  it('merges changed rows, and keeps the others as they are', async () => {
    const queue = read('reviewQueue')
    const fetchQueue = async () =>
      (await queryClient.fetchQuery({ ...queue, staleTime: 0 })).data as unknown as { drafts: object[] }
    const answer = (response: ServerResponse, etag: string, data: object) =>
      response.setHeader('etag', etag).setHeader('content-type', 'application/json').end(JSON.stringify(data))
    respond = (_, response) =>
      answer(response, '"a"', { drafts: [{ messageId: '1' }, { messageId: '2' }], watching: 2 })
    const before = await fetchQueue()
    respond = ({ headers }, response) => {
      expect(headers).toMatchObject({ 'if-none-match': '"a"', 'a-im': 'rows' })
      response.writeHead(226, { im: 'rows', 'delta-base': '"a"', etag: '"b"' })
      const changes = {
        list: 'drafts',
        rest: { watching: 3 },
        gone: [1],
        rows: [[1, { messageId: '3' }]],
      }
      response.end(JSON.stringify(changes))
    }
    const after = await fetchQueue()
    expect(after).toEqual({ drafts: [{ messageId: '1' }, { messageId: '3' }], watching: 3 })
    expect(after.drafts[0]).toBe(before.drafts[0])
  })

  it('sends its ETag, and keeps the same object if nothing changed', async () => {
    respond = answerBudget(3)
    const first = await fetchBudget()
    const second = await fetchBudget()
    expect(sent.map((request) => request.headers['if-none-match'])).toEqual([undefined, '"3"'])
    expect(second.data).toBe(first.data)
    respond = answerBudget(4)
    expect((await fetchBudget()).data).toEqual({ used: 4 })
    expect(sent).toHaveLength(3)
  })

  it('returns the same object if the answer has the same age', async () => {
    respond = answerBudget(3)
    expect(await fetchBudget()).toBe(await fetchBudget())
  })

  it('has the age from the newest response', async () => {
    respond = answerBudget(3, { age: 60 })
    const { readAt } = await fetchBudget()
    respond = answerBudget(3, { age: 2 })
    const later = await fetchBudget()
    expect(later.readAt - readAt).toBeGreaterThanOrEqual(58_000)
    expect(Date.now() - later.readAt).toBeGreaterThanOrEqual(2_000)
  })

  it('requests the whole answer if the gateway sends no ETag', async () => {
    respond = answerBudget(3, { hasEtag: false })
    await fetchBudget()
    expect((await fetchBudget()).data).toEqual({ used: 3 })
    expect(sent[1]?.headers).not.toHaveProperty('if-none-match')
  })

  it('keeps its previous data and ETag after a refusal', async () => {
    respond = answerBudget(3)
    const { data } = await fetchBudget()
    respond = (_, response) =>
      void response.writeHead(503).end('{"error":{"status":503,"code":"away","message":"Away."}}')
    await expect(fetchBudget()).rejects.toMatchObject({ code: 'away' })
    respond = answerBudget(3)
    expect((await fetchBudget()).data).toBe(data)
    expect(sent.at(-1)?.headers['if-none-match']).toBe('"3"')
  })

  it('is polled less often once settled, and at the usual rate if it cannot be read', async () => {
    const settlingRead = pollLessOnce(budget, ({ used }) => used === 3)
    const pollMs = () => {
      const query = queryClient.getQueryCache().find({ queryKey: settlingRead.queryKey })
      return typeof settlingRead.refetchInterval === 'function' && settlingRead.refetchInterval(query as never)
    }
    respond = answerBudget(2)
    await fetchBudget()
    expect(pollMs()).toBe(2_000)
    respond = answerBudget(3)
    await fetchBudget()
    expect(pollMs()).toBe(15_000)
    respond = (_, response) => void response.writeHead(503).end()
    await expect(fetchBudget()).rejects.toMatchObject({ status: 503 })
    expect(pollMs()).toBe(2_000)
  })

  it('sends no ETag of another read, and none after the cache was cleared', async () => {
    respond = answerBudget(3)
    await fetchBudget()
    await queryClient.fetchQuery(read('effectList', { query: { state: 'unknown' } }))
    queryClient.clear()
    await fetchBudget()
    expect(sent.filter((request) => 'if-none-match' in request.headers)).toEqual([])
  })

  it('rejects a 304 to a request without an ETag', async () => {
    respond = (_, response) => void response.writeHead(304).end()
    await expect(fetchBudget()).rejects.toMatchObject({ code: 'unreadable' })
  })
})

describe('a command that the gateway did not explain', () => {
  const undo = () => request('decisionUndo', { params: { effectId: 'e1' } }, { key: 'k1' })
  const page = '<h1>Bad gateway</h1>'

  it.each([502, 503, 504])('may have been recorded if a proxy answers %i', async (status) => {
    respond = (_, response) => void response.writeHead(status).end(page)
    await expect(undo()).rejects.toMatchObject({
      data: {
        code: 'gateway_down',
        by: 'network',
        sent: 'unknown',
        message: expect.stringContaining('not be done twice'),
      },
    })
  })

  it.each([200, 500])('may have been recorded if the answer has status %i and cannot be read', async (status) => {
    respond = (_, response) => void response.writeHead(status).end(page)
    await expect(undo()).rejects.toMatchObject({
      data: {
        code: 'unreadable',
        by: 'network',
        sent: 'unknown',
        message: expect.stringContaining('not be done twice'),
      },
    })
  })

  it('was not recorded if a proxy refuses the request, and the refusal says so', async () => {
    respond = (_, response) => void response.writeHead(413).end(page)
    await expect(undo()).rejects.toMatchObject({
      data: { code: 'unreadable', by: 'gateway', sent: 'no', message: expect.stringContaining('Nothing was sent.') },
    })
  })

  it('says of a read only that it could not be loaded', async () => {
    respond = (_, response) => void response.writeHead(500).end(page)
    await expect(request('agentShow', { params: { agentId: 'a1' } })).rejects.toMatchObject({
      data: {
        code: 'unreadable',
        sent: 'no',
        message: expect.stringMatching(/^This could not be loaded \(status 500\)/),
      },
    })
  })
})
