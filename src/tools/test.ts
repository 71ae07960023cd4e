/**
 * `npm test`: runs all checks, tests and stories. The stories run in parallel with the other steps, since they spend much time waiting.
 * Output is buffered so that it appears in the order of the list below; a failure is also reported immediately. The last line counts what
 * passed and failed. A skipped test or story counts as failed.
 */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { findPostgres } from '#server/gateway/testing/find-postgres.ts'
import { hasSeveralGateways } from './several-gateways.ts'

interface Count {
  passed: number
  failed: number
}

/** Where a step's output goes. */
type Print = (text: string) => void
type Step = (print: Print) => Promise<Count>

const env = {
  ...process.env,
  CI: process.env.CI ?? '1',
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  // Parallel steps compete for the processor. One thread and rarer garbage collection save the type checkers, which are written in Go, a
  // third to two thirds of their processor time. A larger young generation saves Node a tenth.
  GOMAXPROCS: '1',
  GOGC: '400',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`,
  // Many processes load the same modules. With this cache, Node compiles them once.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
}

/** Resolves with whether the command succeeded. */
const run = (print: Print, command: string, args: string[]): Promise<boolean> =>
  new Promise((ended) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print)
    child.on('error', (error) => print(`${error.message}\n`))
    child.on('close', (code) => ended(code === 0))
  })

/** Reads a test runner's report; null if the runner failed before it wrote one. */
const readReport = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** A check that passes or fails as a whole. */
const check =
  (command: string, ...args: string[]): Step =>
  async (print) =>
    (await run(print, command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

interface Units {
  numPassedTests: number
  numTotalTests: number
  testResults: { name: string; assertionResults: { status: string }[] }[]
}

/** The results of tests that need a real PostgreSQL. */
let postgresResults: Units['testResults'] = []

/** Whether a PostgreSQL was found, and the results of the tests that need one. */
function postgresLine(): string {
  const folder = findPostgres()
  if (folder === null) return 'PostgreSQL: not found, so the tests that need it did not run.'
  const results = postgresResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = results.filter(({ status }) => status === 'passed').length
  return `PostgreSQL: found in ${folder}. ${passed} of ${results.length} tests that need it passed.`
}

const units: Step = async (print) => {
  const file = 'test-results/units.json'
  const ended = await run(print, 'vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`])
  const counts = readReport(file) as Units | null
  postgresResults = counts?.testResults.filter(({ name }) => name.endsWith('.postgres.test.ts')) ?? []
  if (!counts) return { passed: 0, failed: 1 }
  const failed = counts.numTotalTests - counts.numPassedTests
  return { passed: counts.numPassedTests, failed: ended ? failed : Math.max(failed, 1) }
}

const stories: Step = async (print) => {
  if (!(await run(print, 'node', ['src/tools/browser.ts']))) return { passed: 0, failed: 1 }
  const ended = await run(print, 'playwright', ['test'])
  const counts = readReport('test-results/stories.json') as {
    stats: { expected: number; unexpected: number; skipped: number }
  } | null
  if (!counts) return { passed: 0, failed: 1 }
  const { expected, unexpected, skipped } = counts.stats
  const failed = unexpected + skipped
  return { passed: expected, failed: ended ? failed : Math.max(failed, 1) }
}

const stepsInOrder: [name: string, step: Step][] = [
  ['types', check('tsc', '-b', '--singleThreaded')],
  ['lint', check('oxlint', '--type-aware', '--deny-warnings')],
  ['format', check('biome', 'ci', '.')],
  ['unused code', check('knip')],
  ['unit and property tests', units],
  ['stories', stories],
]

const total: Count = { passed: 0, failed: 0 }
const outputs = stepsInOrder.map(([name]) => ({ text: `\n— ${name}\n`, ended: false }))

/** Prints the output of finished steps in order, and that of the first unfinished step. */
function show(): void {
  for (const output of outputs) {
    process.stdout.write(output.text)
    output.text = ''
    if (!output.ended) return
  }
}

async function runStep(index: number): Promise<void> {
  const [name, step] = stepsInOrder[index] ?? []
  const output = outputs[index]
  if (!name || !step || !output) return
  const print: Print = (text) => {
    output.text += text
    show()
  }
  const began = performance.now()
  const { passed, failed } = await step(print)
  total.passed += passed
  total.failed += failed
  const line = `  ${name}: ${passed} passed, ${failed} failed, ${((performance.now() - began) / 1000).toFixed(1)} s\n`
  output.ended = true
  print(line)
  if (failed > 0 && output.text !== '') process.stdout.write(`  Failed (output follows):${line}`)
}

rmSync('test-results', { recursive: true, force: true })
const last = stepsInOrder.length - 1
const storiesStep = runStep(last)
for (let index = 0; index < last; index += 1) await runStep(index)
await storiesStep
console.log(`\n${postgresLine()}`)
if (!hasSeveralGateways()) console.log('PostgreSQL or nginx not found: the stories with two gateways did not run.')
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
