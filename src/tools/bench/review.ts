/**
 * Measures a queue of 500 drafts: from a key to the frame that shows its result, beyond an empty update of React in the same browser; and
 * what decisions cost. Simulates a wall of ten calls beside reviewers, with and without the service's list of calls.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser, Page } from '@playwright/test'
import { build } from 'vite'
import { type MessageFlow, type Plan, plans } from '#contract/index.ts'
import { type Service, startService } from '#server/service/start.ts'
import { median, quantile, type Row } from '../measure.ts'
import { withSwitchboard } from '../switchboard.ts'
import { simulate } from './budget/simulation.ts'
import { strategies } from './budget/strategies.ts'
import { measureActionToPaint, withBrowser, withPage } from './page/measured-page.ts'

const draftCount = 500
const moveCount = 30
const decisionCount = 8
const unlimitedTier = { perMinute: 1e6, burst: 1e6 }
/** A plan without a tight rate limit, so that the benchmark does not wait for it. */
const plan: Plan = { ...plans.enterprise, tiers: { standard: unlimitedTier, 'data-read': unlimitedTier } }

async function withDrafts<T>(work: (service: Service) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-queue-'))
  const service = await startService({ dataDir, port: 0, plan, speed: 1, seed: 'bench', specificationOnly: false })
  const requestJson = async <Answer>(path: string, body?: unknown) => {
    const answer = await fetch(service.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-api-key': service.apiKey,
        'x-workspace-id': service.workspaceId,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  try {
    const [flow] = await requestJson<MessageFlow[]>('/v1/api/message-flows')
    for (let index = 0; index < draftCount; index++) {
      await requestJson('/v1/api/conversations/message/generate', {
        flowId: flow?._id,
        to: `+1415${2_000_000 + index}`,
        autopilot: false,
      })
    }
    return await work(service)
  } finally {
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const currentDraft = `document.querySelector('[aria-label="Drafts waiting"] [aria-current]')`

/** A page whose only component changes one attribute on each key. */
const emptyUpdateEntry = `
  import { createElement, useEffect, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  function Counter() {
    const [count, setCount] = useState(0)
    useEffect(() => {
      const increase = () => setCount((before) => before + 1)
      addEventListener('keydown', increase)
      return () => removeEventListener('keydown', increase)
    }, [])
    return createElement('p', { 'data-count': count })
  }
  createRoot(document.getElementById('root')).render(createElement(Counter))`

async function buildEmptyUpdate(): Promise<string> {
  const entry = 'virtual:empty-update'
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'empty-update',
        resolveId: (id) => (id === entry ? join(import.meta.dirname, 'empty-update.js') : null),
        load: (id) => (id.endsWith('empty-update.js') ? emptyUpdateEntry : null),
      },
    ],
    build: { write: false, rollupOptions: { input: entry } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('The page with the empty update was not built.')
  return output.output[0].code
}

async function measureEmptyUpdates(page: Page, code: string): Promise<number[]> {
  await page.goto('data:text/html,<div id="root"></div>')
  await page.addScriptTag({ content: code, type: 'module' })
  await page.locator('p[data-count="0"]').waitFor({ state: 'attached' })
  const times: number[] = []
  for (let index = 1; index <= moveCount; index++) {
    const hasChanged = `document.querySelector('p').dataset.count === '${index}'`
    times.push(await measureActionToPaint(page, 'keydown', hasChanged, () => page.keyboard.press('j')))
  }
  return times
}

/** A proxy before the service that counts the requests for single conversations: what reviewers cost, beside the list of all. */
async function withCountedRequests<T>(serviceUrl: string, work: (url: string, count: () => number) => Promise<T>) {
  let count = 0
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    if (/\/conversations\/[0-9a-f]{24}(\/|$)/.test(url)) count++
    const body = method === 'GET' ? undefined : await text(request)
    const names = ['x-api-key', 'x-workspace-id', 'content-type']
    const forwarded = names.flatMap((name) =>
      headers[name] ? [[name, String(headers[name])] as [string, string]] : [],
    )
    const answer = await fetch(serviceUrl + url, { method, headers: forwarded, ...(body && { body }) })
    // The simulation's header lets the page be opened without a password.
    const kept = ['content-type', 'x-simulation'].map((name) => [name, answer.headers.get(name) ?? ''])
    response.writeHead(answer.status, Object.fromEntries(kept))
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => count)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function measureKeys(page: Page, url: string, countRequests: () => number) {
  await page.goto(`${url}/review`)
  const lines = page.getByRole('list', { name: 'Drafts waiting' }).getByRole('listitem')
  await lines.nth(draftCount - 1).waitFor()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('j')
  const approveButton = page.getByRole('button', { name: 'Approve and send' })
  const waitUntilDecidable = () => approveButton.and(page.locator(':not([aria-disabled=true])')).waitFor()
  const moveTimes: number[] = []
  const decisionTimes: number[] = []
  for (let index = 0; index < moveCount; index++) {
    await waitUntilDecidable()
    const hrefBefore = await page.evaluate<string>(`${currentDraft}.getAttribute('href')`)
    const hasMoved = `${currentDraft}?.getAttribute('href') !== '${hrefBefore}'`
    const key = index % 3 === 2 ? 'k' : 'j'
    moveTimes.push(await measureActionToPaint(page, 'keydown', hasMoved, () => page.keyboard.press(key)))
  }
  const countBefore = countRequests()
  for (let index = 0; index < decisionCount; index++) {
    await waitUntilDecidable()
    const hrefBefore = await page.evaluate<string>(`${currentDraft}.getAttribute('href')`)
    const hasMoved = `${currentDraft}?.getAttribute('href') !== '${hrefBefore}'`
    const press = () => page.keyboard.press('Control+Enter')
    decisionTimes.push(await measureActionToPaint(page, 'keydown', hasMoved, press, '/gateway/decisions'))
  }
  await page.waitForFunction(`fetch('/gateway/decisions').then((answer) => answer.json()).then(({ decisions }) =>
    decisions.length >= ${decisionCount} && decisions.every(({ state }) => state === 'done'))`)
  const requestsPerDecision = (countRequests() - countBefore) / decisionCount
  return { moveTimes, decisionTimes, requestsPerDecision }
}

/** Ages of a wall with ten calls beside reviewers, simulated as in `budget`. */
async function simulateWall(): Promise<Row[]> {
  const wall = { operators: 1, calls: 10, isWallOnly: true }
  const listed = await simulate(strategies.gateway, { ...wall, canListCalls: true, decisionsPerMinute: 20 })
  const unlisted = await simulate(strategies.gateway, { ...wall, reviewedConversations: 10 })
  return [
    {
      title:
        'Ten calls beside two reviewers with ten decisions a minute each, if the service lists its calls: age, p95',
      unit: 's',
      ours: quantile(listed.agesOutOfFocusSeconds, 0.95),
      goal: { max: 10 },
    },
    {
      title: 'Ten calls beside one reviewer with five decisions a minute, without such a list: age, p95',
      unit: 's',
      ours: quantile(unlisted.agesOutOfFocusSeconds, 0.95),
      goal: { max: 15 },
    },
  ]
}

async function measureQueue(browser: Browser, url: string, countRequests: () => number): Promise<Row[]> {
  const { moveTimes, decisionTimes, requestsPerDecision } = await withPage(browser, true, (page) =>
    measureKeys(page, url, countRequests),
  )
  const code = await buildEmptyUpdate()
  const empty = median(await withPage(browser, true, (page) => measureEmptyUpdates(page, code)))
  const comparison = { name: 'an empty update of React', value: empty }
  const [move, decision] = [median(moveTimes), median(decisionTimes)]
  const twoFrames = { max: 33.4 }
  return [
    { title: 'J or K in a queue of 500', unit: 'ms', ours: move, comparison },
    { title: 'J or K in a queue of 500, beyond an empty update', unit: 'ms', ours: move - empty, goal: twoFrames },
    { title: 'Approve → the next of 500, beyond its request', unit: 'ms', ours: decision, comparison },
    {
      title: 'Approve → the next of 500, beyond its request and an empty update',
      unit: 'ms',
      ours: decision - empty,
      goal: twoFrames,
    },
    { title: 'Requests to the service for a decision', unit: '', ours: requestsPerDecision, goal: { max: 2 } },
  ]
}

const measureWithDrafts = (browser: Browser) =>
  withDrafts(({ url, apiKey, workspaceId }) =>
    withCountedRequests(url, (countedUrl, countRequests) =>
      withSwitchboard((address) => measureQueue(browser, address, countRequests), {
        SERVICE_URL: countedUrl,
        SERVICE_API_KEY: apiKey,
        SERVICE_WORKSPACE_ID: workspaceId,
        SERVICE_REQUESTS_PER_MINUTE: '100000',
      }),
    ),
  )

export async function bench(): Promise<Row[]> {
  execFileSync('vite', ['build', '--logLevel', 'error'], { stdio: 'inherit' })
  return [...(await withBrowser(measureWithDrafts)), ...(await simulateWall())]
}
