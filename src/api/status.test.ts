import type { IncomingMessage, ServerResponse } from 'node:http'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith } from '#tools/page-requests.ts'
import { queryClient, read } from './reads.ts'
import { refetchStatus } from './status.ts'

const first = { sessionShow: 's1s1s1s1', decisionList: 'd1d1d1d1' as string | null }
let tags = first
let refuses = ''
const requested: string[] = []

/** A gateway whose answers have the tags in its status. */
function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  requested.push(url)
  if (url === refuses)
    return void response.writeHead(503).end('{"error":{"status":503,"code":"away","message":"Away."}}')
  const tag = { '/gateway/session': tags.sessionShow, '/gateway/decisions': tags.decisionList }[url]
  if (tag === undefined) return void response.end(JSON.stringify({ dashboard: null, budget: null, tags }))
  // A weak ETag, as behind a compressing proxy.
  const etag = `W/"${tag} and more"`
  if (headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
  response.writeHead(200, { etag }).end(JSON.stringify({ tag }))
}
answerWith(answer)
beforeEach(() => {
  queryClient.clear()
  tags = { ...first }
  refuses = ''
})

/** Shows a read as a page does, without polling. */
async function show(name: 'sessionShow' | 'decisionList' | 'statusShow') {
  const observer = new QueryObserver(queryClient, { ...read(name), refetchInterval: false })
  const hide = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
  return { now: () => observer.getCurrentResult(), hide }
}

/** Refetches the status, and waits until no request is pending. */
async function poll() {
  requested.length = 0
  refetchStatus()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

describe('the status', () => {
  it('refetches what has changed, once, and nothing else', async () => {
    const shown = [await show('sessionShow'), await show('decisionList'), await show('statusShow')]
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
    const session = await show('sessionShow')
    const status = await show('statusShow')
    tags.sessionShow = 's2s2s2s2'
    refuses = '/gateway/session'
    await poll()
    expect(session.now().isError).toBe(true)
    await poll()
    refuses = ''
    await poll()
    expect(session.now()).toMatchObject({ isError: false, data: { data: { tag: 's2s2s2s2' } } })
    session.hide()
    status.hide()
  })

  it('does not fetch decisions that no page shows or that are unknown', async () => {
    const status = await show('statusShow')
    tags.decisionList = 'd2d2d2d2'
    await poll()
    expect(requested).toEqual(['/gateway/status'])
    const decisions = await show('decisionList')
    tags.decisionList = null
    await poll()
    expect(requested).toEqual(['/gateway/status'])
    decisions.hide()
    status.hide()
  })
})
