/** Calls that nobody requested: those of the service's activity. They keep to calling hours, whatever the gateway allows. */
import { type CallingHours, isOpen } from '#calling-hours/hours.ts'
import { placeOf } from '#calling-hours/people.ts'
import type { CallRow, Database } from '../store/database.ts'

/** When the service calls people by itself, by their own clock. On all days, so that a demo on a Sunday has calls too. */
export const ownHours: CallingHours = {
  from: '08:00',
  until: '20:00',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  closedDays: [],
}

/** Whether the service may call a number by itself now. */
export const mayCallNow = (number: string, now: number): boolean => isOpen(placeOf(number), ownHours, now)

/** Whether the service requested a call by itself, alone or in a batch. */
export async function isOwnCall(database: Database, { call_id, batch_id }: CallRow): Promise<boolean> {
  const row = await database
    .selectFrom('activity')
    .select('id')
    .where('kind', '=', batch_id === null ? 'call' : 'batch')
    .where('id', '=', batch_id ?? call_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the service made a batch by itself. */
export async function isOwnBatch(database: Database, batchId: string): Promise<boolean> {
  const row = await database
    .selectFrom('activity')
    .select('id')
    .where('kind', '=', 'batch')
    .where('id', '=', batchId)
    .executeTakeFirst()
  return row !== undefined
}
