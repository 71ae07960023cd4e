/** Batches of the activity: three are always scheduled, one an hour, and one is running. */

import type { Insertable } from 'kysely'
import { dayMs } from '#calling-hours/zone-clock.ts'
import { organisations } from '../auth/keys.ts'
import { checkReadiness } from '../calling/call-snapshot.ts'
import { addOwn, mayCall } from '../calling/own.ts'
import { localTimeAt, placeOf, sayTime, weekdays } from '../carrier/place.ts'
import type { Department } from '../seed/company.ts'
import { type Customer, generateCustomers, type Market } from '../seed/people.ts'
import { waitingJob } from '../seed/seed-batch.ts'
import { type CallingAgent, hourMs, minuteMs } from '../seed/seed-context.ts'
import type { ServiceContext } from '../shared/context.ts'
import { newId, shuffle } from '../shared/random.ts'
import type { BatchRow } from '../store/database.ts'

/** A batch that the service started by itself. */
export interface OwnBatch {
  batchId: string
  name: string
  agentId: string
}

const names: Record<Department, string> = {
  renewals: 'Plan renewals',
  scheduling: 'Visit reminders',
  deliveries: 'Delivery windows',
  accounts: 'Invoice reminders',
  support: 'Repair follow-ups',
  surveys: 'Feedback after visits',
  welcome: 'Welcome calls',
}

const scheduledCount = 3
/** A batch with fewer rows is not worth a start. */
const minRows = 12
/** Carrier seconds that a row takes a line, ringing included. */
const secondsPerRow = 80
/** How long after the end of a batch, or its cancel, another one may fill the gap before the next scheduled one. */
const pauseMs = 2 * minuteMs

/** How many calls of one batch run at once. Operators keep most lines; 0: the plan has too few for calls that nobody requested. */
export const linesOf = ({ plan }: ServiceContext): number => Math.min(2, Math.floor(plan.concurrentCalls / 4))

/** Limits running batches of the seed data, so that they leave operators their lines and not too many drafts. They are never deleted. */
export async function adoptSeededBatches(context: ServiceContext): Promise<void> {
  const { database, clock } = context
  const seeded = await database
    .selectFrom('batch')
    .select('id')
    .where('label', 'is not', null)
    .where('status', '=', 'processing')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('activity').select('id').whereRef('activity.id', '=', 'batch.id'))))
    .execute()
  for (const { id } of seeded) await addOwn(database, 'seeded-batch', id, clock.now(), Math.max(1, linesOf(context)))
}

/** Starts or schedules batches until enough are scheduled and one is running. @returns those that it made */
export async function keepBatches(context: ServiceContext, callers: readonly CallingAgent[]): Promise<OwnBatch[]> {
  const { database, clock, speed } = context
  const now = clock.now()
  const slotMs = hourMs / speed
  const made: OwnBatch[] = []
  const scheduled = await database
    .selectFrom('batch')
    .innerJoin('activity', (join) => join.onRef('activity.id', '=', 'batch.id').on('activity.kind', '=', 'batch'))
    .select('scheduled_at')
    .where('status', '=', 'scheduled')
    .execute()
  const lastSlot = Math.max(now, ...scheduled.map(({ scheduled_at }) => scheduled_at ?? 0))
  let slot = Math.floor(lastSlot / slotMs) * slotMs
  // Where nobody may be called at an hour, the next hours are tried, for at most a day.
  for (let tried = 0; made.length + scheduled.length < scheduledCount && tried < 24; tried++) {
    slot += slotMs
    const batch = await makeBatch(context, callers, slot, slot + slotMs * 1.1)
    if (batch !== null) made.push(batch)
  }
  const nextSlot = Math.min(...scheduled.map(({ scheduled_at }) => scheduled_at ?? 0), slot)
  if (nextSlot > now + pauseMs / speed && (await isIdle(context))) {
    const batch = await makeBatch(
      context,
      callers,
      now,
      Math.max(now + slotMs / 4, Math.min(nextSlot, now + slotMs / 2)),
    )
    if (batch !== null) made.push(batch)
  }
  return made
}

/** Whether no batch is calling, and none has ended within the last minutes. */
async function isIdle({ database, clock, speed }: ServiceContext): Promise<boolean> {
  const running = await database
    .selectFrom('batch')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['queued', 'processing', 'receiving']),
        eb('completed_at', '>', clock.now() - pauseMs / speed),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return running === undefined
}

/**
 * Makes a batch of a random agent whose customers may be called from `from` to `until`, with about as many rows as fit in between.
 *
 * @returns null if nobody may be called then
 */
async function makeBatch(
  context: ServiceContext,
  callers: readonly CallingAgent[],
  from: number,
  until: number,
): Promise<OwnBatch | null> {
  const { database, clock, random, speed } = context
  const now = clock.now()
  const maxCalls = linesOf(context)
  const rowsThatFit = Math.round((((until - from) * speed) / 1000 / secondsPerRow) * maxCalls)
  const count = Math.max(minRows, Math.round(rowsThatFit * (1.1 + random() * 0.2)))
  const marketsAtNight = new Set<string>()
  for (const caller of shuffle(random, callers)) {
    if (marketsAtNight.has(caller.market)) continue
    const readiness = await checkReadiness(database, organisations.main, caller.agentId)
    if (!readiness.isReady) continue
    const customers = await findCustomersToCall(context, caller.market, { from, until, count })
    if (customers.length < minRows) {
      marketsAtNight.add(caller.market)
      continue
    }
    const id = newId.batch(random)
    const place = placeOf(customers[0]?.phone ?? '')
    const { day, minutes } = localTimeAt(from, place)
    const name = `${names[caller.department]} ${caller.market}, ${weekdays[new Date(day).getUTCDay()]} ${sayTime(minutes - (minutes % 5), place)}`
    const isScheduled = from > now
    const batch: Insertable<BatchRow> = {
      id,
      organisation: organisations.main,
      agent_id: caller.agentId,
      status: isScheduled ? 'scheduled' : 'queued',
      total: customers.length,
      scheduled_at: isScheduled ? from : null,
      created_at: now,
      label: name,
    }
    const stem = newId.jobStem(random)
    const agentName = readiness.snapshot.agent.name
    const jobs = customers.map((customer, i) =>
      waitingJob(random, customer, { batchId: id, stem, position: i + 1, agentName, at: from }),
    )
    await database.transaction().execute(async (database) => {
      await database.insertInto('batch').values(batch).execute()
      await database.insertInto('job').values(jobs).execute()
      await addOwn(database, 'batch', id, now, maxCalls)
    })
    context.wakeRunner()
    return { batchId: id, name, agentId: caller.agentId }
  }
  return null
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
    const awake = generateCustomers(random, customersPerRound, market).filter(
      ({ phone }) => mayCall(phone, from) && mayCall(phone, until),
    )
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
