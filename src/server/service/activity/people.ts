/** Whom the activity calls: agents of the seed data, and customers who may be called at a given time. */
import { type CallingHours, isOpen } from '#calling-hours/hours.ts'
import { placeOf } from '#calling-hours/people.ts'
import { type Customer, generateCustomers, type Market } from '../seed/people.ts'
import { type CallingAgent, dayMs } from '../seed/seed-context.ts'
import type { ServiceContext } from '../shared/context.ts'

/** Reads the calling agents that the seed data recorded; [] for a database of an earlier version. */
export async function readCallers({ database }: ServiceContext): Promise<CallingAgent[]> {
  const row = await database.selectFrom('setting').select('value').where('name', '=', 'callers').executeTakeFirst()
  return row === undefined ? [] : (JSON.parse(row.value) as CallingAgent[])
}

/** When customers are called, by their own clock. On all days, so that a demo on a Sunday has calls too. */
const hours: CallingHours = { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5, 6, 7], closedDays: [] }

/** Whether a number may be called now. */
export const mayCall = (number: string, at: number): boolean => isOpen(placeOf(number), hours, at)

/** Customers are generated until enough of them may be called, but not longer than this. */
const maxRounds = 12
const customersPerRound = 120

/**
 * Finds customers of a market who may be called during a time, by their own clock, and were not called within the last day.
 *
 * @param from when the first of them is called, epoch ms
 * @param until when the last of them is called
 * @returns at most `count` of them
 */
export async function findCustomersToCall(
  { database, random }: ServiceContext,
  market: Market,
  { from, until, count }: { from: number; until: number; count: number },
): Promise<Customer[]> {
  const found = new Map<string, Customer>()
  for (let round = 0; round < maxRounds && found.size < count; round++) {
    const awake = generateCustomers(random, customersPerRound, market).filter(({ phone }) => {
      const place = placeOf(phone)
      return isOpen(place, hours, from) && isOpen(place, hours, until)
    })
    // It is night in the whole market.
    if (awake.length === 0) break
    const called = await database
      .selectFrom('call')
      .select('to_number')
      .where(
        'to_number',
        'in',
        awake.map(({ phone }) => phone),
      )
      .where('started_at', '>', from - dayMs)
      .execute()
    const calledNumbers = new Set(called.map(({ to_number }) => to_number))
    for (const customer of awake) if (!calledNumbers.has(customer.phone)) found.set(customer.phone, customer)
  }
  return [...found.values()].slice(0, count)
}
