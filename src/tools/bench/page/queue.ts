/** Measures a queue of 200 messages: from a key to the frame that shows its result. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { type MessageFlow, type Plan, plans } from '#contract/index.ts'
import { type Service, startService } from '#server/service/start.ts'
import { median, type Row } from '../../measure.ts'
import { withSwitchboard } from '../../switchboard.ts'
import { measureActionToPaint, withPage } from './measured-page.ts'

const draftCount = 200
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

async function measureKeys(page: Page, url: string): Promise<{ moveTimes: number[]; decisionTimes: number[] }> {
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
  for (let index = 0; index < decisionCount; index++) {
    await waitUntilDecidable()
    const hrefBefore = await page.evaluate<string>(`${currentDraft}.getAttribute('href')`)
    const hasMoved = `${currentDraft}?.getAttribute('href') !== '${hrefBefore}'`
    const press = () => page.keyboard.press('Control+Enter')
    decisionTimes.push(await measureActionToPaint(page, 'keydown', hasMoved, press, '/gateway/decisions'))
  }
  return { moveTimes, decisionTimes }
}

export const measureQueueOf200 = (browser: Browser): Promise<Row[]> =>
  withDrafts(({ url, apiKey, workspaceId }) =>
    withSwitchboard(
      (address) =>
        withPage(browser, true, async (page) => {
          const { moveTimes, decisionTimes } = await measureKeys(page, address)
          return [
            { title: 'J or K in a queue of 200', unit: 'ms', ours: median(moveTimes), goal: { max: 33.4 } },
            {
              title: 'Approve → the next of 200, beyond its request',
              unit: 'ms',
              ours: median(decisionTimes),
              goal: { max: 33.4 },
            },
          ]
        }),
      {
        SERVICE_URL: url,
        SERVICE_API_KEY: apiKey,
        SERVICE_WORKSPACE_ID: workspaceId,
        SERVICE_REQUESTS_PER_MINUTE: '100000',
      },
    ),
  )
