/** The browser in which pages are measured: with an empty cache, and with measuring functions in each page. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../browser.ts'

/**
 * The measuring functions in each page: `painted(kind, there)` resolves with the ms from the next event of this kind to the first frame in
 * which the expression `there` is true; `asked(path, since)` returns the duration of a request since then; `shifted()` returns the layout
 * shift so far. It is a string because tools are compiled without the browser's types.
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

/** @param prepare whether to allow prefetching while the page is idle */
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
 * Measures from an action to its result, without the request in between.
 *
 * @param there a browser expression that is true once the result is shown
 * @param request the path of the request, if there is one
 * @returns ms until the result is painted
 */
export async function deedToPaint(
  page: Page,
  kind: 'click' | 'keydown',
  there: string,
  deed: () => Promise<void>,
  request = '',
): Promise<number> {
  const painted = page.evaluate<{ began: number; took: number }>(`painted('${kind}', () => ${there})`)
  // Start measuring before the action. The browser handles both in order.
  await page.evaluate('0')
  await deed()
  const { began, took } = await painted
  return took - (await page.evaluate<number>(`asked('${request}', ${began})`))
}
