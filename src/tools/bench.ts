/**
 * `npm run bench [-- name…]`: runs the benchmarks in `src/tools/bench` one after another, each in its own process, prints their figures
 * as a table and writes them to `src/tools/bench/figures.json`, which `bench/README.md` quotes. The figures of other benchmarks are kept.
 */
import { fork } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Bench, Row } from './measure.ts'

interface Figures {
  measured: string
  machine: string
  rows: (Row & { ratio: number | null; met: boolean | null })[]
}

const folder = join(import.meta.dirname, 'bench')
const file = join(folder, 'figures.json')
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => basename(name, '.ts'))
/** The argument with which the parent process starts a child for one benchmark. */
const measureArgument = '--measure'

async function measure(name: string): Promise<void> {
  const { bench } = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as { bench: Bench }
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

function withVerdict(row: Row): Figures['rows'][number] {
  // There is no ratio without a comparison.
  const ratio = row.other === undefined || row.other.value === 0 ? null : row.ours / row.other.value
  const figure = ratio ?? row.ours
  const { goal } = row
  return { ...row, ratio, met: goal === undefined ? null : 'most' in goal ? figure <= goal.most : figure >= goal.least }
}

const digits = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: Math.max(3, Math.ceil(Math.log10(Math.abs(value) + 1))) })

function print(name: string, { rows }: Figures): void {
  const table = rows.map(({ what, unit, ours, other, ratio, goal, met }) => [
    what,
    `${digits(ours)} ${unit}`,
    other === undefined ? '' : `${other.name} ${digits(other.value)} ${unit}`,
    ratio === null ? '' : `× ${digits(ratio)}`,
    goal === undefined ? '' : 'most' in goal ? `≤ ${digits(goal.most)}` : `≥ ${digits(goal.least)}`,
    met === null ? '' : met ? 'met' : 'MISSED',
  ])
  const lines = [['', 'ours', 'other', 'ratio', 'goal', ''], ...table]
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0))) ?? []
  console.log(`\n${name}`)
  for (const cells of lines) {
    console.log(`  ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
  }
}

async function run(asked: readonly string[]): Promise<void> {
  const unknown = asked.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${names.join(', ')}.`)
  for (const name of asked.length === 0 ? names : asked) {
    const rows = (await measureInChild(name)).map(withVerdict)
    const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`
    const figures: Figures = { measured: new Date().toISOString().slice(0, 10), machine, rows }
    print(name, figures)
    const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Figures>
    writeFileSync(file, `${JSON.stringify({ ...before, [name]: figures }, null, 2)}\n`)
    if (rows.some(({ met }) => met === false)) process.exitCode = 1
  }
}

const [first, ...rest] = process.argv.slice(2)
if (first === measureArgument && rest[0] !== undefined) await measure(rest[0])
else await run(process.argv.slice(2))
