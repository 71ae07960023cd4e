/** Measures the frames while somebody scrolls through the 50,000 rows of a new batch. */
import type { Browser } from '@playwright/test'
import { recipientsCsv } from '../../built-page.ts'
import { quantile, type Row } from '../../measure.ts'
import { withPage } from './measured-page.ts'

const rows = 50_000

/** Scrolls by seven rows per frame, like a fast wheel, then drags the scrollbar to random positions; resolves with the ms between frames. */
const scroll = `(async () => {
  const box = document.querySelector('[role=grid]').parentElement
  const longest = box.scrollHeight - box.clientHeight
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const wheel = Array.from({ length: 180 }, (_, index) => index * 7 * 34)
  const drag = Array.from({ length: 40 }, (_, index) => ((index * 37) % 40) * (longest / 40))
  const intervals = []
  let before = await nextFrame()
  for (const top of [...wheel, ...drag]) {
    box.scrollTop = top
    const now = await nextFrame()
    intervals.push(now - before)
    before = now
  }
  return intervals
})()`

export const measureScrolling = (browser: Browser, url: string): Promise<Row[]> =>
  withPage(browser, true, async (page) => {
    await page.goto(`${url}/batches/new`)
    const file = { name: 'recipients.csv', mimeType: 'text/csv', buffer: Buffer.from(recipientsCsv(rows)) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.locator('[role=grid] [role=rowheader]').first().waitFor()
    // The service also checks the file, on the same machine.
    await page.getByText(/^The service agrees on/).waitFor({ timeout: 60_000 })
    const intervals: number[] = []
    for (let round = 0; round < 3; round++) intervals.push(...(await page.evaluate<number[]>(scroll)))
    const title = `${rows.toLocaleString('en')} rows: time between frames while scrolling, p99`
    return [{ title, unit: 'ms', ours: quantile(intervals, 0.99), goal: { max: 20 } }]
  })
