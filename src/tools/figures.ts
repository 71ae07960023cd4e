/**
 * The figures of benchmarks that were recorded, and their tables in `bench/README.md`. A benchmark's table stands between two marks, and is
 * written by `npm run bench -- --record …`, so that nobody copies figures by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Verdict } from './measure.ts'

const file = join(import.meta.dirname, 'bench/figures.json')
export const readmeFile = join(import.meta.dirname, 'bench/README.md')

/** What one run of a benchmark measured. */
export interface Recorded {
  /** Of the code that was measured. */
  commit: string
  /** ISO 8601. */
  date: string
  rows: readonly Verdict[]
}
/** By the names of the benchmarks. */
export type Figures = Readonly<Record<string, Recorded>>

export const readFigures = (): Figures => JSON.parse(readFileSync(file, 'utf8')) as Figures

/** A number with as many digits as say something. */
export const formatNumber = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: Math.max(3, Math.ceil(Math.log10(Math.abs(value) + 1))) })

const withUnit = (value: number, unit: string) => `${formatNumber(value)} ${unit}`.trim()

function lineOf({ title, unit, ours, comparison, ratio, goal, isMet }: Verdict): string {
  const bound = goal && ('max' in goal ? `at most ${formatNumber(goal.max)}` : `at least ${formatNumber(goal.min)}`)
  const cells = [
    title,
    withUnit(ours, unit),
    comparison === undefined ? '' : `${comparison.name} ${withUnit(comparison.value, unit)}`,
    ratio === null ? '' : `× ${formatNumber(ratio)}`,
    bound === undefined ? '' : `${bound}${isMet ? '' : ': **missed**'}`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** The table of a benchmark, with the commit that was measured. */
export const tableOf = ({ commit, date, rows }: Recorded): string =>
  [
    `Measured on ${date} with commit \`${commit}\`.`,
    '',
    '| Figure | Switchboard | Compared with | Ratio | Goal |',
    '|---|---|---|---|---|',
    ...rows.map(lineOf),
  ].join('\n')

const marked = /(<!-- figures of (\w+) -->\n)[\s\S]*?(\n<!-- end of figures -->)/g

/** The README with the tables of these figures. What stands between the marks of a benchmark that was not recorded stays. */
export const withTables = (readme: string, figures: Figures): string =>
  readme.replace(marked, (block, begin: string, name: string, end: string) => {
    const recorded = figures[name]
    return recorded ? `${begin}\n${tableOf(recorded)}\n${end}` : block
  })

/** Records what a benchmark has measured, and writes its table. */
export function record(name: string, recorded: Recorded): void {
  const figures = { ...readFigures(), [name]: recorded }
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(readmeFile, withTables(readFileSync(readmeFile, 'utf8'), figures))
}
