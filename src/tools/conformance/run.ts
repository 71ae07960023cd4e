/** Performs the checks of a run, one after another, and makes the report. Stops early if the person asks or the service goes away. */
import { type Check, createRecords, endpointOf, pathOf, type Run } from './check.ts'
import { listChecks, readChecks, refusalChecks } from './checks.ts'
import { type ClientOptions, createClient, RunEndedError, stoppedByPerson, systemClock } from './client.ts'
import { announcement, creatingChecks, endingChecks, uncheckedCommands } from './effects.ts'
import { absent, createMask, unchecked } from './judge.ts'
import type { Options } from './options.ts'
import { cleanUp, trackExchange } from './records.ts'
import type { CheckResult, Report } from './report.ts'

/** The run cannot start. The message is shown to the user. */
export class CannotRunError extends Error {}

/** Where a run says what it does. */
export interface Output {
  notice: (text: string) => void
  /** Replaces the last progress text; '' clears it. */
  progress: (text: string) => void
}

const nameOf = ({ endpoint, name }: Pick<Check, 'endpoint' | 'name'>) => `${endpoint} ${name}`

/** The checks of a run, in their order. Of those with the same name the first counts: with effects, the one of the run's own record. */
function checksOf({ hasEffects, foreignWorkspace }: Options): Check[] {
  const checks = [
    ...listChecks,
    ...(hasEffects ? creatingChecks : []),
    ...readChecks,
    ...(hasEffects ? endingChecks : []),
    ...uncheckedCommands(hasEffects),
    ...refusalChecks(hasEffects, foreignWorkspace),
  ]
  return checks.filter((check, index) => checks.findIndex((other) => nameOf(other) === nameOf(check)) === index)
}

/** Sends one request before all checks, so that a wrong URL or key costs only one request. */
async function checkConnection({ client, mask, options }: Run): Promise<void> {
  const { status, failure, text } = await client.sendAnyway({ method: 'GET', path: `${pathOf('agentList')}?limit=1` })
  if (status === 0) throw new CannotRunError(`Could not reach ${options.url.origin}: ${failure}. Nothing was checked.`)
  if (status === 401 || status === 403)
    throw new CannotRunError(
      `The service refused the key (${status}). Nothing was checked. ${mask(text).slice(0, 200)}`,
    )
}

/** Sends requests over HTTP. */
const httpTransport = ({ url }: Options): ClientOptions['transport'] => {
  const base = url.origin + url.pathname.replace(/\/$/, '')
  return (path, init) => fetch(base + path, init)
}

/**
 * Performs a run.
 *
 * @param stop when aborted, no further check starts, and what the run created is removed
 * @param settings for tests: how requests are sent, and the time
 * @returns the report. `stopped` says why it does not contain all checks
 * @throws CannotRunError if nothing could be checked
 */
export async function performRun(
  options: Options,
  { notice, progress }: Output,
  stop: AbortSignal,
  { transport = httpTransport(options), clock = systemClock }: Partial<Pick<ClientOptions, 'transport' | 'clock'>> = {},
): Promise<Report> {
  const { apiKey, workspace, hasEffects } = options
  const records = createRecords()
  const client = createClient({
    apiKey,
    workspace,
    requestsPerMinute: options.requestsPerMinute,
    transport,
    clock,
    stop,
    onWait: (seconds) => notice(`Rate limited. Waiting ${seconds} s, as the service asked.`),
    onExchange: (exchange) => trackExchange(records, exchange),
  })
  const mask = createMask(apiKey)
  const run: Run = { client, mask, options, knownIds: new Map(options.ids), absentCapabilities: new Set(), records }
  const checks = checksOf(options)
  const requests = checks.reduce((sum, check) => sum + check.requests, 1)
  notice(`Checking ${options.url.origin}`)
  notice(
    `Uses at most ${requests} requests of the organization's budget, in about ${client.secondsFor(requests)} s.${hasEffects ? '' : ' Nothing is changed.'}`,
  )
  if (hasEffects) for (const line of announcement(options.number)) notice(line)

  const results: CheckResult[] = []
  let stopped: Report['stopped'] = null
  let left: string[] = []
  const startedAt = clock.now()
  await checkConnection(run)
  try {
    for (const [index, check] of checks.entries()) {
      if (stop.aborted) throw new RunEndedError(stoppedByPerson)
      progress(`${index + 1} of ${checks.length}: ${nameOf(check)}`)
      const { extension } = endpointOf(check.endpoint)
      const isAbsent = extension !== undefined && run.absentCapabilities.has(extension)
      results.push({ ...check, ...(isAbsent ? absent : await check.run(run)) })
    }
  } catch (error) {
    if (!(error instanceof RunEndedError)) throw error
    stopped = error.message
  } finally {
    progress('')
    left = await cleanUp(run)
  }
  const skipped = checks.slice(results.length).map((check) => ({ ...check, ...unchecked('the run ended before') }))
  const seconds = Math.round((clock.now() - startedAt) / 1000)
  return { results: [...results, ...skipped], requests: client.countRequests(), seconds, left, stopped }
}
