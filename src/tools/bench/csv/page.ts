/** The page in which files are read: by our worker, and by the other libraries on the page, as they are usually used. */
import { isValidPhoneNumber } from 'libphonenumber-js/max'
import Papa from 'papaparse'
import { csvLimits } from '#contract/shared/limits.ts'
import { type OpenFile, openFile, prepareReader } from '#recipients/worker/client.ts'

// This file is compiled without the browser's types.
declare const PerformanceObserver: new (
  tell: (list: { getEntries: () => { duration: number }[] }) => void,
) => { observe: (options: { type: string }) => void; disconnect: () => void; takeRecords: () => { duration: number }[] }
declare const document: { querySelector: (name: 'input') => { files: (Blob | undefined)[] } }
declare const requestAnimationFrame: (then: () => void) => void

export interface Measured {
  /** ms until all rows are checked, and until the first rows can be shown. */
  all: number
  first: number
  /** The longest task on the main thread, ms; 0 if none took 50 ms or more. */
  longest: number
  /** The number of rows read, to check that all variants do the same work. */
  rows: number
}

const settled = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))

async function measured(work: (began: number) => Promise<Omit<Measured, 'longest'>>): Promise<Measured> {
  let longest = 0
  const note = (entries: { duration: number }[]) => {
    for (const { duration } of entries) longest = Math.max(longest, duration)
  }
  await settled()
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'longtask' })
  const done = await work(performance.now())
  await settled()
  note(observer.takeRecords())
  observer.disconnect()
  return { ...done, longest }
}

/** The chosen file. */
const chosen = (): Blob => {
  const file = document.querySelector('input').files[0]
  if (!file) throw new Error('No file is chosen.')
  return file
}
let opened: OpenFile | null = null
const raised = { bytes: 1e9, rows: 2e6 }

const ways = {
  /** Measures from choosing the file until all rows are checked, with the product's limits except the file size. */
  ours: (limits: { bytes: number; rows: number }) =>
    measured(async (began) => {
      let first = 0
      const outcome = await openFile(chosen(), { limits }, ({ stage }) => {
        if (stage === 'glimpse') first = performance.now() - began
      })
      const all = performance.now() - began
      opened?.close()
      opened = outcome.ok ? outcome.opened : null
      return { all, first, rows: outcome.ok ? outcome.opened.summary.counts.read : 0 }
    }),
  papa: () =>
    measured(async (began) => {
      const { data } = Papa.parse(await chosen().text(), { header: true, skipEmptyLines: true })
      const all = performance.now() - began
      return { all, first: all, rows: data.length }
    }),
  papaWithNumbers: () =>
    measured(async (began) => {
      const { data } = Papa.parse<{ phone_number: string }>(await chosen().text(), {
        header: true,
        skipEmptyLines: true,
      })
      const rows = data.map((row) => ({ ...row, valid: isValidPhoneNumber(row.phone_number) }))
      const all = performance.now() - began
      return { all, first: all, rows: rows.length }
    }),
  /** Measures editing one cell and fetching the visible rows. */
  edit: () =>
    measured(async () => {
      if (!opened) throw new Error('No file is open.')
      const began = performance.now()
      const cells = [{ row: 5_000, column: 'first_name', value: String(began) }]
      await opened.move({ keep: 0, add: [{ kind: 'edit', cells }] })
      const { rows } = await opened.rows({ from: 4_900, to: 5_100, filter: 'all', view: 1 })
      const all = performance.now() - began
      return { all, first: all, rows: rows.length }
    }),
}

const bench = {
  prepare: () => prepareReader(),
  run: (way: keyof typeof ways, whole: boolean): Promise<Measured> =>
    way === 'ours' ? ways.ours(whole ? raised : { ...raised, rows: csvLimits.rows }) : ways[way](),
}
export type BenchPage = typeof bench
;(globalThis as { bench?: BenchPage }).bench = bench
