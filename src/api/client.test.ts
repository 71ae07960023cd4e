import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerWith, type Respond } from '#tools/page-requests.ts'
import { pollUntil, queryClient, read } from './reads.ts'

const sent: IncomingMessage[] = []
let respond: Respond = () => undefined
answerWith((request, response) => {
  sent.push(request)
  respond(request, response)
})
beforeEach(() => {
  queryClient.clear()
  sent.length = 0
})

const budget = read('budgetShow')
const ask = () => queryClient.fetchQuery({ ...budget, staleTime: 0 })

/** Answers with this budget; with an ETag as the gateway does, and 304 to whoever has it already. */
const answering =
  (used: number, { age = 0, hasEtag = true } = {}): Respond =>
  (request, response) => {
    const etag = `"${used}"`
    response.setHeader('age', `${age}`)
    if (hasEtag) response.setHeader('etag', etag)
    if (hasEtag && request.headers['if-none-match'] === etag) return response.writeHead(304).end()
    return response.setHeader('content-type', 'application/json').end(JSON.stringify({ used }))
  }

describe('a read that is repeated', () => {
  it('takes the rows that changed into what it has, and keeps the others as they are', async () => {
    const queue = read('reviewQueue')
    const askQueue = async () =>
      (await queryClient.fetchQuery({ ...queue, staleTime: 0 })).data as unknown as { drafts: object[] }
    const answer = (response: ServerResponse, etag: string, data: object) =>
      response.setHeader('etag', etag).setHeader('content-type', 'application/json').end(JSON.stringify(data))
    respond = (_, response) =>
      answer(response, '"a"', { drafts: [{ messageId: '1' }, { messageId: '2' }], watching: 2 })
    const before = await askQueue()
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
    const after = await askQueue()
    expect(after).toEqual({ drafts: [{ messageId: '1' }, { messageId: '3' }], watching: 3 })
    expect(after.drafts[0]).toBe(before.drafts[0])
  })

  it('names what it has, and keeps the same object when nothing changed', async () => {
    respond = answering(3)
    const first = await ask()
    const second = await ask()
    expect(sent.map((request) => request.headers['if-none-match'])).toEqual([undefined, '"3"'])
    expect(second.data).toBe(first.data)
    respond = answering(4)
    expect((await ask()).data).toEqual({ used: 4 })
    expect(sent).toHaveLength(3)
  })

  it('is the same answer as a whole while its age tells of the same reading', async () => {
    respond = answering(3)
    expect(await ask()).toBe(await ask())
  })

  it('is as old as the newest answer says', async () => {
    respond = answering(3, { age: 60 })
    const { readAt } = await ask()
    respond = answering(3, { age: 2 })
    const later = await ask()
    expect(later.readAt - readAt).toBeGreaterThanOrEqual(58_000)
    expect(Date.now() - later.readAt).toBeGreaterThanOrEqual(2_000)
  })

  it('asks for the whole answer where the gateway gives no ETag', async () => {
    respond = answering(3, { hasEtag: false })
    await ask()
    expect((await ask()).data).toEqual({ used: 3 })
    expect(sent[1]?.headers).not.toHaveProperty('if-none-match')
  })

  it('keeps what it had through a refusal, and is not read whole after it', async () => {
    respond = answering(3)
    const { data } = await ask()
    respond = (_, response) =>
      void response.writeHead(503).end('{"error":{"status":503,"code":"away","message":"Away."}}')
    await expect(ask()).rejects.toMatchObject({ code: 'away' })
    respond = answering(3)
    expect((await ask()).data).toBe(data)
    expect(sent.at(-1)?.headers['if-none-match']).toBe('"3"')
  })

  it('is polled seldom once it is settled, and again as before where it cannot be read', async () => {
    const one = pollUntil(budget, ({ used }) => used === 3)
    const every = () => {
      const query = queryClient.getQueryCache().find({ queryKey: one.queryKey })
      return typeof one.refetchInterval === 'function' && one.refetchInterval(query as never)
    }
    respond = answering(2)
    await ask()
    expect(every()).toBe(2_000)
    respond = answering(3)
    await ask()
    expect(every()).toBe(15_000)
    respond = (_, response) => void response.writeHead(503).end()
    await expect(ask()).rejects.toMatchObject({ status: 503 })
    expect(every()).toBe(2_000)
  })

  it('names nothing of another read, and nothing once it was let go of', async () => {
    respond = answering(3)
    await ask()
    await queryClient.fetchQuery(read('effectList', { query: { state: 'unknown' } }))
    queryClient.clear()
    await ask()
    expect(sent.filter((request) => 'if-none-match' in request.headers)).toEqual([])
  })

  it('refuses a 304 to a question that named nothing', async () => {
    respond = (_, response) => void response.writeHead(304).end()
    await expect(ask()).rejects.toMatchObject({ code: 'unreadable' })
  })
})
