/** Performs the checks of a run, one after another, and makes the report. Stops early if the person asks or the service goes away. */
import { headers } from '#contract/index.ts'
import { type Check, endpointNames, endpointOf, type Run } from './checks/check.ts'
import { announcement, createEffects, type Effects } from './checks/effects.ts'
import { limitCheck } from './checks/limits.ts'
import { listRuleChecks, pagingChecks } from './checks/lists.ts'
import { listChecks, readChecks } from './checks/reads.ts'
import { refusalChecks } from './checks/refusals.ts'
import { type EventListener, listenForEvents, webhookChecks } from './checks/webhooks.ts'
import { absent, unchecked } from './judge/outcome.ts'
import { type CheckResult, makeReport, type Report } from './report.ts'
import {
  type Client,
  type ClientOptions,
  createClient,
  createMask,
  ServiceGoneError,
  StoppedError,
} from './run/client.ts'
import type { Options } from './run/options.ts'

/** The run cannot start. The message is shown to the user. */
export class CannotRunError extends Error {}

/** Where a run says what it does. */
export interface Output {
  notice: (text: string) => void
  /** Replaces the last progress text; '' clears it. */
  progress: (text: string) => void
}

export const formatDuration = (seconds: number) =>
  seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`

/** Sends one request before all checks, so that a wrong URL or key costs only one request. @returns whether the service is a simulation */
async function checkConnection({ client, mask, options }: Run): Promise<boolean> {
  const path = `${endpointOf('agentList').path}?limit=1`
  const exchange = await client.sendAnyway({ method: 'GET', path })
  if (exchange.status === 0)
    throw new CannotRunError(`Could not reach ${options.url.origin}: ${exchange.failure}. Nothing was checked.`)
  if (exchange.status === 401 || exchange.status === 403)
    throw new CannotRunError(
      `The service refused the key (${exchange.status}). Nothing was checked. ${mask(exchange.text).slice(0, 200)}`,
    )
  return exchange.headers[headers.simulation] !== undefined
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

/** The checks of a run, in their order. */
const checksOf = (options: Options, effects: Effects | null, listener: EventListener | null): Check[] =>
  withoutRepeats([
    ...listChecks,
    ...(effects?.creatingChecks ?? []),
    ...readChecks,
    ...listRuleChecks,
    ...pagingChecks,
    ...(effects?.endingChecks ?? uncheckedCommands),
    ...refusalChecks(options.hasEffects, options.foreignWorkspace),
    limitCheck(options.checksLimits),
    ...webhookChecks(listener, options.webhookSecret, effects !== null),
  ])

const countRequests = (some: readonly Check[]) => some.reduce((sum, { requests }) => sum + requests, 0)

/** Says what the run will send and make, before it sends anything. */
function announce(options: Options, client: Client, checks: readonly Check[], { notice }: Output): void {
  const count = countRequests(checks)
  const duration = formatDuration(client.secondsFor(count))
  notice(`Checking ${options.url.origin}`)
  notice(
    `Uses at most ${count + 1} requests of the organization's budget and takes about ${duration}.${options.hasEffects ? '' : ' Nothing is changed.'}`,
  )
  if (options.hasEffects) for (const line of announcement(options)) notice(line)
  if (options.checksLimits)
    notice(
      'It uses up the rate limit once. Until the limit resets, the service refuses all other requests of the organization.',
    )
}

/** @throws CannotRunError if the port is in use */
async function openListener({ listenPort }: Options, { notice }: Output): Promise<EventListener | null> {
  if (listenPort === null) return null
  const listener = await listenForEvents(listenPort).catch((error: unknown) => {
    throw new CannotRunError(
      `Could not listen on port ${listenPort}: ${(error as Error).message}. Nothing was checked.`,
    )
  })
  notice(
    `Listening for events on port ${listener.port}. The service has to deliver them to http://<this machine>:${listener.port}/ (the embedded service: EMBEDDED_WEBHOOK_URL).`,
  )
  return listener
}

/** For tests and the mutation run. */
export interface RunSettings extends Partial<ClientOptions> {
  /** The checks to perform; default: all. */
  isIncluded?: (check: Check) => boolean
  /** Called before each check, and with null before the clean-up. */
  onCheck?: (check: Check | null) => void
}

/** Drops the exchange, because answers may contain names and phone numbers. */
const withoutExchange = (outcome: Awaited<ReturnType<Check['run']>>) => {
  const { exchange: _, ...rest } = outcome as typeof outcome & { exchange?: unknown }
  return rest
}

/**
 * Performs a run.
 *
 * @param stop when aborted, no further check starts, and what the run created is removed
 * @returns the report. `stopped` says why it does not contain all checks
 * @throws CannotRunError if nothing could be checked
 */
export async function performRun(
  options: Options,
  output: Output,
  stop: AbortSignal,
  { isIncluded = () => true, onCheck = () => {}, ...clientOptions }: RunSettings = {},
): Promise<Report> {
  const effects = options.hasEffects ? createEffects(options) : null
  const client = createClient(options, {
    rate: options.requestsPerMinute,
    stop,
    onWait: (seconds) => output.notice(`Rate limited. Waiting ${formatDuration(seconds)}, as the service asked.`),
    ...clientOptions,
    onExchange(exchange) {
      effects?.track(exchange)
      clientOptions.onExchange?.(exchange)
    },
  })
  const run: Run = {
    client,
    mask: createMask(options.apiKey),
    options,
    notice: output.notice,
    knownIds: new Map(options.ids),
    seenRecords: new Map(),
    absentCapabilities: new Set(),
  }
  const listener = await openListener(options, output)
  const checks = checksOf(options, effects, listener).filter(isIncluded)
  const results: CheckResult[] = []
  let stopped: Report['stopped'] = null
  let remainders: string[] = []
  const startedAt = performance.now()
  let isSimulation = false
  try {
    announce(options, client, checks, output)
    isSimulation = await checkConnection(run)
    for (const [index, check] of checks.entries()) {
      const { endpoint, name, section, run: perform } = check
      onCheck(check)
      if (stop.aborted) throw new StoppedError()
      const remainingTime = formatDuration(client.secondsFor(countRequests(checks.slice(index))))
      output.progress(`${index + 1} of ${checks.length}, ${remainingTime} left: ${endpoint} ${name}`)
      const { extension } = endpointOf(endpoint)
      const outcome = extension !== undefined && run.absentCapabilities.has(extension) ? absent : await perform(run)
      results.push({ endpoint, name, section, ...withoutExchange(outcome) })
    }
  } catch (error) {
    if (error instanceof ServiceGoneError)
      stopped = { reason: 'gone', since: error.since.toISOString(), failure: error.message }
    else if (error instanceof StoppedError) stopped = { reason: 'interrupted' }
    else throw error
  } finally {
    output.progress('')
    onCheck(null)
    if (effects !== null) remainders = await effects.cleanUp(run)
    await client.close()
    await listener?.close()
  }
  const performed = new Set(results.map(({ endpoint, name }) => `${endpoint} ${name}`))
  const skipped = checks.filter(({ endpoint, name }) => !performed.has(`${endpoint} ${name}`))
  const reason = stopped?.reason === 'gone' ? 'the service stopped answering' : 'the run was stopped'
  for (const { endpoint, name, section } of skipped) results.push({ endpoint, name, section, ...unchecked(reason) })
  return makeReport(results, {
    service: options.url.origin,
    at: new Date().toISOString(),
    simulation: isSimulation,
    effects: options.hasEffects,
    strict: options.isStrict,
    requests: client.countRequests(),
    seconds: Math.round((performance.now() - startedAt) / 1000),
    left: remainders,
    stopped,
  })
}
