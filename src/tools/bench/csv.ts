/**
 * Measures files of recipients in a browser: how long until every row is checked, how long the page is blocked, and how much memory it
 * uses. The comparison is the usual approach with Papa Parse and libphonenumber-js, row by row on the page. Complete importers such as
 * react-spreadsheet-import would add a design system to the lock file.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import Papa from 'papaparse'
import { findBrowser } from '../browser.ts'
import { buildPage, recipientsCsv, withServer } from '../built-page.ts'
import { measureInTurn, median, type Row } from '../measure.ts'
import { workbookOf } from '../testing/workbooks.ts'
import type { BenchPage, Measurement } from './csv/page.ts'

const sizes = [10_000, 50_000, 100_000] as const
const millionRows = 1_000_000

/** The URL of the built page, and a folder for the files that are chosen on it. */
interface TestPage {
  address: string
  folder: string
}

type Variant = Parameters<BenchPage['run']>[0]
interface PageGlobals {
  bench: BenchPage
}

/** The same rows in a workbook, with the numbers as numbers. */
function recipientsWorkbook(rows: number): Uint8Array {
  const [header = [], ...others] = Papa.parse<string[]>(recipientsCsv(rows).trimEnd()).data
  const cells = others.map(([number = '', ...more]) => [{ number: number.replace(/\D/g, ''), style: 1 }, ...more])
  return workbookOf({ formats: ['"+"0'], sheets: [{ name: 'Recipients', rows: [header, ...cells] }] })
}

/** Chooses a file on the disk, as a person does. The browser reads it only when the page does. */
async function chooseFile(page: Page, { folder }: TestPage, rows: number, type: 'csv' | 'xlsx' = 'csv'): Promise<void> {
  const file = join(folder, `recipients-${rows}.${type}`)
  writeFileSync(file, type === 'csv' ? recipientsCsv(rows) : recipientsWorkbook(rows))
  await page.setInputFiles('input', file)
}

async function runVariant(page: Page, variant: Variant, isWhole = true): Promise<Measurement> {
  if (variant === 'ours') {
    await page.evaluate(() => (globalThis as unknown as PageGlobals).bench.prepare())
    // In the dashboard, the worker starts when the page for a new batch opens, long before a file is chosen.
    await wait(150)
  }
  return page.evaluate(
    (options) => (globalThis as unknown as PageGlobals).bench.run(options.variant, options.isWhole),
    { variant, isWhole },
  )
}

/** The peak memory of the browser's page processes, in MB; null if the system does not report it. */
async function readPeakMemoryMb(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      try {
        const status = readFileSync(`/proc/${id}/status`, 'utf8')
        return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
      } catch {
        return Number.NaN
      }
    })
    .filter(Number.isFinite)
  return peaks.length === 0 ? null : Math.max(...peaks)
}

async function withBrowserPage<T>(address: string, work: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(address)
    await page.waitForFunction(() => 'bench' in globalThis)
    return await work(page, browser)
  } finally {
    await browser.close()
  }
}

const formatRows = (rows: number) => `${rows.toLocaleString('en')} rows`

async function measureTimes(testPage: TestPage, rows: number): Promise<Row[]> {
  return withBrowserPage(testPage.address, async (page) => {
    await chooseFile(page, testPage, rows)
    const firstRowsTimes: number[] = []
    const measureAllRows = async (way: Variant): Promise<number> => {
      const measured = await runVariant(page, way)
      if (measured.rowCount !== rows) throw new Error(`${way} read ${measured.rowCount} of ${rows} rows.`)
      if (way === 'ours') firstRowsTimes.push(measured.firstRowsMs)
      return measured.allRowsMs
    }
    const { ours, alone, peer, edit } = await measureInTurn({
      ours: () => measureAllRows('ours'),
      edit: async () => (await runVariant(page, 'edit')).allRowsMs,
      alone: () => measureAllRows('papa'),
      peer: () => measureAllRows('papaWithNumbers'),
    })
    const firstRowsMs = median(firstRowsTimes)
    const hasGoal = rows === 100_000
    return [
      {
        title: `${formatRows(rows)}: file chosen → all checked`,
        unit: 'ms',
        ours,
        comparison: { name: 'Papa Parse + libphonenumber-js', value: peer },
        ...(hasGoal && { goal: { max: 0.25 } }),
      },
      {
        title: `${formatRows(rows)}: all checked, compared with parsing only`,
        unit: 'ms',
        ours,
        comparison: { name: 'Papa Parse alone', value: alone },
      },
      {
        title: `${formatRows(rows)}: file chosen → first rows`,
        unit: 'ms',
        ours: firstRowsMs,
        comparison: { name: 'Papa Parse + libphonenumber-js', value: peer },
        ...(hasGoal && { goal: { max: 0.06 } }),
      },
      { title: `${formatRows(rows)}: cell edited → rows shown`, unit: 'ms', ours: edit, goal: { max: 100 } },
    ]
  })
}

/** Measures the longest task and the peak memory of a page, in a browser that does nothing else. */
async function measureWeight(testPage: TestPage, rows: number, isWhole: boolean, maxMb: number): Promise<Row[]> {
  return withBrowserPage(testPage.address, async (page, browser) => {
    await chooseFile(page, testPage, rows)
    const { allRowsMs, longestTaskMs } = await runVariant(page, 'ours', isWhole)
    const peakMemoryMb = await readPeakMemoryMb(browser)
    const title = isWhole ? `${formatRows(rows)} checked` : `${formatRows(rows)} refused and counted`
    return [
      ...(rows === millionRows
        ? [{ title, unit: 'ms', ours: allRowsMs, ...(!isWhole && { goal: { max: 3_000 } }) }]
        : []),
      { title: `${title}: longest task on the page`, unit: 'ms', ours: longestTaskMs, goal: { max: 50 } },
      ...(peakMemoryMb === null
        ? []
        : [{ title: `${title}: peak memory of the page`, unit: 'MB', ours: peakMemoryMb, goal: { max: maxMb } }]),
    ]
  })
}

/** A workbook of 100,000 rows: the same checks, after another reader. */
async function measureWorkbook(testPage: TestPage): Promise<Row[]> {
  const rows = 100_000
  return withBrowserPage(testPage.address, async (page, browser) => {
    await chooseFile(page, testPage, rows, 'xlsx')
    const measured = await runVariant(page, 'ours')
    if (measured.rowCount !== rows) throw new Error(`${measured.rowCount} of ${rows} rows were read.`)
    const peakMemoryMb = await readPeakMemoryMb(browser)
    const title = `${formatRows(rows)} in a workbook`
    return [
      { title: `${title}: file chosen → all checked`, unit: 'ms', ours: measured.allRowsMs, goal: { max: 3_000 } },
      { title: `${title}: longest task on the page`, unit: 'ms', ours: measured.longestTaskMs, goal: { max: 50 } },
      ...(peakMemoryMb === null
        ? []
        : [{ title: `${title}: peak memory of the page`, unit: 'MB', ours: peakMemoryMb, goal: { max: 400 } }]),
    ]
  })
}

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-csv-'))
  try {
    await buildPage(join(import.meta.dirname, 'csv'), folder)
    return await withServer(folder, async (address) => {
      const place = { address, folder }
      const rows: Row[] = []
      for (const size of sizes) rows.push(...(await measureTimes(place, size)))
      rows.push(...(await measureWeight(place, 100_000, true, 220)))
      rows.push(...(await measureWorkbook(place)))
      rows.push(...(await measureWeight(place, millionRows, false, 600)))
      rows.push(...(await measureWeight(place, millionRows, true, 1_200)))
      return rows
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
