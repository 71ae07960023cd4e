/** The variables of a call: the row's columns and, for variables without a column, made-up values (interface section 4). */
import type { madeUpVariables } from '#contract/index.ts'
import { integerBetween, pick, type Random } from '../shared/random.ts'

const products = ['washing machine', 'dishwasher', 'fridge', 'heat pump', 'tumble dryer', 'induction hob'] as const
const technicians = ['Marek', 'Sandra', 'Femi', 'Jonas', 'Aoife', 'Daniel'] as const
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const
const months = ['January', 'March', 'May', 'June', 'September', 'November'] as const
const windows = ['eight and twelve', 'ten and two', 'noon and four', 'two and six'] as const
const times = ['8:30', '9:15', '10:00', '11:45', '14:00', '15:30', '16:15'] as const

const ordinal = (day: number): string => {
  if (day > 10 && day < 14) return `${day}th`
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`
}
const price = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** Variables with made-up values. Colleague and department get theirs when a call is handed over. */
type MadeUp = Exclude<(typeof madeUpVariables)[number], 'colleague' | 'department'>

/**
 * Computes the values of `{name}` variables.
 *
 * @param columns the row's columns, which override made-up values
 * @param customerName null: the customer is addressed without a name
 */
export function variablesOf(
  random: Random,
  columns: Record<string, string>,
  customerName: string | null,
  agentName: string,
): Record<string, string> {
  const [first = '', ...rest] = (customerName ?? '').split(' ')
  const amount = integerBetween(random, 1900, 24_900)
  const day = integerBetween(random, 0, 4)
  const date = integerBetween(random, 3, 20)
  const madeUp: Record<MadeUp, string> = {
    agent: /^\p{L}+/u.exec(agentName)?.[0] ?? agentName,
    date: `${days[day]} the ${ordinal(date)}`,
    other_date: `${days[(day + 2) % 5]} the ${ordinal(date + 7)}`,
    past_date: `the ${ordinal(integerBetween(random, 1, 28))} of last month`,
    next_year: `${pick(random, months)} next year`,
    time: pick(random, times),
    window: pick(random, windows),
    amount: price(amount),
    half_amount: price(Math.round(amount / 2)),
    small_amount: price(integerBetween(random, 250, 900)),
    product: pick(random, products),
    technician: pick(random, technicians),
    daytime: pick(random, ['morning', 'afternoon', 'day']),
    customer_number: 'this number',
  }
  const filledColumns = Object.entries(columns).filter(([, value]) => value !== '')
  return { ...madeUp, first_name: first, last_name: rest.join(' '), ...Object.fromEntries(filledColumns) }
}
