/**
 * What nobody requested: the calls, batches and conversations of the service's activity. They keep to calling hours, whatever the gateway
 * allows, and leave no more drafts than people who review can follow.
 */
import { type CallingHours, isOpen } from '#calling-hours/hours.ts'
import { placeOf } from '#calling-hours/people.ts'
import type { ActivityRow, CallRow, Database } from '../store/database.ts'

/** When the service calls people by itself, by their own clock. On all days, so that a demo on a Sunday has calls too. */
const ownHours: CallingHours = {
  from: '08:00',
  until: '20:00',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  closedDays: [],
}

/** Whether the service may call a number by itself at a time, epoch ms. */
export const mayCall = (number: string, at: number): boolean => isOpen(placeOf(number), ownHours, at)

/** Notes that the service made something by itself. @param maxCalls how many calls of a batch run at once */
export async function addOwn(
  database: Database,
  kind: ActivityRow['kind'],
  id: string,
  createdAt: number,
  maxCalls: number | null = null,
): Promise<void> {
  await database.insertInto('activity').values({ kind, id, created_at: createdAt, max_calls: maxCalls }).execute()
}

const findOwn = (database: Database, id: string) =>
  database.selectFrom('activity').select('kind').where('id', '=', id).executeTakeFirst()

/** Whether the service made a batch by itself. */
export const isOwnBatch = async (database: Database, batchId: string): Promise<boolean> =>
  (await findOwn(database, batchId))?.kind === 'batch'

/** With as many drafts waiting, no customer writes by themselves, and calls that nobody requested leave no drafts. */
export const maxWaitingDrafts = 15

/** Whether enough drafts wait for review in a workspace. */
export async function isQueueFull(database: Database, workspace: string): Promise<boolean> {
  const { drafts } = await database
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(({ fn }) => fn.countAll<number>().as('drafts'))
    .where('message.status', '=', 'pending')
    .where('conversation.workspace', '=', workspace)
    .executeTakeFirstOrThrow()
  return drafts >= maxWaitingDrafts
}

/** Whether a call may leave a draft. One that an operator requested always may. */
export const mayLeaveDraft = async (database: Database, { batch_id, workspace }: CallRow): Promise<boolean> =>
  (await findOwn(database, batch_id ?? '')) === undefined || !(await isQueueFull(database, workspace))
