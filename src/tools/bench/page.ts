/**
 * Measures pages in a browser: the first paint, rows of a page opened by its address and their script, clicks to a list and a form, keys in
 * Review, and scrolling.
 */
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '@playwright/test'
import { measureInTurn, type Row } from '../measure.ts'
import { withSwitchboard } from '../switchboard.ts'
import { measureListsAndForms } from './page/clicks.ts'
import { measureRowsByAddress } from './page/first-rows.ts'
import { draftCount, measureReviewKeys } from './page/keys.ts'
import { withBrowser, withPage } from './page/measured-page.ts'
import { measureScrolling } from './page/scrolling.ts'
import { measureLayoutShifts } from './page/shifts.ts'
import { withLoadedSwitchboard } from './team/processes.ts'

/** For comparison: a page with the same heading, without a framework. */
const bareHtml = '<!doctype html><title>Bare</title><style>body{margin:2rem}</style><h1>Overview</h1>'

/** The first contentful paint in ms, with an empty cache. */
const measureFirstPaint = (browser: Browser, url: string) =>
  withPage(browser, false, async (page) => {
    await page.goto(url)
    await page.locator('h1').waitFor()
    return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
  })

async function measureFirstPage(browser: Browser, url: string): Promise<Row[]> {
  const bareServer = createServer((_, response) => response.setHeader('content-type', 'text/html').end(bareHtml))
  await new Promise<void>((resolve) => bareServer.listen(0, '127.0.0.1', resolve))
  const bareUrl = `http://127.0.0.1:${(bareServer.address() as AddressInfo).port}`
  try {
    await measureFirstPaint(browser, url)
    const firstPaintMs = await measureInTurn({
      ours: () => measureFirstPaint(browser, url),
      bare: () => measureFirstPaint(browser, bareUrl),
    })
    return [
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
      ...(await measureRowsByAddress(browser, url)),
      ...(await measureListsAndForms(browser, url)),
      ...(await measureScrolling(browser, url)),
    ])),
    ...(await withSwitchboard((url) => measureLayoutShifts(browser, url), { EMBEDDED_ACTIVITY: 'true' })),
    // Calls go on meanwhile.
    ...(await withLoadedSwitchboard({ drafts: draftCount, calls: 48 }, (url) => measureReviewKeys(browser, url))),
  ])
}
