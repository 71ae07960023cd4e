/** The service's health, derived from its answers: whether it responds, accepts Switchboard's key, and is a simulation. */
import { LRUCache } from 'lru-cache'
import { headers, type Session } from '#contract/index.ts'
import { addDependency, createSource } from '#server/database/dependencies.ts'
import { atMost } from '../shared/at-most.ts'
import type { Clock } from '../shared/clock.ts'
import type { Exchange, ServiceRequest } from './http-client.ts'

type Mode = Session['mode']
type State = Session['service']['state']
type Sent = Pick<ServiceRequest, 'kind' | 'endpoint'> & Partial<Pick<ServiceRequest, 'path'>>

/** A refused key is tried again at most once a minute (reliability R17). */
const keyRefusedPauseMs = 60_000
const firstPauseMs = 1_000
const maxPauseMs = 15_000
/** One request without an answer is not an outage, nor are several of one endpoint while others are answered. */
const lossesUntilDown = 2
const lostEndpointsUntilDown = 2
/** Unless nothing at all was answered for as long as a read may take (reliability R15). */
const silentMs = 15_000
/** Stands for all endpoints in `lost` if no connection could be opened. */
const everyEndpoint = '*'
/** The service counts as down after this many errors among its last answers to reads, over this many endpoints (reliability R48). */
const maxRecentAnswers = 10
const errorsUntilDown = 5
const endpointsUntilDown = 2
/** The service is up again after this many answers in a row without an error. */
const successesUntilUp = 3

/** Another gateway's report of an outage is ignored for this long after this gateway got an answer. */
const ownAnswerTtlMs = 3_000

/** The state that a gateway publishes to the others. */
export interface SharedHealth {
  mode: Mode
  state: State
  since: number | null
  /** Requests without an answer, in a row. */
  losses: number
  /** The endpoints of those requests. */
  lost: readonly string[]
  isFailing: boolean
  /** How long the service must not be tried, ms. */
  quietFor: number
}

/** Whether a status is an error of the service. 501 is not: it means that an endpoint is not offered (interface 7). */
const isServerError = (status: number) => status >= 500 && status !== 501

export function createServiceHealth() {
  let mode: Mode = 'unknown'
  let state: State = 'unknown'
  /** Epoch ms. */
  let since: number | null = null
  let losses = 0
  let lost: ReadonlySet<string> = new Set()
  /** By path: how often in a row a read lost its answer while there was no outage, and when it may be tried again. */
  const lostReads = new LRUCache<string, { losses: number; noTryBefore: number }>(atMost(1_000))
  let lastAnswerAt = -Infinity
  let noTryBefore = 0
  /** The most recent answers to reads, the latest last. */
  let recentAnswers: { endpoint: string; isError: boolean }[] = []
  let isFailing = false
  const source = createSource()
  let lastUpAt = -Infinity
  let notifyChange: (health: SharedHealth) => void = () => {}

  function recordExchange(sent: Sent, exchange: Exchange, clock: Clock): void {
    const previousState = `${mode} ${state}`
    applyExchange(sent, exchange, clock)
    const now = clock.steady()
    if (state === 'up') lastUpAt = now
    if (`${mode} ${state}` !== previousState || isUnhealthy())
      notifyChange({ mode, state, since, losses, lost: [...lost], isFailing, quietFor: Math.max(0, noTryBefore - now) })
  }

  /** Applies another gateway's published state. @param now the steady clock, ms */
  function applyShared(shared: SharedHealth, now: number): void {
    if (shared.state === 'down' && now - lastUpAt < ownAnswerTtlMs) return
    if (shared.isFailing && !isFailing) recentAnswers = [{ endpoint: '', isError: true }]
    if (isFailing && !shared.isFailing) recentAnswers = []
    ;({ mode, state, since, losses, isFailing } = shared)
    lost = new Set(shared.lost)
    noTryBefore = now + shared.quietFor
    source.markChanged()
  }

  const isUnhealthy = () => state === 'down' || state === 'key_refused'

  /**
   * Updates the state from an exchange. A service that answers most reads with errors counts as down, as a silent one does. A lost
   * command does not: its outcome has to be read, so it must not pause reads. An answer that is too large changes nothing.
   */
  function applyExchange({ kind, endpoint = '', path = endpoint }: Sent, exchange: Exchange, clock: Clock): void {
    const now = clock.steady()
    if (exchange.kind === 'answer') {
      lost = new Set()
      lostReads.delete(path)
      lastAnswerAt = now
      const isErrorAnswer = isServerError(exchange.status)
      // An error may be a proxy's, which lacks the simulation header.
      if (!isErrorAnswer || mode === 'unknown')
        setMode(exchange.headers[headers.simulation] === undefined ? 'live' : 'simulation')
      if (kind === 'read')
        recentAnswers = [...recentAnswers, { endpoint, isError: isErrorAnswer }].slice(-maxRecentAnswers)
      const isKeyRefused = exchange.status === 401 || exchange.status === 403
      // guard: failing-service-is-left-alone
      if (!isKeyRefused && checkFailing()) return markDown(isErrorAnswer, clock)
      losses = 0
      setState(isKeyRefused ? 'key_refused' : 'up', clock.now())
      noTryBefore = isKeyRefused ? now + keyRefusedPauseMs : 0
      return
    }
    if (
      exchange.wasOpened &&
      (exchange.reason === 'too_large' || /* guard: lost-command-pauses-no-read */ kind === 'command')
    )
      return
    // This process was suspended, so it says nothing about the service.
    if (exchange.reason === 'stood_still') return
    losses += 1
    lost = new Set([...lost, endpoint, ...(exchange.wasOpened ? [] : [everyEndpoint])])
    // guard: lost-endpoint-is-no-outage
    const isOutage = lost.size >= lostEndpointsUntilDown || now - lastAnswerAt >= silentMs
    if (exchange.wasOpened && (losses < lossesUntilDown || !isOutage)) return pauseRead(path, now)
    lostReads.clear()
    setState('down', clock.now())
    noTryBefore = now + pauseMs()
  }

  /** Lets a read that lost its answers in a row wait by itself. It is tried again in time to notice an outage. */
  function pauseRead(path: string, now: number): void {
    const inARow = (lostReads.get(path)?.losses ?? 0) + 1
    const pause = inARow < lossesUntilDown ? 0 : pauseMs(inARow - 1)
    lostReads.set(path, { losses: inARow, noTryBefore: Math.min(now + pause, lastAnswerAt + silentMs) })
  }

  /** Whether a read lost its answers in a row, so that it is not repeated before its pause. */
  const isLost = (path: string) => (lostReads.get(path)?.losses ?? 0) >= lossesUntilDown

  /** Restores the mode that an earlier process stored. The service's next answer overrides it. */
  function restoreMode(earlier: Mode): void {
    setMode(earlier)
  }

  function setMode(next: Mode): void {
    if (mode === next) return
    mode = next
    source.markChanged()
  }

  /** Whether an endpoint has to wait for each pause. If only one gets no answers, the others tell whether the service is there. */
  function isPaused(endpoint: string | undefined): boolean {
    const isOneLost = state === 'down' && !isFailing && lost.size === 1
    const isOther = isOneLost && endpoint !== undefined && !lost.has(endpoint)
    return isUnhealthy() && /* guard: other-endpoints-are-tried */ !isOther
  }

  /** Whether a read may be tried. While the service is down or refuses the key, only after each pause. @param now the steady clock, ms */
  function mayTry(now: number, endpoint?: string, path = ''): boolean {
    // guard: lost-read-waits
    if (now < (lostReads.get(path)?.noTryBefore ?? 0)) return false
    return now >= noTryBefore || !isPaused(endpoint)
  }

  /** As `mayTry`, for a caller that tries at once: while the service is unhealthy, the other callers wait for that result. */
  function claimTry(now: number, endpoint?: string, path?: string): boolean {
    const canTry = mayTry(now, endpoint, path)
    if (canTry && isPaused(endpoint)) noTryBefore = now + pauseMs()
    return canTry
  }

  /** Whether the service is failing. While it is, only one endpoint is tried, so only successes in a row end the state, not fewer errors. */
  function checkFailing(): boolean {
    const errors = recentAnswers.filter(({ isError: failed }) => failed)
    const endpoints = new Set(errors.map(({ endpoint }) => endpoint))
    if (errors.length >= errorsUntilDown && endpoints.size >= endpointsUntilDown) isFailing = true
    const latest = recentAnswers.slice(-successesUntilUp)
    if (isFailing && latest.every(({ isError: failed }) => !failed)) {
      isFailing = false
      recentAnswers = []
    }
    return isFailing
  }

  /** Each further error lengthens the pause. An answer without an error allows the next try at once. */
  function markDown(isErrorAnswer: boolean, clock: Clock): void {
    losses = isErrorAnswer ? (state === 'down' ? losses + 1 : 1) : 0
    setState('down', clock.now())
    noTryBefore = isErrorAnswer ? clock.steady() + pauseMs() : 0
  }

  function pauseMs(inARow = losses): number {
    if (state === 'key_refused') return keyRefusedPauseMs
    return Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(inARow - 1, 10))
  }

  function setState(next: State, now: number): void {
    if (state === next) return
    state = next
    since = now
    source.markChanged()
  }

  return {
    recordExchange,
    applyShared,
    /** Calls back with state that other gateways need. */
    onChange: (listener: (health: SharedHealth) => void): void => {
      notifyChange = listener
    },
    restoreMode,
    /** How long to wait after a try while the service is unhealthy, ms; null while it is healthy. */
    get retryPauseMs(): number | null {
      return isUnhealthy() ? pauseMs() : null
    },
    isLost,
    isPaused,
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
