/**
 * `npm run bench [-- [--record] name…]`: runs the benchmarks in `src/tools/bench` one after another, each in its own process, and prints their
 * figures as a table. `--record` keeps them in `bench/figures.json` and writes their tables in `bench/README.md`.
 */
import { execFileSync, fork } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatNumber, record } from './figures.ts'
import type { Benchmark, Row, Verdict } from './measure.ts'

const benchFolder = join(import.meta.dirname, 'bench')
const benchmarkNames = readdirSync(benchFolder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => basename(name, '.ts'))
/** The argument with which this program starts itself again as a child process, which runs one benchmark. */
const measureArgument = '--measure'
const recordArgument = '--record'

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

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()

/** The commit that is measured. Figures of code that nobody can look up are not worth keeping. */
function measuredCommit(): string {
  if (git('status', '--porcelain', '--untracked-files=no') !== '')
    throw new Error('Commit your changes first: recorded figures name their commit.')
  return git('rev-parse', '--short=8', 'HEAD')
}

async function runBenchmarks(requestedNames: readonly string[], records: boolean): Promise<void> {
  const commit = records ? measuredCommit() : null
  const unknown = requestedNames.filter((name) => !benchmarkNames.includes(name))
  if (unknown.length > 0)
    throw new Error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${benchmarkNames.join(', ')}.`)
  for (const name of requestedNames.length === 0 ? benchmarkNames : requestedNames) {
    const rows = (await measureInChild(name)).map(withVerdict)
    printTable(name, rows)
    if (commit !== null) record(name, { commit, date: new Date().toISOString().slice(0, 10), rows })
    if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1
  }
}

const [first, ...rest] = process.argv.slice(2)
if (first === measureArgument && rest[0] !== undefined) await measureHere(rest[0])
else await runBenchmarks(first === recordArgument ? rest : process.argv.slice(2), first === recordArgument)
