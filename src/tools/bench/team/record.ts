/** Opens the dashboard's pages in a browser and records the requests that each sends while it is open. */
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Request } from '@playwright/test'
import { isApi } from '#server/gateway/http/api-paths.ts'
import { withBrowser } from '../page/measured-page.ts'

/** How long a page is recorded, ms. */
const recordedMs = 20_000
/** How long a page sends the requests of its opening, which are not recorded, ms. */
const openingMs = 6_000

export interface RecordedRequest {
  /** ms since the start of the recording. */
  atMs: number
  path: string
  headers: Record<string, string>
}

/** A recorded page. Its requests can be replayed in a loop. */
export interface RecordedPage {
  /** The page's URL path. */
  path: string
  requests: RecordedRequest[]
  periodMs: number
}

/** Headers that the browser sets itself, or that belong to one session, answer or address. */
const omittedHeaders = new Set(['cookie', 'host', 'connection', 'if-none-match', 'referer', 'content-length'])

/** How long to wait for the first row of a list, ms. Some lists are empty. */
const firstRowTimeoutMs = 20_000

/** Finds the paths that the navigation links to. */
async function findNavigationPaths(context: BrowserContext, address: string): Promise<string[]> {
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('h1').waitFor()
  const links = await page.locator('nav a[href^="/"]').all()
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
  await page.close()
  return [...new Set(hrefs.map((href) => href?.split('?')[0] ?? '/'))]
}

/** Finds the path of the first item of a list; null if the list is empty. */
async function findFirstItemPath(context: BrowserContext, address: string, listPath: string): Promise<string | null> {
  if (listPath === '/') return null
  const list = await context.newPage()
  await list.goto(address + listPath)
  const otherPages = 'nav a, [href$="/new"], [href$="/deleted"], [href$="/templates"]'
  const firstItemLink = list.locator(`main a[href^="${listPath}/"]:not(${otherPages})`).first()
  const href = await firstItemLink.getAttribute('href', { timeout: firstRowTimeoutMs }).catch(() => null)
  await list.close()
  return href?.split('?')[0] ?? null
}

/** Opens a page and records its requests after it has loaded. */
async function recordPage(context: BrowserContext, address: string, path: string): Promise<RecordedPage> {
  const page = await context.newPage()
  await page.goto(address + path)
  await page.locator('h1').waitFor()
  await wait(openingMs)
  const began = performance.now()
  const requests: { at: number; request: Request }[] = []
  page.on('request', (request) => requests.push({ at: performance.now() - began, request }))
  await wait(recordedMs)
  const polls = requests.filter(({ request }) => request.method() === 'GET' && isApi(new URL(request.url()).pathname))
  const recordedRequests = await Promise.all(
    polls.map(async ({ at, request }): Promise<RecordedRequest> => {
      const headers = Object.entries(await request.allHeaders())
      const url = new URL(request.url())
      return {
        atMs: at,
        path: url.pathname + url.search,
        headers: Object.fromEntries(headers.filter(([name]) => !omittedHeaders.has(name) && !name.startsWith(':'))),
      }
    }),
  )
  return { path, requests: recordedRequests, periodMs: recordedMs }
}

const requestKeyOf = (kind: RecordedPage) => [...new Set(kind.requests.map(({ path }) => path))].toSorted().join(' ')

/**
 * Records all pages that send different requests, at the same time.
 *
 * @param livePath the page of a call that does not end. The first call on the wall needs somebody's attention, often because it is about
 *   to end, and then its page sends no more requests.
 */
export function recordPages(address: string, livePath: string): Promise<RecordedPage[]> {
  return withBrowser(async (browser) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const paths = await findNavigationPaths(context, address)
    const recordings = await Promise.all([
      ...[...paths, livePath].map((place) => recordPage(context, address, place)),
      ...paths.map(async (place) => {
        if (livePath.startsWith(`${place}/`)) return null
        const itemPath = await findFirstItemPath(context, address, place)
        return itemPath === null ? null : recordPage(context, address, itemPath)
      }),
    ])
    const pagesWithRequests = recordings.flatMap((kind) => (kind !== null && kind.requests.length > 0 ? [kind] : []))
    // Pages with the same requests, such as those of the settings, count once.
    return [...new Map(pagesWithRequests.map((kind) => [requestKeyOf(kind), kind])).values()]
  })
}
