/** What we know of the service from its answers: whether it is there, whether it takes our key, whether it is a simulation. */
import { headers, type Session } from '#contract/index.ts'
import { createSource, dependsOn } from '#server/database/dependencies.ts'
import type { Clock } from '../shared/clock.ts'
import type { Exchange, Outgoing } from './http-client.ts'

type Mode = Session['mode']
type State = Session['service']['state']

/** A refused key is tried again at most once a minute (reliability R17). */
const keyRefusedPauseMs = 60_000
const firstPauseMs = 1_000
const maxPauseMs = 15_000
/** One slow answer is no outage. */
const lossesUntilDown = 2
/** The service counts as down after this many errors among its last answers to reads, over this many endpoints (reliability R48). */
const maxRecentAnswers = 10
const errorsUntilDown = 5
const endpointsUntilDown = 2
/** The service is up again after this many answers in a row without an error. */
const successesUntilUp = 3

/** What another gateway says of an outage counts for nothing so soon after an answer of our own, ms. */
const ownAnswerTtlMs = 3_000

/** What a gateway tells the others of the service. */
export interface SharedHealth {
  mode: Mode
  state: State
  since: number | null
  losses: number
  isFailing: boolean
  /** ms until it may be tried again. */
  quietFor: number
}

/** The service's own trouble; 501 is its word that it does not offer something (interface 7). */
const isError = (status: number) => status >= 500 && status !== 501

export function createServiceHealth() {
  let mode: Mode = 'unknown'
  let state: State = 'unknown'
  /** Epoch ms. */
  let since: number | null = null
  let losses = 0
  let quietUntil = 0
  /** The last answers to reads, the latest last. */
  let answers: { endpoint: string; failed: boolean }[] = []
  let isFailing = false
  const source = createSource()
  let answeredAt = -Infinity
  let onNews: (told: SharedHealth) => void = () => {}

  function recordExchange(sent: Pick<Outgoing, 'kind' | 'endpoint'>, exchange: Exchange, clock: Clock): void {
    const before = `${mode} ${state}`
    learn(sent, exchange, clock)
    const now = clock.steady()
    if (state === 'up') answeredAt = now
    if (`${mode} ${state}` !== before || isTrouble())
      onNews({ mode, state, since, losses, isFailing, quietFor: Math.max(0, quietUntil - now) })
  }

  /** What another gateway has found, at `now` by the steady clock. */
  function applyShared(told: SharedHealth, now: number): void {
    if (told.state === 'down' && now - answeredAt < ownAnswerTtlMs) return
    if (told.isFailing && !isFailing) answers = [{ endpoint: '', failed: true }]
    if (isFailing && !told.isFailing) answers = []
    ;({ mode, state, since, losses, isFailing } = told)
    quietUntil = now + told.quietFor
    source.changed()
  }

  const isTrouble = () => state === 'down' || state === 'key_refused'

  /**
   * Learns from an exchange. A service that answers most reads with an error is down, as a silent one is. A command that was lost on
   * its way says nothing of the service: what becomes of it has to be read, so it pauses no reading. An answer that is too large is
   * one.
   */
  function learn({ kind, endpoint = '' }: Pick<Outgoing, 'kind' | 'endpoint'>, exchange: Exchange, clock: Clock): void {
    const now = clock.steady()
    if (exchange.kind === 'answer') {
      const failed = isError(exchange.status)
      // An error may be a proxy's, which does not know what stands behind it.
      if (!failed || mode === 'unknown')
        setMode(exchange.headers[headers.simulation] === undefined ? 'live' : 'simulation')
      if (kind === 'read') answers = [...answers, { endpoint, failed }].slice(-maxRecentAnswers)
      const keyRefused = exchange.status === 401 || exchange.status === 403
      // guard: failing-service-is-left-alone
      if (!keyRefused && judge()) return fail(failed, clock)
      losses = 0
      become(keyRefused ? 'key_refused' : 'up', clock.now())
      quietUntil = keyRefused ? now + keyRefusedPauseMs : 0
      return
    }
    if (
      exchange.opened &&
      (exchange.why === 'too_large' || /* guard: lost-command-pauses-no-read */ kind === 'command')
    )
      return
    // Our own trouble.
    if (exchange.why === 'stood_still') return
    losses += 1
    if (exchange.opened && losses < lossesUntilDown) return
    become('down', clock.now())
    quietUntil = now + pause()
  }

  /** What an earlier process had learned of the service's kind; what it answers now says more. */
  function restoreMode(earlier: Mode): void {
    setMode(earlier)
  }

  function setMode(next: Mode): void {
    if (mode === next) return
    mode = next
    source.changed()
  }

  /** Whether a read may be tried, `now` by the steady clock; while the service is down or refuses the key, only now and then. */
  function mayTry(now: number): boolean {
    return now >= quietUntil
  }

  /** The same, for whoever then does: while there is trouble it is one who tries, and the others wait for what comes of it. */
  function claimTry(now: number): boolean {
    const worth = mayTry(now)
    if (worth && isTrouble()) quietUntil = now + pause()
    return worth
  }

  /** While the service is down only one endpoint is asked, so the number of failures says nothing: only good answers end the state. */
  function judge(): boolean {
    const errors = answers.filter(({ failed }) => failed)
    const endpoints = new Set(errors.map(({ endpoint }) => endpoint))
    if (errors.length >= errorsUntilDown && endpoints.size >= endpointsUntilDown) isFailing = true
    const latest = answers.slice(-successesUntilUp)
    if (isFailing && latest.every(({ failed }) => !failed)) {
      isFailing = false
      answers = []
    }
    return isFailing
  }

  /** Each further error makes the pause longer; an answer that is none lets the next be tried at once. */
  function fail(failed: boolean, clock: Clock): void {
    losses = failed ? (state === 'down' ? losses + 1 : 1) : 0
    become('down', clock.now())
    quietUntil = failed ? clock.steady() + pause() : 0
  }

  function pause(): number {
    if (state === 'key_refused') return keyRefusedPauseMs
    return Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(losses - 1, 10))
  }

  function become(next: State, date: number): void {
    if (state === next) return
    state = next
    since = date
    source.changed()
  }

  return {
    recordExchange,
    applyShared,
    /** Told of what others have to know. */
    onChange: (listener: (told: SharedHealth) => void): void => {
      onNews = listener
    },
    restoreMode,
    /** While there is trouble: how long nobody tries after a try, ms. null: there is none. */
    get retryPauseMs(): number | null {
      return isTrouble() ? pause() : null
    },
    mayTry,
    claimTry,
    get mode() {
      dependsOn(source)
      return mode
    },
    get state() {
      dependsOn(source)
      return state
    },
    get since() {
      dependsOn(source)
      return since
    },
  }
}

export type ServiceHealth = ReturnType<typeof createServiceHealth>
