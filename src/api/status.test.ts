import type { IncomingMessage, ServerResponse } from 'node:http'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerRequestsWith } from '#tools/testing/page-requests.ts'
import { queryClient, read } from './reads.ts'
import { refetchStatus } from './status.ts'

const initialTags = { sessionShow: 's1s1s1s1', decisionList: 'd1d1d1d1' as string | null }
let tags = initialTags
let refusedUrl = ''
const requested: string[] = []

/** Answers as a gateway does whose status lists `tags`. A tag is the start of an answer's ETag. */
function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  requested.push(url)
  if (url === refusedUrl)
    return void response.writeHead(503).end('{"error":{"status":503,"code":"away","message":"Away."}}')
  const tag = { '/gateway/session': tags.sessionShow, '/gateway/decisions': tags.decisionList }[url]
  if (tag === undefined) return void response.end(JSON.stringify({ dashboard: null, budget: null, tags }))
  // A weak ETag, as behind a compressing proxy.
  const etag = `W/"${tag} and more"`
  if (headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
  response.writeHead(200, { etag }).end(JSON.stringify({ tag }))
}
answerRequestsWith(answer)
beforeEach(() => {
  queryClient.clear()
  tags = { ...initialTags }
  refusedUrl = ''
})

/** Observes a read as a page does, but without polling. Resolves when the first answer has arrived. */
async function showRead(name: 'sessionShow' | 'decisionList' | 'statusShow') {
  const observer = new QueryObserver(queryClient, { ...read(name), refetchInterval: false })
  const hide = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
  return { result: () => observer.getCurrentResult(), hide }
}

/** Refetches the status, and waits until no request is pending. */
async function poll() {
  requested.length = 0
  refetchStatus()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

describe('the status', () => {
  it('refetches what has changed, once, and nothing else', async () => {
    const shown = [await showRead('sessionShow'), await showRead('decisionList'), await showRead('statusShow')]
    await poll()
    expect(requested).toEqual(['/gateway/status'])
    tags.sessionShow = 's2s2s2s2'
    await poll()
    expect(requested).toEqual(['/gateway/status', '/gateway/session'])
    await poll()
    expect(requested).toEqual(['/gateway/status'])
    for (const { hide } of shown) hide()
  })

  it('retries a failed read until it succeeds', async () => {
    const session = await showRead('sessionShow')
    const status = await showRead('statusShow')
    tags.sessionShow = 's2s2s2s2'
    refusedUrl = '/gateway/session'
    await poll()
    expect(session.result().isError).toBe(true)
    await poll()
    refusedUrl = ''
    await poll()
    expect(session.result()).toMatchObject({ isError: false, data: { data: { tag: 's2s2s2s2' } } })
    session.hide()
    status.hide()
  })

  it('does not fetch decisions that no page shows, or whose tag is unknown', async () => {
    const status = await showRead('statusShow')
    tags.decisionList = 'd2d2d2d2'
    await poll()
    expect(requested).toEqual(['/gateway/status'])
    const decisions = await showRead('decisionList')
    tags.decisionList = null
    await poll()
    expect(requested).toEqual(['/gateway/status'])
    decisions.hide()
    status.hide()
  })
})
