/**
 * `npm test`: everything, in the order in which a failure is cheapest to learn of. Ends with a line that counts what passed and
 * what failed; a skipped test or story counts as failed, since nobody has seen it hold.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { findPostgres } from '#server/gateway/testing/find-postgres.ts'
import { ensureBrowser } from './browser.ts'

interface Count {
  passed: number
  failed: number
}

const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, CI: process.env.CI ?? '1' } }).status === 0

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
  (command: string, ...args: string[]) =>
  (): Count =>
    run(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

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

function units(): Count {
  const file = 'test-results/units.json'
  const ended = run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`])
  const counts = report(file) as Units | null
  withPostgres = counts?.testResults.filter(({ name }) => name.endsWith('.postgres.test.ts')) ?? []
  if (!counts) return { passed: 0, failed: 1 }
  const failed = counts.numTotalTests - counts.numPassedTests
  return { passed: counts.numPassedTests, failed: ended ? failed : Math.max(failed, 1) }
}

function stories(): Count {
  if (!ensureBrowser()) return { passed: 0, failed: 1 }
  const ended = run('playwright', ['test'])
  const counts = report('test-results/stories.json') as {
    stats: { expected: number; unexpected: number; skipped: number; flaky: number }
  } | null
  if (!counts) return { passed: 0, failed: 1 }
  const { expected, unexpected, skipped, flaky } = counts.stats
  const failed = unexpected + skipped
  return { passed: expected + flaky, failed: ended ? failed : Math.max(failed, 1) }
}

const steps: [name: string, step: () => Count][] = [
  ['types', check('tsc', '-b')],
  ['lint', check('oxlint', '--type-aware', '--deny-warnings')],
  ['format', check('biome', 'ci', '.')],
  ['unused code', check('knip')],
  ['unit and property tests', units],
  ['stories', stories],
]

rmSync('test-results', { recursive: true, force: true })
const total: Count = { passed: 0, failed: 0 }
for (const [name, step] of steps) {
  const began = performance.now()
  console.log(`\n— ${name}`)
  const { passed, failed } = step()
  total.passed += passed
  total.failed += failed
  console.log(`  ${name}: ${passed} passed, ${failed} failed, ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
console.log(`\n${postgresLine()}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
