/** Measures a queue of 200 messages: from a key to the frame that shows its result. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { type MessageFlow, type Plan, plans } from '#contract/index.ts'
import { type Service, startService } from '#server/service/start.ts'
import { median, type Row } from '../../measure.ts'
import { withSwitchboard } from '../../switchboard.ts'
import { deedToPaint, withPage } from './measured-page.ts'

const drafts = 200
const moves = 30
const decisions = 8
const rate = { perMinute: 1e6, burst: 1e6 }
/** A plan without a tight rate limit, so that the benchmark does not wait for it. */
const plan: Plan = { ...plans.enterprise, tiers: { standard: rate, 'data-read': rate } }

async function withDrafts<T>(work: (service: Service) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-queue-'))
  const service = await startService({ dataDir, port: 0, plan, speed: 1, seed: 'bench', specificationOnly: false })
  const ask = async <Answer>(path: string, body?: unknown) => {
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
    const [flow] = await ask<MessageFlow[]>('/v1/api/message-flows')
    for (let at = 0; at < drafts; at++) {
      await ask('/v1/api/conversations/message/generate', {
        flowId: flow?._id,
        to: `+1415${2_000_000 + at}`,
        autopilot: false,
      })
    }
    return await work(service)
  } finally {
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const current = `document.querySelector('[aria-label="Drafts waiting"] [aria-current]')`

async function keys(page: Page, url: string): Promise<{ moved: number[]; decided: number[] }> {
  await page.goto(`${url}/review`)
  const lines = page.getByRole('list', { name: 'Drafts waiting' }).getByRole('listitem')
  await lines.nth(drafts - 1).waitFor()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('j')
  const approve = page.getByRole('button', { name: 'Approve and send' })
  const ready = () => approve.and(page.locator(':not([aria-disabled=true])')).waitFor()
  const moved: number[] = []
  const decided: number[] = []
  for (let at = 0; at < moves; at++) {
    await ready()
    const before = await page.evaluate<string>(`${current}.getAttribute('href')`)
    const other = `${current}?.getAttribute('href') !== '${before}'`
    const key = at % 3 === 2 ? 'k' : 'j'
    moved.push(await deedToPaint(page, 'keydown', other, () => page.keyboard.press(key)))
  }
  for (let at = 0; at < decisions; at++) {
    await ready()
    const before = await page.evaluate<string>(`${current}.getAttribute('href')`)
    const other = `${current}?.getAttribute('href') !== '${before}'`
    const press = () => page.keyboard.press('Control+Enter')
    decided.push(await deedToPaint(page, 'keydown', other, press, '/gateway/decisions'))
  }
  return { moved, decided }
}

export const queueOf200 = (browser: Browser): Promise<Row[]> =>
  withDrafts(({ url, apiKey, workspaceId }) =>
    withSwitchboard(
      (address) =>
        withPage(browser, true, async (page) => {
          const { moved, decided } = await keys(page, address)
          return [
            { title: 'J or K in a queue of 200', unit: 'ms', ours: median(moved), goal: { max: 33.4 } },
            {
              title: 'Approve → the next of 200, beyond its request',
              unit: 'ms',
              ours: median(decided),
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
