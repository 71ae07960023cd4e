/** What we know of the service from its answers: whether it is there, whether it takes our key, whether it is a simulation. */
import { headers, type Session } from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import type { Exchange, Outgoing } from './client.ts'

type Mode = Session['mode']
type State = Session['service']['state']

/** A refused key is tried again at most once a minute (reliability R17). */
const keyPause = 60_000
const firstPause = 1_000
const longestPause = 15_000
/** One slow answer is no outage. */
const lossesUntilDown = 2
/** The service counts as down after this many errors among its last answers to reads, over this many endpoints (reliability R48). */
const lookedBack = 10
const errorsUntilDown = 5
const endpointsUntilDown = 2
/** The service is up again after this many answers in a row without an error. */
const goodUntilUp = 3

/** The service's own trouble; 501 is its word that it does not offer something (interface 7). */
const isError = (status: number) => status >= 500 && status !== 501

export class ServiceState {
  mode: Mode = 'unknown'
  state: State = 'unknown'
  /** Epoch ms. */
  since: number | null = null
  #losses = 0
  #quietUntil = 0
  /** The last answers to reads, the latest last. */
  #answers: { endpoint: string; failed: boolean }[] = []
  #isFailing = false

  /**
   * Learns from an exchange. A service that answers most reads with an error is down, as a silent one is. A command that was lost on
   * its way says nothing of the service: what becomes of it has to be read, so it pauses no reading. An answer that is too large is
   * one.
   */
  note({ kind, endpoint = '' }: Pick<Outgoing, 'kind' | 'endpoint'>, exchange: Exchange, clock: Clock): void {
    const now = clock.steady()
    if (exchange.kind === 'answer') {
      const failed = isError(exchange.status)
      // An error may be a proxy's, which does not know what stands behind it.
      if (!failed || this.mode === 'unknown')
        this.mode = exchange.headers[headers.simulation] === undefined ? 'live' : 'simulation'
      if (kind === 'read') this.#answers = [...this.#answers, { endpoint, failed }].slice(-lookedBack)
      const keyRefused = exchange.status === 401 || exchange.status === 403
      // guard: failing-service-is-left-alone
      if (!keyRefused && this.#judge()) return this.#fail(failed, clock)
      this.#losses = 0
      this.#become(keyRefused ? 'key_refused' : 'up', clock.now())
      this.#quietUntil = keyRefused ? now + keyPause : 0
      return
    }
    if (
      exchange.opened &&
      (exchange.why === 'too_large' || /* guard: lost-command-pauses-no-read */ kind === 'command')
    )
      return
    this.#losses += 1
    if (exchange.opened && this.#losses < lossesUntilDown) return
    this.#become('down', clock.now())
    this.#quietUntil = now + this.#pause()
  }

  /** Whether a read may be tried, `now` by the steady clock; while the service is down or refuses the key, only now and then. */
  worthTrying(now: number): boolean {
    return now >= this.#quietUntil
  }

  /** The same, for whoever then does: while there is trouble it is one who tries, and the others wait for what comes of it. */
  tries(now: number): boolean {
    const worth = this.worthTrying(now)
    if (worth && (this.state === 'down' || this.state === 'key_refused')) this.#quietUntil = now + this.#pause()
    return worth
  }

  /** While the service is down only one endpoint is asked, so the number of failures says nothing: only good answers end the state. */
  #judge(): boolean {
    const errors = this.#answers.filter(({ failed }) => failed)
    const endpoints = new Set(errors.map(({ endpoint }) => endpoint))
    if (errors.length >= errorsUntilDown && endpoints.size >= endpointsUntilDown) this.#isFailing = true
    const latest = this.#answers.slice(-goodUntilUp)
    if (this.#isFailing && latest.every(({ failed }) => !failed)) {
      this.#isFailing = false
      this.#answers = []
    }
    return this.#isFailing
  }

  /** Each further error makes the pause longer; an answer that is none lets the next be tried at once. */
  #fail(failed: boolean, clock: Clock): void {
    this.#losses = failed ? (this.state === 'down' ? this.#losses + 1 : 1) : 0
    this.#become('down', clock.now())
    this.#quietUntil = failed ? clock.steady() + this.#pause() : 0
  }

  #pause(): number {
    if (this.state === 'key_refused') return keyPause
    return Math.min(longestPause, firstPause * 2 ** Math.min(this.#losses - 1, 10))
  }

  #become(state: State, date: number): void {
    if (this.state === state) return
    this.state = state
    this.since = date
  }
}
