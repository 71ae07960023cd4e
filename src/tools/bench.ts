/**
 * `npm run bench [-- name…]`: runs the benchmarks in `src/tools/bench` one after another, each in its own process, and prints their figures
 * as a table. `bench/README.md` has the last figures that were worth keeping.
 */
import { fork } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Benchmark, Row } from './measure.ts'

/** A figure with its ratio to the comparison (null without one), and whether the goal is met (null without one). */
type Verdict = Row & { ratio: number | null; isMet: boolean | null }

const benchFolder = join(import.meta.dirname, 'bench')
const benchmarkNames = readdirSync(benchFolder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => basename(name, '.ts'))
/** The argument with which this program starts itself again as a child process, which runs one benchmark. */
const measureArgument = '--measure'

async function measureHere(name: string): Promise<void> {
  const { bench } = (await import(pathToFileURL(join(benchFolder, `${name}.ts`)).href)) as { bench: Benchmark }
  process.send?.(await bench())
}

function measureInChild(name: string): Promise<Row[]> {
  const child = fork(import.meta.filename, [measureArgument, name], { execArgv: ['--expose-gc'] })
  return new Promise((resolve, reject) => {
    child.once('message', (rows) => resolve(rows as Row[]))
    child.once('exit', (code) =>
      reject(new Error(`Benchmark ${name} exited with code ${code} before it returned figures.`)),
    )
  })
}

/** Adds the ratio to the comparison, and whether the goal is met. */
function withVerdict(row: Row): Verdict {
  // There is no ratio without a comparison.
  const ratio = row.comparison === undefined || row.comparison.value === 0 ? null : row.ours / row.comparison.value
  const figure = ratio ?? row.ours
  const { goal } = row
  return { ...row, ratio, isMet: goal === undefined ? null : 'max' in goal ? figure <= goal.max : figure >= goal.min }
}

const formatNumber = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: Math.max(3, Math.ceil(Math.log10(Math.abs(value) + 1))) })

function printTable(name: string, rows: readonly Verdict[]): void {
  const table = rows.map(({ title, unit, ours, comparison, ratio, goal, isMet }) => [
    title,
    `${formatNumber(ours)} ${unit}`,
    comparison === undefined ? '' : `${comparison.name} ${formatNumber(comparison.value)} ${unit}`,
    ratio === null ? '' : `× ${formatNumber(ratio)}`,
    goal === undefined ? '' : 'max' in goal ? `≤ ${formatNumber(goal.max)}` : `≥ ${formatNumber(goal.min)}`,
    isMet === null ? '' : isMet ? 'met' : 'MISSED',
  ])
  const lines = [['', 'ours', 'comparison', 'ratio', 'goal', ''], ...table]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0))) ?? []
  console.log(`\n${name}`)
  for (const cells of lines) {
    console.log(`  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
  }
}

async function runBenchmarks(requestedNames: readonly string[]): Promise<void> {
  const unknown = requestedNames.filter((name) => !benchmarkNames.includes(name))
  if (unknown.length > 0)
    throw new Error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${benchmarkNames.join(', ')}.`)
  for (const name of requestedNames.length === 0 ? benchmarkNames : requestedNames) {
    const rows = (await measureInChild(name)).map(withVerdict)
    printTable(name, rows)
    if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1
  }
}

const [first, ...rest] = process.argv.slice(2)
if (first === measureArgument && rest[0] !== undefined) await measureHere(rest[0])
else await runBenchmarks(process.argv.slice(2))
