/** Measures how far the parts of pages move while they load: opened by their addresses, with an empty cache, while the simulation runs. */
import type { Browser } from '@playwright/test'
import type { Row } from '../../measure.ts'
import { withPage } from './measured-page.ts'

const lists = [
  '/overview',
  '/calls',
  '/conversations',
  '/review',
  '/agents',
  '/flows',
  '/batches',
  '/batches/new',
  '/reports',
  '/settings',
]
/** A list, and the links of its records. */
const records = [
  ['/calls', 'main a[href^="/calls/"]:not([href="/calls/new"])', ''],
  ['/conversations', 'main a[href^="/conversations/"]', ''],
  ['/agents', 'tbody a[href^="/agents/"]', '/edit'],
] as const
const windows = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
/** Until most of what comes later is there. */
const settleMs = 3_000
/** Nobody notices less. */
const maxShift = 0.01

const firstRecord = (browser: Browser, url: string, [list, links, form]: (typeof records)[number]) =>
  withPage(browser, true, async (page) => {
    await page.goto(url + list)
    return `${await page.locator(links).first().getAttribute('href')}${form}`
  })

/** The layout shift of each main page; the worst one of each window is named. */
export async function measureLayoutShifts(browser: Browser, url: string): Promise<Row[]> {
  const paths = [...lists]
  for (const record of records) paths.push(await firstRecord(browser, url, record))
  const rows: Row[] = []
  for (const [name, size] of Object.entries(windows)) {
    const shifts: { path: string; shift: number }[] = []
    for (const path of paths) {
      const shift = await withPage(browser, true, async (page) => {
        await page.setViewportSize(size)
        await page.goto(url + path)
        await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${settleMs}))`)
        return page.evaluate<number>('layoutShift()')
      })
      shifts.push({ path: path.replace(/[\w-]{12,}/, '…'), shift })
    }
    const worst = shifts.reduce((one, other) => (other.shift > one.shift ? other : one))
    const title = `Layout shift of ${paths.length} pages, ${name}, worst (${worst.path})`
    rows.push({ title, unit: '', ours: worst.shift, goal: { max: maxShift } })
  }
  return rows
}
