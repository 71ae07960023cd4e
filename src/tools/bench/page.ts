/**
 * Measures pages in a browser: the script and requests of the first page, its first paint, the time from a click to a list or a form, and
 * the time from a key to the result in a long queue.
 */
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { measureInTurn, type Row } from '../measure.ts'
import { withSwitchboard } from '../switchboard.ts'
import { measureListsAndForms } from './page/clicks.ts'
import { withBrowser, withPage } from './page/measured-page.ts'

const bytesPerKiB = 1024
/** For comparison: a page with the same heading, without a framework. */
const bareHtml = '<!doctype html><title>Bare</title><style>body{margin:2rem}</style><h1>Overview</h1>'

/** The first contentful paint in ms, with an empty cache. */
const measureFirstPaint = (browser: Browser, url: string) =>
  withPage(browser, false, async (page) => {
    await page.goto(url)
    await page.locator('h1').waitFor()
    return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
  })

/** The gzip size of every script that the overview loads until it is shown. */
const measureScriptSizes = (browser: Browser, url: string) =>
  withPage(browser, false, async (page) => {
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    })
    await page.goto(url)
    await page.locator('h1').waitFor()
    return Promise.all(sizes)
  })

async function measureFirstPage(browser: Browser, url: string): Promise<Row[]> {
  const bareServer = createServer((_, response) => response.setHeader('content-type', 'text/html').end(bareHtml))
  await new Promise<void>((resolve) => bareServer.listen(0, '127.0.0.1', resolve))
  const bareUrl = `http://127.0.0.1:${(bareServer.address() as AddressInfo).port}`
  try {
    await measureFirstPaint(browser, url)
    const bytes = await measureScriptSizes(browser, url)
    const firstPaintMs = await measureInTurn({
      ours: () => measureFirstPaint(browser, url),
      bare: () => measureFirstPaint(browser, bareUrl),
    })
    const totalKiB = bytes.reduce((sum, size) => sum + size, 0) / bytesPerKiB
    return [
      { title: 'Script of the first page, gzip', unit: 'KiB', ours: totalKiB, goal: { max: 130 } },
      { title: 'Requests for the script of the first page', unit: '', ours: bytes.length, goal: { max: 8 } },
      {
        title: 'First contentful paint, cold',
        unit: 'ms',
        ours: firstPaintMs.ours,
        comparison: { name: 'a bare page', value: firstPaintMs.bare },
        goal: { max: 1.4 },
      },
    ]
  } finally {
    bareServer.close()
  }
}

export async function bench(): Promise<Row[]> {
  execFileSync('vite', ['build', '--logLevel', 'error'], { stdio: 'inherit' })
  return withBrowser(async (browser) => [
    ...(await withSwitchboard(async (url) => [
      ...(await measureFirstPage(browser, url)),
      ...(await measureListsAndForms(browser, url)),
    ])),
  ])
}
