/** The browser in which pages are measured: with an empty cache, and with measuring functions in each page. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../browser.ts'

/**
 * The measuring functions that are added to each page:
 * - `painted(kind, condition)` resolves with the ms from the next event of this kind to the first frame in which the condition is true.
 * - `whenPainted(condition)` resolves with the time of the first frame in which the condition is true.
 * - `requestDuration(path, since)` returns the duration of the first request to this path since this time.
 * - `layoutShift()` returns the layout shift so far.
 *
 * It is a string because tools are compiled without the browser's types.
 */
const instruments = `
  let shifts = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value
  }).observe({ type: 'layout-shift', buffered: true })
  globalThis.layoutShift = () => shifts

  const afterFrame = (callback) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = callback
      port2.postMessage(null)
    })
  const whenShown = (condition, callback) => {
    const check = () => {
      if (!condition()) return false
      afterFrame(callback)
      return true
    }
    if (check()) return
    const observer = new MutationObserver(() => check() && observer.disconnect())
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  }
  globalThis.painted = (kind, condition) =>
    new Promise((resolve) => {
      const begin = ({ timeStamp, key }) => {
        if (key === 'Control') return
        removeEventListener(kind, begin, true)
        queueMicrotask(() => whenShown(condition, () => resolve({ began: timeStamp, took: performance.now() - timeStamp })))
      }
      addEventListener(kind, begin, true)
    })
  globalThis.whenPainted = (condition) =>
    new Promise((resolve) => whenShown(condition, () => resolve(performance.now())))
  globalThis.requestDuration = (path, since) =>
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

/** @param allowsPrefetching whether to allow prefetching while the page is idle */
export async function withPage<T>(
  browser: Browser,
  allowsPrefetching: boolean,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(instruments)
    if (!allowsPrefetching) await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
    return await work(page)
  } finally {
    await context.close()
  }
}

/**
 * Measures from an action to its result, without the request in between.
 *
 * @param condition a browser expression that is true once the result is shown
 * @param requestPath the path of the request, if there is one
 * @returns ms until the result is painted
 */
export async function measureActionToPaint(
  page: Page,
  kind: 'click' | 'keydown',
  condition: string,
  action: () => Promise<void>,
  requestPath = '',
): Promise<number> {
  const painted = page.evaluate<{ began: number; took: number }>(`painted('${kind}', () => ${condition})`)
  // Start measuring before the action. The browser handles both in order.
  await page.evaluate('0')
  await action()
  const { began, took } = await painted
  return took - (await page.evaluate<number>(`requestDuration('${requestPath}', ${began})`))
}
