/** The page that reads files: with the dashboard's worker, and with other libraries on the main thread, as they are usually used. */
import { isValidPhoneNumber } from 'libphonenumber-js/max'
import Papa from 'papaparse'
import { csvLimits } from '#contract/shared/limits.ts'
import { type OpenFile, openFile, prepareReader } from '#recipients/worker/client.ts'

// This file is compiled without the browser's types.
declare const PerformanceObserver: new (
  callback: (list: { getEntries: () => { duration: number }[] }) => void,
) => { observe: (options: { type: string }) => void; disconnect: () => void; takeRecords: () => { duration: number }[] }
declare const document: { querySelector: (name: 'input') => { files: (Blob | undefined)[] } }
declare const requestAnimationFrame: (callback: () => void) => void

export interface Measurement {
  /** ms until all rows are checked, and until the first rows can be shown. */
  allRowsMs: number
  firstRowsMs: number
  /** The longest task on the main thread, ms; 0 if none took 50 ms or more. */
  longestTaskMs: number
  /** The number of rows read, to check that all variants do the same work. */
  rowCount: number
}

const waitUntilIdle = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))

async function measureWork(work: (began: number) => Promise<Omit<Measurement, 'longestTaskMs'>>): Promise<Measurement> {
  let longestTaskMs = 0
  const recordTasks = (entries: { duration: number }[]) => {
    for (const { duration } of entries) longestTaskMs = Math.max(longestTaskMs, duration)
  }
  await waitUntilIdle()
  const observer = new PerformanceObserver((list) => recordTasks(list.getEntries()))
  observer.observe({ type: 'longtask' })
  const result = await work(performance.now())
  await waitUntilIdle()
  recordTasks(observer.takeRecords())
  observer.disconnect()
  return { ...result, longestTaskMs }
}

/** The file that the file input contains. */
const getChosenFile = (): Blob => {
  const file = document.querySelector('input').files[0]
  if (!file) throw new Error('No file is chosen.')
  return file
}
let openedFile: OpenFile | null = null
const raisedLimits = { bytes: 1e9, rows: 2e6 }

const variants = {
  /** Measures from choosing the file until all rows are checked, with the product's limits except the file size. */
  ours: (limits: { bytes: number; rows: number }) =>
    measureWork(async (began) => {
      let firstRowsMs = 0
      const outcome = await openFile(getChosenFile(), { limits }, ({ stage }) => {
        if (stage === 'glimpse') firstRowsMs = performance.now() - began
      })
      const allRowsMs = performance.now() - began
      openedFile?.close()
      openedFile = outcome.ok ? outcome.opened : null
      return { allRowsMs, firstRowsMs, rowCount: outcome.ok ? outcome.opened.summary.counts.read : 0 }
    }),
  papa: () =>
    measureWork(async (began) => {
      const { data } = Papa.parse(await getChosenFile().text(), { header: true, skipEmptyLines: true })
      const allRowsMs = performance.now() - began
      return { allRowsMs, firstRowsMs: allRowsMs, rowCount: data.length }
    }),
  papaWithNumbers: () =>
    measureWork(async (began) => {
      const { data } = Papa.parse<{ phone_number: string }>(await getChosenFile().text(), {
        header: true,
        skipEmptyLines: true,
      })
      const rows = data.map((row) => ({ ...row, valid: isValidPhoneNumber(row.phone_number) }))
      const allRowsMs = performance.now() - began
      return { allRowsMs, firstRowsMs: allRowsMs, rowCount: rows.length }
    }),
  /** Measures editing one cell and fetching the visible rows. */
  edit: () =>
    measureWork(async () => {
      if (!openedFile) throw new Error('No file is open.')
      const began = performance.now()
      const cells = [{ row: 5_000, column: 'first_name', value: String(began) }]
      await openedFile.move({ keep: 0, add: [{ kind: 'edit', cells }] })
      const { rows } = await openedFile.rows({ from: 4_900, to: 5_100, filter: 'all', view: 1 })
      const allRowsMs = performance.now() - began
      return { allRowsMs, firstRowsMs: allRowsMs, rowCount: rows.length }
    }),
}

const bench = {
  prepare: () => prepareReader(),
  /** @param isWhole reads all rows of a file that has more than the limit; otherwise such a file is refused */
  run: (variant: keyof typeof variants, isWhole: boolean): Promise<Measurement> =>
    variant === 'ours'
      ? variants.ours(isWhole ? raisedLimits : { ...raisedLimits, rows: csvLimits.rows })
      : variants[variant](),
}
export type BenchPage = typeof bench
;(globalThis as { bench?: BenchPage }).bench = bench
