/** Records the requests of each kind of page, opened from the build in a browser for a while. */
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Request } from '@playwright/test'
import { isApi } from '#server/gateway/http/api-paths.ts'
import { withBrowser } from '../page/measured-page.ts'

/** How long a page is recorded, ms. */
const recordedMs = 20_000
/** How long the requests at opening take, ms. */
const settledMs = 6_000

export interface Asked {
  /** ms since the start of the recording. */
  at: number
  path: string
  headers: Record<string, string>
}

/** A recorded page, whose requests can be replayed in a loop. */
export interface Kind {
  /** Its URL path. */
  page: string
  asked: Asked[]
  periodMs: number
}

/** Headers that the browser sets itself, or that belong to one session, answer or address. */
const left = new Set(['cookie', 'host', 'connection', 'if-none-match', 'referer', 'content-length'])

/** How long to wait for the first row of a list, ms. Some lists are empty. */
const shownMs = 20_000

/** The links of the navigation. */
async function placesOf(context: BrowserContext, address: string): Promise<string[]> {
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('h1').waitFor()
  const links = await page.locator('nav a[href^="/"]').all()
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
  await page.close()
  return [...new Set(hrefs.map((href) => href?.split('?')[0] ?? '/'))]
}

/** The URL of the first item of a list; null if there is none. */
async function thingOf(context: BrowserContext, address: string, place: string): Promise<string | null> {
  if (place === '/') return null
  const list = await context.newPage()
  await list.goto(address + place)
  const thing = list.locator(`main a[href^="${place}/"]:not([href$="/new"])`).first()
  const href = await thing.getAttribute('href', { timeout: shownMs }).catch(() => null)
  await list.close()
  return href?.split('?')[0] ?? null
}

/** Opens a page and records its requests after it has loaded. */
async function recordPage(context: BrowserContext, address: string, path: string): Promise<Kind> {
  const page = await context.newPage()
  await page.goto(address + path)
  await page.locator('h1').waitFor()
  await wait(settledMs)
  const began = performance.now()
  const requests: { at: number; request: Request }[] = []
  page.on('request', (request) => requests.push({ at: performance.now() - began, request }))
  await wait(recordedMs)
  const polls = requests.filter(({ request }) => request.method() === 'GET' && isApi(new URL(request.url()).pathname))
  const asked = await Promise.all(
    polls.map(async ({ at, request }): Promise<Asked> => {
      const headers = Object.entries(await request.allHeaders())
      const url = new URL(request.url())
      return {
        at,
        path: url.pathname + url.search,
        headers: Object.fromEntries(headers.filter(([name]) => !left.has(name) && !name.startsWith(':'))),
      }
    }),
  )
  return { page: path, asked, periodMs: recordedMs }
}

const asksOf = (kind: Kind) => [...new Set(kind.asked.map(({ path }) => path))].toSorted().join(' ')

/** Records all kinds of pages with different requests at the same time. */
export function record(address: string): Promise<Kind[]> {
  return withBrowser(async (browser) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const places = await placesOf(context, address)
    const kinds = await Promise.all([
      ...places.map((place) => recordPage(context, address, place)),
      ...places.map(async (place) => {
        const thing = await thingOf(context, address, place)
        return thing === null ? null : recordPage(context, address, thing)
      }),
    ])
    const some = kinds.flatMap((kind) => (kind !== null && kind.asked.length > 0 ? [kind] : []))
    // Pages with the same requests, such as those of the settings, count once.
    return [...new Map(some.map((kind) => [asksOf(kind), kind])).values()]
  })
}
