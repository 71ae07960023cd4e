/** Where pages are measured: a browser that remembers nothing, with instruments in each page. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../browser.ts'

/**
 * What each page has: `painted(kind, there)`, which resolves with the ms from the next event of this kind to the first frame that
 * shows what `there` asks for; `asked(path, since)`, how long a request since then took; and `shifted()`, by how much things have
 * jumped so far. A string, since tools know no browser's types.
 */
const instruments = `
  let shifts = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value
  }).observe({ type: 'layout-shift', buffered: true })
  globalThis.shifted = () => shifts

  const afterFrame = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = then
      port2.postMessage(null)
    })
  const shows = (there, then) => {
    const seen = () => {
      if (!there()) return false
      afterFrame(then)
      return true
    }
    if (seen()) return
    const observer = new MutationObserver(() => seen() && observer.disconnect())
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  }
  globalThis.painted = (kind, there) =>
    new Promise((resolve) => {
      const begin = ({ timeStamp, key }) => {
        if (key === 'Control') return
        removeEventListener(kind, begin, true)
        queueMicrotask(() => shows(there, () => resolve({ began: timeStamp, took: performance.now() - timeStamp })))
      }
      addEventListener(kind, begin, true)
    })
  globalThis.asked = (path, since) =>
    performance.getEntriesByType('resource').find(
      ({ name, startTime }) => startTime >= since && new URL(name).pathname === path)?.duration ?? 0
`

export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox'] })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** @param prepare whether what is prepared for later while nobody waits is prepared */
export async function withPage<T>(browser: Browser, prepare: boolean, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(instruments)
    if (!prepare) await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
    return await work(page)
  } finally {
    await context.close()
  }
}

/**
 * From a deed to what it leads to, beyond the request that it waits for.
 *
 * @param there an expression of the browser's: whether what was asked for is there
 * @param request the path of that request, where there is one
 * @returns ms until it is painted
 */
export async function deedToPaint(
  page: Page,
  kind: 'click' | 'keydown',
  there: string,
  deed: () => Promise<void>,
  request = '',
): Promise<number> {
  const painted = page.evaluate<{ began: number; took: number }>(`painted('${kind}', () => ${there})`)
  // The instrument is asked for before the deed is: the browser takes both in turn.
  await page.evaluate('0')
  await deed()
  const { began, took } = await painted
  return took - (await page.evaluate<number>(`asked('${request}', ${began})`))
}
