/**
 * Outcomes of simulated calls: how many people, mailboxes and unanswered phones the carrier reaches. The shares depend on the country
 * and the local hour of the called number, and are a setting (EMBEDDED_OUTCOMES).
 */
import { allCountries, countryOf } from '#phone/country.ts'
import { type Outcome, type OutcomeSettings, type OutcomeShares, outcomes } from '../shared/outcomes.ts'
import { pickWeighted, seededRandom } from '../shared/random.ts'
import { localTimeAt, placeOf } from './place.ts'
import { reservedNumber } from './reserved-numbers.ts'

const shares = (...percent: readonly [number, number, number, number, number]): OutcomeShares =>
  Object.fromEntries(outcomes.map((outcome, i) => [outcome, percent[i]])) as OutcomeShares

/** Mailboxes are common in North America and rare in Germany. Most people answer in the early evening, and few at night. */
export const defaultOutcomes: OutcomeSettings = {
  shares: shares(35, 25, 30, 6, 4),
  countries: {
    US: shares(34, 28, 28, 6, 4),
    CA: shares(34, 28, 28, 6, 4),
    DE: shares(40, 13, 35, 8, 4),
    AT: shares(40, 13, 35, 8, 4),
    SE: shares(36, 20, 34, 6, 4),
  },
  hours: Object.fromEntries(
    [
      0.3, 0.3, 0.3, 0.3, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9, 1, 1, 0.95, 0.95, 0.9, 0.95, 1.05, 1.15, 1.25, 1.2, 1, 0.7, 0.5,
      0.4,
    ].map((factor, hour) => [hour, factor]),
  ),
}

/** The setting cannot be read. The message is shown to the user, after the name of the setting. */
export class InvalidOutcomes extends Error {}

const example = '35/25/30/6/4,DE=40/13/35/8/4,18-20=1.3'
const invalid = (part: string, rule: string) =>
  new InvalidOutcomes(`must be shares in percent, such as ${example}. "${part}" ${rule}`)

function parseShares(text: string): OutcomeShares {
  const percent = text.split('/').map((part) => (/^\d{1,3}(\.\d+)?$/.test(part.trim()) ? Number(part) : Number.NaN))
  const [person, mailbox, nobody, busy, failed] = percent
  const sum = percent.reduce((total, one) => total + one, 0)
  if (percent.length !== outcomes.length || !(Math.abs(sum - 100) < 0.01))
    throw invalid(text, 'must be five numbers (person, mailbox, nobody, busy, not connected) that add up to 100.')
  return shares(person ?? 0, mailbox ?? 0, nobody ?? 0, busy ?? 0, failed ?? 0)
}

function parseHours(hours: string, factor: string): [hour: number, factor: number][] {
  const [from = 0, until = 0] = hours.split('-').map(Number)
  if (from >= until || until > 24) throw invalid(`${hours}=${factor}`, 'must be hours from 0 to 24, the earlier first.')
  if (!/^\d(\.\d+)?$/.test(factor)) throw invalid(`${hours}=${factor}`, 'must have a factor from 0 to 9.')
  return Array.from({ length: until - from }, (_, i) => [from + i, Number(factor)])
}

/**
 * Parses the setting. It replaces the default as a whole.
 *
 * @param text parts separated by commas: shares as `person/mailbox/nobody/busy/not connected` in percent; `DE=` and shares for one
 *   country; `18-20=1.3` for a factor on the share of people between two local hours
 * @throws InvalidOutcomes naming the part and its rule
 */
export function parseOutcomes(text: string): OutcomeSettings {
  let general: OutcomeShares | null = null
  const countries: Record<string, OutcomeShares> = {}
  const hours: Record<number, number> = {}
  for (const part of text.split(',').map((one) => one.trim())) {
    const [name = '', value] = part.split('=').map((one) => one.trim())
    if (value === undefined) general = parseShares(name)
    else if (/^\d+-\d+$/.test(name)) Object.assign(hours, Object.fromEntries(parseHours(name, value)))
    else if (allCountries.includes(name)) countries[name] = parseShares(value)
    else throw invalid(part, 'must begin with a country (two capital letters) or with hours.')
  }
  if (general === null) throw invalid(text, 'has no shares for all other countries.')
  return { shares: general, countries, hours }
}

/** The shares for a call. People who are not reached because of the hour have a mailbox, or nobody answers, as their shares say. */
function sharesFor({ shares: general, countries, hours }: OutcomeSettings, number: string, at: number): OutcomeShares {
  const usual = countries[countryOf(number) ?? ''] ?? general
  const notReached = usual.voicemail + usual.no_answer
  const completed = Math.min(
    usual.completed * (hours[Math.floor(localTimeAt(at, placeOf(number)).minutes / 60)] ?? 1),
    usual.completed + notReached,
  )
  const scale = notReached === 0 ? 1 : (notReached + usual.completed - completed) / notReached
  return { ...usual, completed, voicemail: usual.voicemail * scale, no_answer: usual.no_answer * scale }
}

/**
 * The outcome of a call. A reserved number has a fixed one.
 *
 * @param seed of the call: the same seed, number, time and settings give the same outcome
 * @param at when the call is dialled, epoch ms
 */
export const outcomeOf = (seed: string, number: string, at: number, settings: OutcomeSettings): Outcome =>
  reservedNumber(number)?.outcome ?? pickWeighted(seededRandom(seed), sharesFor(settings, number, at))

/** Messages for calls that failed, by outcome. */
export const callErrors: Record<string, string> = {
  no_answer: 'Nobody answered.',
  busy: 'The line was busy.',
  failed: 'The call could not be connected.',
}
