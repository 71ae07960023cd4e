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
import { findBrowser } from '../browser.ts'
import { buildPage, recipientsCsv, withServer } from '../built-page.ts'
import { measureInTurn, median, type Row } from '../measure.ts'
import type { BenchPage, Measured } from './csv/page.ts'

const sizes = [10_000, 50_000, 100_000] as const
const million = 1_000_000

/** The URL of the built page, and a folder for files. */
interface Place {
  address: string
  folder: string
}

type Way = Parameters<BenchPage['run']>[0]
interface Inside {
  bench: BenchPage
}

/** Chooses a file from the disk, as a person does. The browser reads it later, on demand. */
async function choose(page: Page, { folder }: Place, rows: number): Promise<void> {
  const file = join(folder, `recipients-${rows}.csv`)
  writeFileSync(file, recipientsCsv(rows))
  await page.setInputFiles('input', file)
}

async function run(page: Page, way: Way, whole = true): Promise<Measured> {
  if (way === 'ours') {
    await page.evaluate(() => (globalThis as unknown as Inside).bench.prepare())
    // The worker starts when the page for a new batch opens, long before a file is chosen.
    await wait(150)
  }
  return page.evaluate(({ way, whole }) => (globalThis as unknown as Inside).bench.run(way, whole), { way, whole })
}

/** The peak memory of the browser's page processes, in MB; null if the system does not report it. */
async function peakMemory(browser: Browser): Promise<number | null> {
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

async function inBrowser<T>(address: string, work: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
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

const counted = (rows: number) => `${rows.toLocaleString('en')} rows`

async function timesOf(place: Place, rows: number): Promise<Row[]> {
  return inBrowser(place.address, async (page) => {
    await choose(page, place, rows)
    const firsts: number[] = []
    const all = async (way: Way): Promise<number> => {
      const measured = await run(page, way)
      if (measured.rows !== rows) throw new Error(`${way} read ${measured.rows} of ${rows} rows.`)
      if (way === 'ours') firsts.push(measured.first)
      return measured.all
    }
    const { ours, alone, peer, edit } = await measureInTurn({
      ours: () => all('ours'),
      edit: async () => (await run(page, 'edit')).all,
      alone: () => all('papa'),
      peer: () => all('papaWithNumbers'),
    })
    const first = median(firsts)
    const many = rows === 100_000
    return [
      {
        title: `${counted(rows)}: file chosen → all checked`,
        unit: 'ms',
        ours,
        comparison: { name: 'Papa Parse + libphonenumber-js', value: peer },
        ...(many && { goal: { max: 0.25 } }),
      },
      {
        title: `${counted(rows)}: all checked, compared with parsing only`,
        unit: 'ms',
        ours,
        comparison: { name: 'Papa Parse alone', value: alone },
      },
      {
        title: `${counted(rows)}: file chosen → first rows`,
        unit: 'ms',
        ours: first,
        comparison: { name: 'Papa Parse + libphonenumber-js', value: peer },
        ...(many && { goal: { max: 0.06 } }),
      },
      { title: `${counted(rows)}: cell edited → rows shown`, unit: 'ms', ours: edit, goal: { max: 100 } },
    ]
  })
}

/** Measures the longest task and the peak memory of a page, in a browser that does nothing else. */
async function weightOf(place: Place, rows: number, isWhole: boolean, maxMb: number): Promise<Row[]> {
  return inBrowser(place.address, async (page, browser) => {
    await choose(page, place, rows)
    const { all, longest } = await run(page, 'ours', isWhole)
    const peak = await peakMemory(browser)
    const title = isWhole ? `${counted(rows)} checked` : `${counted(rows)} refused and counted`
    return [
      ...(rows === million ? [{ title, unit: 'ms', ours: all, ...(!isWhole && { goal: { max: 3_000 } }) }] : []),
      { title: `${title}: longest task on the page`, unit: 'ms', ours: longest, goal: { max: 50 } },
      ...(peak === null
        ? []
        : [{ title: `${title}: peak memory of the page`, unit: 'MB', ours: peak, goal: { max: maxMb } }]),
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
      for (const size of sizes) rows.push(...(await timesOf(place, size)))
      rows.push(...(await weightOf(place, 100_000, true, 220)))
      rows.push(...(await weightOf(place, million, false, 600)))
      rows.push(...(await weightOf(place, million, true, 1_200)))
      return rows
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
