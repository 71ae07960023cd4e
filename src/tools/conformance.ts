/** `npm run conformance`: checks a deployment of the service against the contract. See `--help`. */
import { writeFileSync } from 'node:fs'
import { headers } from '#contract/index.ts'
import { type Client, createClient, masker } from './conformance/client.ts'
import { announcement, createEffects } from './conformance/effects.ts'
import { limitCheck } from './conformance/limits.ts'
import { BadOptions, help, type Options, readOptions } from './conformance/options.ts'
import { absent, unchecked } from './conformance/outcome.ts'
import { listChecks, pagingChecks, readChecks } from './conformance/reads.ts'
import { refusalChecks } from './conformance/refusals.ts'
import { asText, type Checked, conforms, makeReport } from './conformance/report.ts'
import { type Check, endpointNames, endpointOf, type Run } from './conformance/run.ts'

/** The run cannot start. The message is shown to the user. */
class CannotRun extends Error {}

const duration = (seconds: number) =>
  seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`

/** On a terminal, progress overwrites one line; elsewhere it prints a line every 30 seconds. */
const terminal = process.stderr.isTTY
const notice = (text: string) => void process.stderr.write(`${terminal ? '\r\x1b[K' : ''}${text}\n`)
const progressIntervalMs = 30_000
let last = performance.now()
function progress(text: string): void {
  if (terminal) process.stderr.write(`\r\x1b[K${text}`)
  else if (text !== '' && performance.now() - last > progressIntervalMs) {
    last = performance.now()
    notice(text)
  }
}

/** Sends one request first, so that a wrong address or key costs one request. @returns whether the service is a simulation */
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
  if (status === 0) throw new CannotRun(`Could not reach ${options.url.origin}: ${failure}. Nothing was checked.`)
  if (status === 401 || status === 403)
    throw new CannotRun(`The service refused the key (${status}). Nothing was checked. ${mask(text).slice(0, 200)}`)
  return answered[headers.simulation] !== undefined
}

/** Without `--effects`, endpoints that change something are reported as not checked. */
const uncheckedCommands: Check[] = endpointNames
  .filter((name) => endpointOf(name).effect !== null)
  .map((name) => ({
    endpoint: name,
    name: 'answers as documented',
    section: endpointOf(name).section,
    requests: 0,
    run: () => Promise.resolve(unchecked('needs --effects')),
  }))

/** Drops repeated checks: a check with effects replaces the read-only check of the same name. */
const withoutRepeats = (checks: readonly Check[]): Check[] => [
  ...checks
    .reduce((known, check) => {
      const name = `${check.endpoint} ${check.name}`
      return known.has(name) ? known : known.set(name, check)
    }, new Map<string, Check>())
    .values(),
]

async function check(options: Options): Promise<number> {
  const onWait = (seconds: number) => notice(`Rate limited. Waiting ${duration(seconds)}, as the service asked.`)
  const client = createClient(options, { rate: options.rate, onWait })
  try {
    return await checkWith(client, options)
  } finally {
    await client.close()
  }
}

async function checkWith(client: Client, options: Options): Promise<number> {
  const mask = masker(options.apiKey)
  const run: Run = { client, mask, options, known: new Map(options.ids), absent: new Set() }
  const effects = createEffects(options)
  const checks = withoutRepeats([
    ...listChecks,
    ...(options.effects ? effects.making : []),
    ...readChecks,
    ...pagingChecks,
    ...(options.effects ? effects.ending : uncheckedCommands),
    ...refusalChecks(options.effects, options.foreign),
    limitCheck(options.limits),
  ])
  const costOf = (some: readonly Check[]) => some.reduce((sum, { requests }) => sum + requests, 0)
  const time = duration(client.secondsFor(costOf(checks)))
  notice(`Checking ${options.url.origin}`)
  notice(
    `Uses at most ${costOf(checks) + 1} requests of the organization's budget and takes about ${time}.${options.effects ? '' : ' Nothing is changed.'}`,
  )
  if (options.effects) for (const line of announcement(options)) notice(line)
  if (options.limits)
    notice(
      'It uses up the rate limit once. Until the limit resets, the service refuses all other requests of the organization.',
    )

  const began = performance.now()
  const simulation = await checkConnection(run)
  const checked: Checked[] = []
  let left: string[] = []
  let stopped = false
  const stop = () => {
    stopped = true
    notice('Stopping. Removing everything that this run created…')
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    for (const [index, { endpoint, name, section, run: perform }] of checks.entries()) {
      if (stopped) break
      const rest = duration(client.secondsFor(costOf(checks.slice(index))))
      progress(`${index + 1} of ${checks.length}, ${rest} left: ${endpoint} ${name}`)
      const { extension } = endpointOf(endpoint)
      const outcome = extension !== undefined && run.absent.has(extension) ? absent : await perform(run)
      checked.push({ endpoint, name, section, ...plain(outcome) })
    }
  } finally {
    if (options.effects) left = await effects.cleanUp(run)
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
  }
  progress('')
  const report = makeReport(checked, {
    service: options.url.origin,
    at: new Date().toISOString(),
    simulation,
    effects: options.effects,
    requests: client.sent(),
    seconds: Math.round((performance.now() - began) / 1000),
    left,
  })
  console.log(asText(report, process.stdout.isTTY))
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
  if (stopped) return 2
  return conforms(report) ? 0 : 1
}

/** Drops the exchange, because answers may contain names and phone numbers. */
const plain = ({ verdict, sent, received, expected, findings }: Awaited<ReturnType<Check['run']>>) => ({
  verdict,
  sent,
  received,
  expected,
  findings,
})

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options === null) console.log(help)
  else process.exitCode = await check(options)
} catch (error) {
  const known = error instanceof BadOptions || error instanceof CannotRun
  console.error(known ? error.message : error)
  if (error instanceof BadOptions) console.error('Run with --help to see all options.')
  process.exitCode = 2
}
