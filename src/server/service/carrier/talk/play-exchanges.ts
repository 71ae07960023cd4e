/** Chooses exchanges that fit a call and lets them happen, as long as the call has time for them. */

import { integerBetween, pick, type Random } from '../../shared/random.ts'
import { deliveryExchanges } from '../exchanges/deliveries.ts'
import { type Exchange, type ExchangeTurn, type Place, variantsOf } from '../exchanges/exchange.ts'
import { generalExchanges } from '../exchanges/general.ts'
import { paymentExchanges } from '../exchanges/payments.ts'
import { renewalExchanges } from '../exchanges/renewals.ts'
import { supportExchanges } from '../exchanges/support.ts'
import { surveyExchanges } from '../exchanges/surveys.ts'
import { visitExchanges } from '../exchanges/visits.ts'
import { speakingSeconds, type Talk } from './talk.ts'

/** Every exchange that is known. */
export const exchanges: readonly Exchange[] = [
  ...generalExchanges,
  ...renewalExchanges,
  ...visitExchanges,
  ...deliveryExchanges,
  ...paymentExchanges,
  ...supportExchanges,
  ...surveyExchanges,
]

/** Of alternatives, one is said. */
const secondsToSay = (text: string): number => {
  const seconds = variantsOf(text).map(speakingSeconds)
  return seconds.reduce((sum, one) => sum + one, 0) / seconds.length
}
const secondsOf = ({ turns }: Exchange): number =>
  turns.reduce((sum, { text, pause: [least, most] }) => sum + secondsToSay(text) + (least + most) / 2 + 1, 0)

/** Seconds that a call has for more than its flow: most people say what is needed, and some are hard to stop. */
const spareSeconds: readonly (readonly [share: number, least: number, most: number])[] = [
  [0.15, 0, 10],
  [0.37, 15, 60],
  [0.18, 60, 140],
  [0.13, 150, 280],
  [0.17, 280, 500],
]

/** Chooses how much time a call has for exchanges, in seconds. */
export function chooseSpareSeconds(random: Random): number {
  let remaining = random()
  for (const [share, least, most] of spareSeconds) {
    if (remaining < share) return integerBetween(random, least, most)
    remaining -= share
  }
  return 0
}

/** Where an exchange is wanted, and after what. */
interface Moment {
  place: Place
  /** The statement or question of the flow; '' if there is none. */
  to?: string
  side?: 'yes' | 'no' | 'other'
  /** Who has to begin. */
  by?: ExchangeTurn['role']
  isLast?: boolean
  /** An exchange this short happens even if no time is left. */
  shorterThan?: number
}

export class ExchangePlayer {
  readonly #talk: Talk
  readonly #played = new Set<Exchange>()
  /** Seconds that are left. */
  spare: number

  /** @param spare seconds that the call has for exchanges */
  constructor(talk: Talk, spare: number) {
    this.#talk = talk
    this.spare = spare
  }

  /** Lets an exchange happen, if one fits and there is time. Returns false if none did. */
  play(moment: Moment): boolean {
    const { shorterThan = 0 } = moment
    const talk = this.#talk
    if (talk.isCustomerSilent || talk.isOver) return false
    if (shorterThan === 0 && !talk.chance(Math.min(0.85, this.spare / 50))) return false
    const limit = Math.max(shorterThan, this.spare + 20)
    const fitting = exchanges.filter((one) => this.#fits(one, moment) && secondsOf(one) <= limit)
    if (fitting.length === 0) return false
    const own = fitting.filter((one) => one.to !== undefined)
    // What fits any call is soon known by heart, so it is rare.
    if (own.length === 0 && moment.place === 'closing' && moment.isLast !== true && talk.chance(0.6)) return false
    const possible = own.length > 0 && talk.chance(0.85) ? own : fitting
    // Who has much time does not ask only short questions.
    const [one, other] = [pick(talk.random, possible), pick(talk.random, possible)]
    const chosen = this.spare > 150 && secondsOf(other) > secondsOf(one) ? other : one
    this.#played.add(chosen)
    this.spare -= secondsOf(chosen)
    if (chosen.turns[0]?.role === 'customer') talk.nextTurnPrefix = ''
    for (const [i, turn] of chosen.turns.entries()) this.#say(turn, i === 0)
    if (chosen.rulesOut !== undefined) talk.established.ruleOut(chosen.rulesOut)
    return true
  }

  /** Lets one exchange happen, and more if there is a lot of time. Returns false if none did. */
  playSeveral(moment: Moment): boolean {
    if (!this.play(moment)) return false
    // Customers react to a statement at once or not at all.
    const next: Moment = moment.place === 'statement' ? { ...moment, by: 'agent' } : moment
    const enough = moment.place === 'before-answer' ? 200 : 80
    if (this.spare > enough && this.play(next) && this.spare > 2 * enough) this.play(next)
    return true
  }

  #fits(one: Exchange, { place, to = '', side, by, isLast = false }: Moment): boolean {
    if (one.place !== place || this.#played.has(one) || (one.isLast ?? false) !== isLast) return false
    if (by !== undefined && one.turns[0]?.role !== by) return false
    if (one.side !== undefined && one.side !== side) return false
    const { established, variables } = this.#talk
    if (one.to !== undefined && !(place === 'closing' ? established.hasTold(one.to) : one.to.test(to))) return false
    const lastWords = this.#talk.turns.findLast(({ role }) => role === 'customer')?.text ?? ''
    if (one.answer !== undefined && !one.answer.test(lastWords)) return false
    if (one.unless !== undefined && established.has(one.unless)) return false
    return one.turns.every(
      ({ text }) =>
        [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => (variables[name] ?? '') !== '') &&
        variantsOf(text).some((variant) => this.#canSay(variant)),
    )
  }

  #canSay(text: string): boolean {
    return this.#talk.established.allows(text) && !this.#talk.repeats(text)
  }

  #say({ role, text, pause: [least, most] }: ExchangeTurn, isFirst: boolean): void {
    const talk = this.#talk
    const variants = variantsOf(text)
    const possible = variants.filter((variant) => this.#canSay(variant))
    const words = pick(talk.random, possible.length > 0 ? possible : variants)
    talk.pauseSeconds = integerBetween(talk.random, least, most)
    if (isFirst && role === 'customer') talk.add(words)
    else talk.say(role, words)
  }
}
