/** Whom the activity calls: agents of the seed data, and customers who may be called at a given time. */
import { isOpen } from '#calling-hours/hours.ts'
import { placeOf } from '#calling-hours/people.ts'
import { ownHours } from '../calling/own.ts'
import { type Customer, generateCustomers, type Market } from '../seed/people.ts'
import { type CallingAgent, dayMs } from '../seed/seed-context.ts'
import type { ServiceContext } from '../shared/context.ts'

/** Reads the calling agents that the seed data recorded; [] without seed data. */
export async function readCallers({ database }: ServiceContext): Promise<CallingAgent[]> {
  const row = await database.selectFrom('setting').select('value').where('name', '=', 'callers').executeTakeFirst()
  return row === undefined ? [] : (JSON.parse(row.value) as CallingAgent[])
}

/** Customers are generated until enough of them may be called, but not longer than this. */
const maxRounds = 12
const customersPerRound = 120

/**
 * Finds customers of a market who may be called during a time, by their own clock, and were not called within the last day of the simulation,
 * which is shorter at a higher speed. Otherwise there would soon be nobody left to call.
 *
 * @param from when the first of them is called, epoch ms
 * @param until when the last of them is called
 * @returns at most `count` of them
 */
export async function findCustomersToCall(
  { database, random, speed }: ServiceContext,
  market: Market,
  { from, until, count }: { from: number; until: number; count: number },
): Promise<Customer[]> {
  const found = new Map<string, Customer>()
  for (let round = 0; round < maxRounds && found.size < count; round++) {
    const awake = generateCustomers(random, customersPerRound, market).filter(({ phone }) => {
      const place = placeOf(phone)
      return isOpen(place, ownHours, from) && isOpen(place, ownHours, until)
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
      .where('started_at', '>', from - dayMs / speed)
      .execute()
    const calledNumbers = new Set(called.map(({ to_number }) => to_number))
    const foundBefore = found.size
    for (const customer of awake) if (!calledNumbers.has(customer.phone)) found.set(customer.phone, customer)
    // All were called.
    if (found.size === foundBefore) break
  }
  return [...found.values()].slice(0, count)
}
