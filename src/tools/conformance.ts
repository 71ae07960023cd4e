/** `npm run conformance`: checks a deployment of the service against the contract. See `--help`. */
import { writeFileSync } from 'node:fs'
import { headers } from '#contract/index.ts'
import { type Client, createClient, createMask } from './conformance/client.ts'
import { announcement, createEffects } from './conformance/effects.ts'
import { limitCheck } from './conformance/limits.ts'
import { help, InvalidOptionsError, type Options, readOptions } from './conformance/options.ts'
import { absent, unchecked } from './conformance/outcome.ts'
import { listChecks, pagingChecks, readChecks } from './conformance/reads.ts'
import { refusalChecks } from './conformance/refusals.ts'
import { type CheckResult, doesConform, formatReport, makeReport } from './conformance/report.ts'
import { type Check, endpointNames, endpointOf, type Run } from './conformance/run.ts'

/** The run cannot start. The message is shown to the user. */
class CannotRunError extends Error {}

const formatDuration = (seconds: number) =>
  seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`

/** On a terminal, the progress overwrites one line. Otherwise it is printed as a line every 30 seconds. */
const isTerminal = process.stderr.isTTY
const printNotice = (text: string) => void process.stderr.write(`${isTerminal ? '\r\x1b[K' : ''}${text}\n`)
const progressIntervalMs = 30_000
let lastProgressAt = performance.now()
function showProgress(text: string): void {
  if (isTerminal) process.stderr.write(`\r\x1b[K${text}`)
  else if (text !== '' && performance.now() - lastProgressAt > progressIntervalMs) {
    lastProgressAt = performance.now()
    printNotice(text)
  }
}

/** Sends one request before all checks, so that a wrong URL or key costs only one request. @returns whether the service is a simulation */
async function checkConnection({ client, mask, options }: Run): Promise<boolean> {
  const {
    status,
    failure,
    headers: answered,
    text,
  } = await client.send({
    method: 'GET',
    path: `${endpointOf('agentList').path}?limit=1`,
  })
  if (status === 0) throw new CannotRunError(`Could not reach ${options.url.origin}: ${failure}. Nothing was checked.`)
  if (status === 401 || status === 403)
    throw new CannotRunError(
      `The service refused the key (${status}). Nothing was checked. ${mask(text).slice(0, 200)}`,
    )
  return answered[headers.simulation] !== undefined
}

/** The checks of endpoints that change something, without `--effects`: they send nothing and are reported as not checked. */
const uncheckedCommands: Check[] = endpointNames
  .filter((name) => endpointOf(name).effect !== null)
  .map((name) => ({
    endpoint: name,
    name: 'answers as documented',
    section: endpointOf(name).section,
    requests: 0,
    run: () => Promise.resolve(unchecked('needs --effects')),
  }))

/** Removes repeated checks: a check with effects replaces the read-only check of the same name, because it comes first. */
const withoutRepeats = (checks: readonly Check[]): Check[] => [
  ...checks
    .reduce((known, check) => {
      const name = `${check.endpoint} ${check.name}`
      return known.has(name) ? known : known.set(name, check)
    }, new Map<string, Check>())
    .values(),
]

async function runConformance(options: Options): Promise<number> {
  const onWait = (seconds: number) =>
    printNotice(`Rate limited. Waiting ${formatDuration(seconds)}, as the service asked.`)
  const client = createClient(options, { rate: options.requestsPerMinute, onWait })
  try {
    return await runChecks(client, options)
  } finally {
    await client.close()
  }
}

async function runChecks(client: Client, options: Options): Promise<number> {
  const mask = createMask(options.apiKey)
  const run: Run = { client, mask, options, knownIds: new Map(options.ids), absentCapabilities: new Set() }
  const effects = createEffects(options)
  const checks = withoutRepeats([
    ...listChecks,
    ...(options.hasEffects ? effects.creatingChecks : []),
    ...readChecks,
    ...pagingChecks,
    ...(options.hasEffects ? effects.endingChecks : uncheckedCommands),
    ...refusalChecks(options.hasEffects, options.foreignWorkspace),
    limitCheck(options.checksLimits),
  ])
  const countRequests = (some: readonly Check[]) => some.reduce((sum, { requests }) => sum + requests, 0)
  const expectedDuration = formatDuration(client.secondsFor(countRequests(checks)))
  printNotice(`Checking ${options.url.origin}`)
  printNotice(
    `Uses at most ${countRequests(checks) + 1} requests of the organization's budget and takes about ${expectedDuration}.${options.hasEffects ? '' : ' Nothing is changed.'}`,
  )
  if (options.hasEffects) for (const line of announcement(options)) printNotice(line)
  if (options.checksLimits)
    printNotice(
      'It uses up the rate limit once. Until the limit resets, the service refuses all other requests of the organization.',
    )

  const startedAt = performance.now()
  const isSimulation = await checkConnection(run)
  const results: CheckResult[] = []
  let remainders: string[] = []
  let isStopped = false
  const stop = () => {
    isStopped = true
    printNotice('Stopping. Removing everything that this run created…')
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    for (const [index, { endpoint, name, section, run: perform }] of checks.entries()) {
      if (isStopped) break
      const remainingTime = formatDuration(client.secondsFor(countRequests(checks.slice(index))))
      showProgress(`${index + 1} of ${checks.length}, ${remainingTime} left: ${endpoint} ${name}`)
      const { extension } = endpointOf(endpoint)
      const outcome = extension !== undefined && run.absentCapabilities.has(extension) ? absent : await perform(run)
      results.push({ endpoint, name, section, ...withoutExchange(outcome) })
    }
  } finally {
    if (options.hasEffects) remainders = await effects.cleanUp(run)
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
  }
  showProgress('')
  const report = makeReport(results, {
    service: options.url.origin,
    at: new Date().toISOString(),
    simulation: isSimulation,
    effects: options.hasEffects,
    requests: client.countRequests(),
    seconds: Math.round((performance.now() - startedAt) / 1000),
    left: remainders,
  })
  console.log(formatReport(report, process.stdout.isTTY))
  if (options.jsonFile !== undefined) writeFileSync(options.jsonFile, `${JSON.stringify(report, null, 2)}\n`)
  if (isStopped) return 2
  return doesConform(report) ? 0 : 1
}

/** Drops the exchange, because answers may contain names and phone numbers. */
const withoutExchange = ({ verdict, sent, received, expected, findings }: Awaited<ReturnType<Check['run']>>) => ({
  verdict,
  sent,
  received,
  expected,
  findings,
})

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options === null) console.log(help)
  else process.exitCode = await runConformance(options)
} catch (error) {
  const isExpected = error instanceof InvalidOptionsError || error instanceof CannotRunError
  console.error(isExpected ? error.message : error)
  if (error instanceof InvalidOptionsError) console.error('Run with --help to see all options.')
  process.exitCode = 2
}
