/**
 * `npm test`: runs the checks, the unit tests that start no process, and the stories tagged `@job`, one for each job.
 * `npm run test:all`: runs the same, and then the other tests and stories unless something failed.
 *
 * The stories run in parallel with other steps, because they mostly wait. The output of the steps appears in their order; a failure is
 * also reported immediately. The last lines name the slowest files and what failed, and count what passed and failed. A skipped test or
 * story counts as failed.
 */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { findPostgres } from '#server/gateway/testing/find-postgres.ts'
import { hasSeveralGateways } from './testing/several-gateways.ts'

interface Count {
  passed: number
  failed: number
  /** The tests or stories that failed, with their files. */
  failures?: string[]
  /** How long each file took, seconds. */
  seconds?: [file: string, seconds: number][]
}

/** Receives a step's output. */
type Print = (text: string) => void
type Step = (print: Print) => Promise<Count>
interface Output {
  text: string
  ended: boolean
}

const shownSlowFiles = 10

/** The free memory without which tests and stories write to the disk, bytes. */
const minFreeMemory = 4 * 2 ** 30

/**
 * Creates a folder for everything that tests and stories write. It is in memory if there is room (only Linux has such a folder), because a
 * database waits for the disk at each commit. Files in memory outlive the processes that wrote them, so tests may kill processes.
 */
function createTemporaryFolder(): string {
  const memory = '/dev/shm'
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  const folder = mkdtempSync(join(bavail * bsize > minFreeMemory ? memory : tmpdir(), 'switchboard-test-'))
  // PostgreSQL and nginx run as other users, who need to get to their own folders in it.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  return folder
}

const env: NodeJS.ProcessEnv = {
  ...process.env,
  TMPDIR: createTemporaryFolder(),
  CI: process.env.CI ?? '1',
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  // Parallel steps compete for the processor. With one thread and less frequent garbage collection, the type checkers, which are written in
  // Go, use one third to two thirds less processor time. With a larger young generation, Node uses a tenth less.
  GOMAXPROCS: '1',
  GOGC: '400',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`,
  // Many processes load the same modules. With this cache, Node compiles them once.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
}

/** Runs a command. @returns whether it succeeded */
const runCommand = (print: Print, command: string, args: string[]): Promise<boolean> =>
  new Promise((resolveHasSucceeded) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print)
    child.on('error', (error) => print(`${error.message}\n`))
    child.on('close', (code) => resolveHasSucceeded(code === 0))
  })

/** Reads a test runner's report; null if the runner failed before it wrote one. */
const readReport = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Creates a step from a command that passes or fails as a whole. */
const createCheck =
  (command: string, ...args: string[]): Step =>
  async (print) =>
    (await runCommand(print, command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

interface VitestReport {
  numPassedTests: number
  numTotalTests: number
  testResults: {
    name: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** The results of tests that need a real PostgreSQL. */
let postgresResults: VitestReport['testResults'] = []

/** Whether a PostgreSQL was found, and the results of the tests that need one. */
function describePostgresTests(): string {
  const folder = findPostgres()
  if (folder === null) return 'PostgreSQL: not found, so the tests that need it did not run.'
  const results = postgresResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = results.filter(({ status }) => status === 'passed').length
  return `PostgreSQL: found in ${folder}. ${passed} of ${results.length} tests that need it passed.`
}

/** Runs the unit tests of these projects of `vite.config.ts`, a worker for each core: those that start processes mostly wait. */
const createUnitTests =
  (...projects: string[]): Step =>
  async (print) => {
    const file = 'test-results/units.json'
    rmSync(file, { force: true })
    const hasSucceeded = await runCommand(print, 'vitest', [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--maxWorkers=100%',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ])
    const counts = readReport(file) as VitestReport | null
    postgresResults = counts?.testResults.filter(({ name }) => name.endsWith('.postgres.test.ts')) ?? []
    if (!counts) return { passed: 0, failed: 1 }
    const failed = counts.numTotalTests - counts.numPassedTests
    const failures = counts.testResults.flatMap(({ name, message, assertionResults }) => {
      const names = assertionResults.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName)
      // A file that cannot be loaded has a message instead of tests.
      return (names.length === 0 && message ? [message] : names).map((failure) => `${relative('.', name)}: ${failure}`)
    })
    return {
      passed: counts.numPassedTests,
      failed: hasSucceeded ? failed : Math.max(failed, 1),
      failures,
      seconds: counts.testResults.map(({ name, startTime, endTime }) => [
        relative('.', name),
        (endTime - startTime) / 1000,
      ]),
    }
  }

interface StorySuite {
  specs: {
    ok: boolean
    title: string
    file: string
    tests: { projectName: string; status: string; results: { duration: number }[] }[]
  }[]
  suites?: StorySuite[]
}
interface StoryReport extends Omit<StorySuite, 'specs'> {
  stats: { expected: number; unexpected: number; skipped: number }
}

const findFailedStories = ({ specs = [], suites = [] }: Partial<StorySuite>): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ projectName }) => `e2e/${file} (${projectName}): ${title}`),
  ),
  ...suites.flatMap(findFailedStories),
]

const secondsOfStories = ({ specs = [], suites = [] }: Partial<StorySuite>): [file: string, seconds: number][] => [
  ...specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }): [string, number] => [`e2e/${file}`, duration / 1000])),
  ),
  ...suites.flatMap(secondsOfStories),
]

/** Runs the stories that these arguments select. */
const createStories =
  (...selection: string[]): Step =>
  async (print) => {
    if (!(await runCommand(print, 'node', ['src/tools/browser.ts']))) return { passed: 0, failed: 1 }
    const hasSucceeded = await runCommand(print, 'playwright', ['test', ...selection])
    const report = readReport('test-results/stories.json') as StoryReport | null
    if (!report) return { passed: 0, failed: 1 }
    const { expected, unexpected, skipped } = report.stats
    const failed = unexpected + skipped
    return {
      passed: expected,
      failed: hasSucceeded ? failed : Math.max(failed, 1),
      failures: findFailedStories(report),
      seconds: secondsOfStories(report),
    }
  }

const total = { passed: 0, failed: 0, failures: [] as string[], seconds: new Map<string, number>() }

/** Runs the steps of each lane one after the other, and the lanes in parallel. */
async function runLanes(...lanes: (readonly (readonly [name: string, step: Step])[])[]): Promise<void> {
  const outputs: Output[][] = lanes.map((lane) => lane.map(([name]) => ({ text: `\n— ${name}\n`, ended: false })))

  /** Prints the output of finished steps in order, and that of the first unfinished step. */
  function printFinishedOutput(): void {
    for (const output of outputs.flat()) {
      process.stdout.write(output.text)
      output.text = ''
      if (!output.ended) return
    }
  }

  async function runStep([name, step]: readonly [name: string, step: Step], output: Output): Promise<void> {
    const print: Print = (text) => {
      output.text += text
      printFinishedOutput()
    }
    const began = performance.now()
    const { passed, failed, failures = [], seconds = [] } = await step(print)
    total.passed += passed
    total.failed += failed
    total.failures.push(...failures, ...(failed > 0 && failures.length === 0 ? [name] : []))
    for (const [file, duration] of seconds) total.seconds.set(file, (total.seconds.get(file) ?? 0) + duration)
    const line = `  ${name}: ${passed} passed, ${failed} failed, ${((performance.now() - began) / 1000).toFixed(1)} s\n`
    output.ended = true
    print(line)
    if (failed > 0 && output.text !== '') process.stdout.write(`  Failed (output follows):${line}`)
  }

  await Promise.all(
    lanes.map(async (lane, laneIndex) => {
      for (const [index, step] of lane.entries()) {
        const output = outputs[laneIndex]?.[index]
        if (output) await runStep(step, output)
      }
    }),
  )
}

function printSlowestFiles(): void {
  const slowest = [...total.seconds].toSorted((one, other) => other[1] - one[1]).slice(0, shownSlowFiles)
  console.log(`\nThe slowest files (seconds, while others run too):`)
  for (const [file, seconds] of slowest) console.log(`  ${seconds.toFixed(1).padStart(6)}  ${file}`)
}

const runsAll = process.argv.includes('--all')
rmSync('test-results', { recursive: true, force: true })
await runLanes(
  [
    ['types', createCheck('tsc', '-b', '--singleThreaded')],
    ['lint', createCheck('oxlint', '--type-aware', '--deny-warnings')],
    ['format', createCheck('biome', 'ci', '.')],
    ['unused code', createCheck('knip')],
  ],
  [
    ['stories of each job', createStories('--project=embedded', '--grep=@job')],
    ['unit and property tests', createUnitTests('pure', 'in-process')],
  ],
)
if (runsAll && total.failed === 0) {
  env.JOBS_DONE = '1'
  await runLanes(
    [['unit tests that start processes or take long', createUnitTests('processes')]],
    // Other projects run the stories of each job again: with a separate service, and with two gateways.
    [['all other stories', createStories()]],
  )
  console.log(`\n${describePostgresTests()}`)
  if (!hasSeveralGateways()) console.log('PostgreSQL or nginx not found: the stories with two gateways did not run.')
} else if (runsAll) console.log('\nSomething failed, so the other tests and stories did not run.')
printSlowestFiles()
if (total.failed > 0) console.log(`\nFailed:\n${total.failures.map((failure) => `  ${failure}\n`).join('')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
