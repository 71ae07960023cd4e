/**
 * `npm test`: everything. The stories run beside all other steps, since they wait for much. What a step prints is kept until the steps
 * before it are done, so that the output reads in the order of the list below; a failure is told at once, whatever its place. Ends with
 * a line that counts what passed and what failed; a skipped test or story counts as failed, since nobody has seen it hold.
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
  // Beside each other, steps have no processor to spare: the type checkers, which are written in Go, use one thread each and collect
  // garbage less often, and Node's young objects have more room. A third to two thirds less processor time, and a tenth.
  GOMAXPROCS: '1',
  GOGC: '400',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`,
  // Many processes load the same modules: Node compiles them once.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
}

/** Resolves with whether the command ended well. */
const run = (print: Print, command: string, args: string[]): Promise<boolean> =>
  new Promise((ended) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print)
    child.on('error', (error) => print(`${error.message}\n`))
    child.on('close', (code) => ended(code === 0))
  })

/** What a runner wrote about itself; null when it did not get that far. */
const report = (file: string): unknown => {
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

/** The files of tests that need a real PostgreSQL, as they ended. */
let withPostgres: Units['testResults'] = []

/** Whether a PostgreSQL was found, and what became of the tests that need one: without one they do not exist. */
function postgresLine(): string {
  const folder = findPostgres()
  if (folder === null) return 'PostgreSQL: not found, so the tests that need one did not run'
  const results = withPostgres.flatMap(({ assertionResults }) => assertionResults)
  const passed = results.filter(({ status }) => status === 'passed').length
  return `PostgreSQL: found in ${folder}; of the ${results.length} tests that need one ${passed} passed`
}

const units: Step = async (print) => {
  const file = 'test-results/units.json'
  const ended = await run(print, 'vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`])
  const counts = report(file) as Units | null
  withPostgres = counts?.testResults.filter(({ name }) => name.endsWith('.postgres.test.ts')) ?? []
  if (!counts) return { passed: 0, failed: 1 }
  const failed = counts.numTotalTests - counts.numPassedTests
  return { passed: counts.numPassedTests, failed: ended ? failed : Math.max(failed, 1) }
}

const stories: Step = async (print) => {
  if (!(await run(print, 'node', ['src/tools/browser.ts']))) return { passed: 0, failed: 1 }
  const ended = await run(print, 'playwright', ['test'])
  const counts = report('test-results/stories.json') as {
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

/** Shows what was printed by the steps that ended, in order, and by the one after them. */
function show(): void {
  for (const output of outputs) {
    process.stdout.write(output.text)
    output.text = ''
    if (!output.ended) return
  }
}

async function take(index: number): Promise<void> {
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
  if (failed > 0 && output.text !== '') process.stdout.write(`  Failed, shown in its turn:${line}`)
}

rmSync('test-results', { recursive: true, force: true })
const last = stepsInOrder.length - 1
const beside = take(last)
for (let index = 0; index < last; index += 1) await take(index)
await beside
console.log(`\n${postgresLine()}`)
if (!hasSeveralGateways()) console.log('no PostgreSQL or no nginx: no story was told in front of two gateways')
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
