/** What pages really ask: each kind of page, opened in a browser as it was built, and everything that it asks for a while. */
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Request } from '@playwright/test'
import { isApi } from '#server/gateway/http/api-paths.ts'
import { withBrowser } from '../page/place.ts'

/** How long a page is recorded, ms. */
const recordedMs = 20_000
/** Until what it asks once is over, ms. */
const settledMs = 6_000

export interface Asked {
  /** ms since the recording began. */
  at: number
  path: string
  headers: Record<string, string>
}

/** A page as it was recorded: played again and again, it asks as often and for the same. */
export interface Kind {
  /** Its address. */
  page: string
  asked: Asked[]
  periodMs: number
}

/** Of a browser's own, and what is of one session, one answer or one address. */
const left = new Set(['cookie', 'host', 'connection', 'if-none-match', 'referer', 'content-length'])

/** How long a list may take until it shows a thing; some have none, ms. */
const shownMs = 20_000

/** Where the navigation leads to. */
async function placesOf(context: BrowserContext, address: string): Promise<string[]> {
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('h1').waitFor()
  const links = await page.locator('nav a[href^="/"]').all()
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
  await page.close()
  return [...new Set(hrefs.map((href) => href?.split('?')[0] ?? '/'))]
}

/** From a list to the first of its things; null where it leads to none. */
async function thingOf(context: BrowserContext, address: string, place: string): Promise<string | null> {
  if (place === '/') return null
  const list = await context.newPage()
  await list.goto(address + place)
  const thing = list.locator(`main a[href^="${place}/"]:not([href$="/new"])`).first()
  const href = await thing.getAttribute('href', { timeout: shownMs }).catch(() => null)
  await list.close()
  return href?.split('?')[0] ?? null
}

/** Opens a page, and records what it asks for once it shows what it has. */
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

/** Records every kind of page that asks something of its own, all at the same time. */
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
    // Pages that ask for the same count once, such as those of the settings.
    return [...new Map(some.map((kind) => [asksOf(kind), kind])).values()]
  })
}
