/**
 * Measures pages in a browser: script and requests of the first page, first paint, time from a click to a list or a form, and keyboard use
 * of a long queue.
 */
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { measureInTurn, type Row } from '../measure.ts'
import { withSwitchboard } from '../switchboard.ts'
import { listsAndForms } from './page/clicks.ts'
import { withBrowser, withPage } from './page/measured-page.ts'
import { queueOf200 } from './page/queue.ts'

const kibibyte = 1024
/** A page with the same text without a framework. */
const bare = '<!doctype html><title>Bare</title><style>body{margin:2rem}</style><h1>Overview</h1>'

/** The first contentful paint in ms, with an empty cache. */
const firstPaint = (browser: Browser, url: string) =>
  withPage(browser, false, async (page) => {
    await page.goto(url)
    await page.locator('h1').waitFor()
    return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
  })

/** The gzip size of every script that the overview loads until it is shown. */
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
    const painted = await measureInTurn({
      ours: () => firstPaint(browser, url),
      bare: () => firstPaint(browser, bareUrl),
    })
    const sent = bytes.reduce((sum, one) => sum + one, 0) / kibibyte
    return [
      { title: 'Script of the first page, gzip', unit: 'KiB', ours: sent, goal: { max: 130 } },
      { title: 'Requests for the script of the first page', unit: '', ours: bytes.length, goal: { max: 8 } },
      {
        title: 'First contentful paint, cold',
        unit: 'ms',
        ours: painted.ours,
        comparison: { name: 'a bare page', value: painted.bare },
        goal: { max: 1.4 },
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
