/** The variables of a call: the row's columns and, for variables without a column, made-up values (interface section 4). */

import { dayMs } from '#calling-hours/zone-clock.ts'
import type { madeUpVariables } from '#contract/index.ts'
import { spokenAgentName } from '#flow-engine/variables.ts'
import { groupNumber } from '#phone/group.ts'
import { integerBetween, pick, type Random, seededRandom } from '../shared/random.ts'
import {
  type Day,
  localTimeAt,
  months,
  nextWorkingDay,
  placeOf,
  readDay,
  sayDate,
  sayDay,
  sayPrice,
  sayTime,
} from './place.ts'
import type { Purpose } from './purpose.ts'

/** Support asks about a pump filter, which only the first two have. */
const products = ['washing machine', 'washer-dryer', 'dishwasher', 'dryer'] as const
/** Those who work where the customer lives. */
const technicians: Readonly<Record<string, readonly string[]>> = {
  US: ['Marek', 'Sandra', 'Terrence', 'Joelle'],
  GB: ['Femi', 'Aoife', 'Gordon'],
  DE: ['Emre', 'Ulrike', 'Sven'],
  FR: ['Bastien', 'Nadia'],
  SE: ['Lars', 'Elin'],
}
const windows = ['eight and noon', 'ten and two', 'noon and four', 'two and six'] as const
/** Minutes since midnight at which visits begin. */
const visitTimes = [8 * 60 + 30, 9 * 60 + 15, 10 * 60, 11 * 60 + 45, 14 * 60, 15 * 60 + 30, 16 * 60 + 15] as const

/** Monthly prices of a plan, in cents of a dollar. */
const monthlyPrices = [1490, 1850, 2190, 2490, 2990] as const
/** A number has one plan, so it costs the same in every call. */
const monthlyPrice = (number: string, random: Random): number =>
  pick(number === '' ? random : seededRandom(`plan of ${number}`), monthlyPrices)
/** How many days ahead the date of a call is, at least and at most. */
const daysAhead: Record<Purpose, readonly [number, number]> = {
  appointment: [2, 3],
  delivery: [2, 5],
  support: [2, 6],
  survey: [1, 4],
  payment: [6, 12],
  renewal: [6, 24],
  welcome: [8, 20],
  general: [2, 8],
}

/** Variables with made-up values. Colleague and department get theirs when a call is handed over. */
type MadeUp = Exclude<(typeof madeUpVariables)[number], 'colleague' | 'department'>

export interface VariableFacts {
  /** The row's columns, which override made-up values. */
  columns: Record<string, string>
  /** null: the customer is addressed without a name. */
  customerName: string | null
  agentName: string
  /** The customer's number, `+` and digits; '' if there is none. It decides currency, time and how dates are said. */
  number: string
  purpose: Purpose
  /** When the variables are used, epoch ms. Dates lie after or, for `past_date`, before. */
  now: number
}

/** Half of an amount as a file wrote it, in the same form; null if the text holds no number with two decimals or none. */
function halfOf(amount: string): string | null {
  const match = /\d+(?:\.\d{2})?/.exec(amount)
  if (match === null || /\d[,.]\d{3}|\d,\d/.test(amount)) return null
  const half = Number(match[0]) / 2
  return amount.replace(match[0], match[0].includes('.') || half % 1 !== 0 ? half.toFixed(2) : String(half))
}

/** Computes the values of `{name}` variables. */
export function variablesOf(
  random: Random,
  { columns, customerName, agentName, number, purpose, now }: VariableFacts,
): Record<string, string> {
  const [first = '', ...rest] = (customerName ?? '').split(' ')
  const filledColumns = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== ''))
  const place = placeOf(number)
  const { day: today, minutes } = localTimeAt(now, place)
  const [atLeast, atMost] = daysAhead[purpose]
  // After the next working day, so that somebody can be called back before.
  const firstDay = nextWorkingDay(today + dayMs) + dayMs
  const someDay = Math.max(today + integerBetween(random, atLeast, atMost) * dayMs, firstDay)
  // A plan can end on any day. Visits, deliveries and payments are on working days.
  const madeUpDay = purpose === 'renewal' ? someDay : nextWorkingDay(someDay)
  const day: Day = readDay(filledColumns.date ?? '', today) ?? madeUpDay
  const otherDay = nextWorkingDay(day + integerBetween(random, 1, 4) * dayMs)
  const pastDay = today - integerBetween(random, 20, 45) * dayMs
  const amount =
    purpose === 'renewal' || purpose === 'welcome'
      ? monthlyPrice(number, random)
      : integerBetween(random, 45, 190) * 200
  const endOfPlan = new Date(day)
  const madeUp: Record<MadeUp, string> = {
    agent: spokenAgentName(agentName),
    date: sayDay(day, place),
    other_date: sayDay(otherDay, place),
    past_date: sayDate(pastDay, place),
    next_year: `${months[endOfPlan.getUTCMonth()]} ${endOfPlan.getUTCFullYear() + 1}`,
    time: sayTime(pick(random, visitTimes), place),
    window: pick(random, windows),
    amount: sayPrice(amount, place),
    half_amount: halfOf(filledColumns.amount ?? '') ?? sayPrice(amount / 2, place),
    small_amount: sayPrice(pick(random, [290, 350, 490, 590]), place),
    product: pick(random, purpose === 'support' ? products.slice(0, 2) : products),
    technician: pick(
      random,
      (technicians[place.country] ?? ['Marek', 'Sandra']).filter(
        (name) => name !== first && name !== spokenAgentName(agentName),
      ),
    ),
    daytime: minutes < 12 * 60 ? 'morning' : minutes < 17 * 60 ? 'afternoon' : 'evening',
    customer_number: number === '' ? 'this number' : groupNumber(number),
  }
  return { ...madeUp, first_name: first, last_name: rest.join(' '), ...filledColumns }
}
