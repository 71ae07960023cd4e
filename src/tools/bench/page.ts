/**
 * Pages in a browser: how much script the first one takes in how many requests, how soon something is painted, how soon a click leads
 * to a list or a form, and a long queue by the keyboard.
 */
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { inTurn, type Row } from '../measure.ts'
import { withSwitchboard } from '../switchboard.ts'
import { listsAndForms } from './page/clicks.ts'
import { withBrowser, withPage } from './page/place.ts'
import { queueOf200 } from './page/queue.ts'

const kibibyte = 1024
/** What the same words cost without any framework. */
const bare = '<!doctype html><title>Bare</title><style>body{margin:2rem}</style><h1>Overview</h1>'

/** Milliseconds from the navigation to the first words or drawing, nothing cached. */
const firstPaint = (browser: Browser, url: string) =>
  withPage(browser, false, async (page) => {
    await page.goto(url)
    await page.locator('h1').waitFor()
    return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
  })

/** Every script that the overview asks for until it is there: its bytes as gzip sends them. */
const scripts = (browser: Browser, url: string) =>
  withPage(browser, false, async (page) => {
    const asked: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      asked.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    })
    await page.goto(url)
    await page.locator('h1').waitFor()
    return Promise.all(asked)
  })

async function firstPage(browser: Browser, url: string): Promise<Row[]> {
  const plain = createServer((_, response) => response.setHeader('content-type', 'text/html').end(bare))
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const bareUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`
  try {
    await firstPaint(browser, url)
    const bytes = await scripts(browser, url)
    const painted = await inTurn({ ours: () => firstPaint(browser, url), bare: () => firstPaint(browser, bareUrl) })
    const sent = bytes.reduce((sum, one) => sum + one, 0) / kibibyte
    return [
      { what: 'Script of the first page, gzip', unit: 'KiB', ours: sent, goal: { most: 130 } },
      { what: 'Requests for it', unit: '', ours: bytes.length, goal: { most: 8 } },
      {
        what: 'First contentful paint, cold',
        unit: 'ms',
        ours: painted.ours,
        other: { name: 'a bare page', value: painted.bare },
        goal: { most: 1.4 },
      },
    ]
  } finally {
    plain.close()
  }
}

export async function bench(): Promise<Row[]> {
  execFileSync('vite', ['build', '--logLevel', 'error'], { stdio: 'inherit' })
  return withBrowser(async (browser) => [
    ...(await withSwitchboard(async (url) => [
      ...(await firstPage(browser, url)),
      ...(await listsAndForms(browser, url)),
    ])),
    ...(await queueOf200(browser)),
  ])
}
