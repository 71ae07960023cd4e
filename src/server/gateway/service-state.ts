/** What we know of the service from its answers: whether it is there, whether it takes our key, whether it is a simulation. */
import { headers, type Session } from '#contract/index.ts'
import type { Clock } from './clock.ts'
import type { Exchange, Outgoing } from './upstream.ts'

type Mode = Session['mode']
type State = Session['service']['state']

/** A refused key is tried again at most once a minute (reliability R17). */
const keyPause = 60_000
const firstPause = 1_000
const longestPause = 15_000
/** One slow answer is no outage. */
const lossesUntilDown = 2

export class ServiceState {
  mode: Mode = 'unknown'
  state: State = 'unknown'
  /** Epoch ms. */
  since: number | null = null
  #losses = 0
  #quietUntil = 0

  /**
   * Learns from an exchange. A command that was lost on its way says nothing of the service: what becomes of it has to be read, so it
   * pauses no reading. An answer that is too large is one.
   */
  note(kind: Outgoing['kind'], exchange: Exchange, clock: Clock): void {
    const now = clock.steady()
    if (exchange.kind === 'answer') {
      this.mode = exchange.headers[headers.simulation] === undefined ? 'live' : 'simulation'
      this.#losses = 0
      const keyRefused = exchange.status === 401 || exchange.status === 403
      this.#become(keyRefused ? 'key_refused' : 'up', clock.now())
      this.#quietUntil = keyRefused ? now + keyPause : 0
      return
    }
    if (exchange.opened && (kind === 'command' || exchange.why === 'too_large')) return
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
