/** The service's health as its answers show it: whether it responds, accepts our key, and is a simulation. */
import { headers, type Session } from '#contract/index.ts'
import { addDependency, createSource } from '#server/database/dependencies.ts'
import type { Clock } from '../shared/clock.ts'
import type { Exchange, Outgoing } from './http-client.ts'

type Mode = Session['mode']
type State = Session['service']['state']

/** A refused key is tried again at most once a minute (reliability R17). */
const keyRefusedPauseMs = 60_000
const firstPauseMs = 1_000
const maxPauseMs = 15_000
/** One lost answer is not an outage. */
const lossesUntilDown = 2
/** The service counts as down after this many errors among its last answers to reads, over this many endpoints (reliability R48). */
const maxRecentAnswers = 10
const errorsUntilDown = 5
const endpointsUntilDown = 2
/** The service is up again after this many answers in a row without an error. */
const successesUntilUp = 3

/** Another gateway's report of an outage is ignored this soon after an answer of our own. */
const ownAnswerTtlMs = 3_000

/** The state that a gateway publishes to the others. */
export interface SharedHealth {
  mode: Mode
  state: State
  since: number | null
  losses: number
  isFailing: boolean
  /** ms until the service may be tried again. */
  quietFor: number
}

/** Whether a status is an error of the service. 501 is not: it means that an endpoint is not offered (interface 7). */
const isError = (status: number) => status >= 500 && status !== 501

export function createServiceHealth() {
  let mode: Mode = 'unknown'
  let state: State = 'unknown'
  /** Epoch ms. */
  let since: number | null = null
  let losses = 0
  let quietUntil = 0
  /** The most recent answers to reads, the latest last. */
  let recentAnswers: { endpoint: string; failed: boolean }[] = []
  let isFailing = false
  const source = createSource()
  let answeredAt = -Infinity
  let notifyChange: (told: SharedHealth) => void = () => {}

  function recordExchange(sent: Pick<Outgoing, 'kind' | 'endpoint'>, exchange: Exchange, clock: Clock): void {
    const before = `${mode} ${state}`
    applyExchange(sent, exchange, clock)
    const now = clock.steady()
    if (state === 'up') answeredAt = now
    if (`${mode} ${state}` !== before || isUnhealthy())
      notifyChange({ mode, state, since, losses, isFailing, quietFor: Math.max(0, quietUntil - now) })
  }

  /** Applies another gateway's published state. @param now the steady clock, ms */
  function applyShared(told: SharedHealth, now: number): void {
    if (told.state === 'down' && now - answeredAt < ownAnswerTtlMs) return
    if (told.isFailing && !isFailing) recentAnswers = [{ endpoint: '', failed: true }]
    if (isFailing && !told.isFailing) recentAnswers = []
    ;({ mode, state, since, losses, isFailing } = told)
    quietUntil = now + told.quietFor
    source.markChanged()
  }

  const isUnhealthy = () => state === 'down' || state === 'key_refused'

  /**
   * Updates the state from an exchange. A service that answers most reads with errors counts as down, as a silent one does. A lost
   * command does not: its outcome has to be read, so it must not pause reads. An answer that is too large counts as an answer.
   */
  function applyExchange(
    { kind, endpoint = '' }: Pick<Outgoing, 'kind' | 'endpoint'>,
    exchange: Exchange,
    clock: Clock,
  ): void {
    const now = clock.steady()
    if (exchange.kind === 'answer') {
      const failed = isError(exchange.status)
      // An error may be a proxy's, which lacks the simulation header.
      if (!failed || mode === 'unknown')
        setMode(exchange.headers[headers.simulation] === undefined ? 'live' : 'simulation')
      if (kind === 'read') recentAnswers = [...recentAnswers, { endpoint, failed }].slice(-maxRecentAnswers)
      const keyRefused = exchange.status === 401 || exchange.status === 403
      // guard: failing-service-is-left-alone
      if (!keyRefused && checkFailing()) return fail(failed, clock)
      losses = 0
      setState(keyRefused ? 'key_refused' : 'up', clock.now())
      quietUntil = keyRefused ? now + keyRefusedPauseMs : 0
      return
    }
    if (
      exchange.opened &&
      (exchange.why === 'too_large' || /* guard: lost-command-pauses-no-read */ kind === 'command')
    )
      return
    // This process was suspended, so it says nothing about the service.
    if (exchange.why === 'stood_still') return
    losses += 1
    if (exchange.opened && losses < lossesUntilDown) return
    setState('down', clock.now())
    quietUntil = now + pause()
  }

  /** Restores the mode that an earlier process stored. The service's next answer overrides it. */
  function restoreMode(earlier: Mode): void {
    setMode(earlier)
  }

  function setMode(next: Mode): void {
    if (mode === next) return
    mode = next
    source.markChanged()
  }

  /** Whether a read may be tried. While the service is down or refuses the key, only after each pause. @param now the steady clock, ms */
  function mayTry(now: number): boolean {
    return now >= quietUntil
  }

  /** As `mayTry`, for a caller that then tries: while the service is unhealthy, one caller tries and the others wait for the result. */
  function claimTry(now: number): boolean {
    const worth = mayTry(now)
    if (worth && isUnhealthy()) quietUntil = now + pause()
    return worth
  }

  /** Whether the service is failing. While it is, only one endpoint is tried, so fewer failures prove nothing: only successes end the state. */
  function checkFailing(): boolean {
    const errors = recentAnswers.filter(({ failed }) => failed)
    const endpoints = new Set(errors.map(({ endpoint }) => endpoint))
    if (errors.length >= errorsUntilDown && endpoints.size >= endpointsUntilDown) isFailing = true
    const latest = recentAnswers.slice(-successesUntilUp)
    if (isFailing && latest.every(({ failed }) => !failed)) {
      isFailing = false
      recentAnswers = []
    }
    return isFailing
  }

  /** Each further error lengthens the pause. An answer without an error allows the next try at once. */
  function fail(failed: boolean, clock: Clock): void {
    losses = failed ? (state === 'down' ? losses + 1 : 1) : 0
    setState('down', clock.now())
    quietUntil = failed ? clock.steady() + pause() : 0
  }

  function pause(): number {
    if (state === 'key_refused') return keyRefusedPauseMs
    return Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(losses - 1, 10))
  }

  function setState(next: State, date: number): void {
    if (state === next) return
    state = next
    since = date
    source.markChanged()
  }

  return {
    recordExchange,
    applyShared,
    /** Calls back with state that other gateways need. */
    onChange: (listener: (told: SharedHealth) => void): void => {
      notifyChange = listener
    },
    restoreMode,
    /** How long to wait after a try while the service is unhealthy, ms; null while it is healthy. */
    get retryPauseMs(): number | null {
      return isUnhealthy() ? pause() : null
    },
    mayTry,
    claimTry,
    get mode() {
      addDependency(source)
      return mode
    },
    get state() {
      addDependency(source)
      return state
    },
    get since() {
      addDependency(source)
      return since
    },
  }
}

export type ServiceHealth = ReturnType<typeof createServiceHealth>
