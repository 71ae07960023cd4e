import type { IncomingMessage, ServerResponse } from 'node:http'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith } from '#tools/page-requests.ts'
import { queryClient, read } from './reads.ts'
import { askStatus } from './status.ts'

const first = { sessionShow: 's1s1s1s1', decisionList: 'd1d1d1d1' as string | null }
let tags = first
let refuses = ''
const asked: string[] = []

/** A gateway whose answers have the tags that its status names. */
function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  asked.push(url)
  if (url === refuses)
    return void response.writeHead(503).end('{"error":{"status":503,"code":"away","message":"Away."}}')
  const tag = { '/gateway/session': tags.sessionShow, '/gateway/decisions': tags.decisionList }[url]
  if (tag === undefined) return void response.end(JSON.stringify({ dashboard: null, budget: null, tags }))
  // As through a proxy that compresses.
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

/** Shows a read, as a page does, but does not poll it. */
async function show(name: 'sessionShow' | 'decisionList' | 'statusShow') {
  const observer = new QueryObserver(queryClient, { ...read(name), refetchInterval: false })
  const hide = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
  return { now: () => observer.getCurrentResult(), hide }
}

/** Asks for the status again, and waits until nothing is asked any more. */
async function poll() {
  asked.length = 0
  askStatus()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
}

describe('the status', () => {
  it('has read again what it says has changed, once, and nothing else', async () => {
    const shown = [await show('sessionShow'), await show('decisionList'), await show('statusShow')]
    await poll()
    expect(asked).toEqual(['/gateway/status'])
    tags.sessionShow = 's2s2s2s2'
    await poll()
    expect(asked).toEqual(['/gateway/status', '/gateway/session'])
    await poll()
    expect(asked).toEqual(['/gateway/status'])
    for (const { hide } of shown) hide()
  })

  it('has tried again what could not be read, until it can', async () => {
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

  it('asks for no decisions where no page has, and where they are unknown', async () => {
    const status = await show('statusShow')
    tags.decisionList = 'd2d2d2d2'
    await poll()
    expect(asked).toEqual(['/gateway/status'])
    const decisions = await show('decisionList')
    tags.decisionList = null
    await poll()
    expect(asked).toEqual(['/gateway/status'])
    decisions.hide()
    status.hide()
  })
})
