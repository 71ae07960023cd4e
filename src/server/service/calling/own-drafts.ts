/** Limits the drafts that the service makes by itself, so that people who review can follow. */
import type { CallRow, Database } from '../store/database.ts'

/** With as many drafts waiting, no customer writes by themselves, and calls that nobody requested leave no drafts. */
export const maxWaitingDrafts = 15

/** Counts the drafts that wait for review in a workspace. */
export async function countWaitingDrafts(database: Database, workspace: string): Promise<number> {
  const { drafts } = await database
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(({ fn }) => fn.countAll<number>().as('drafts'))
    .where('message.status', '=', 'pending')
    .where('conversation.workspace', '=', workspace)
    .executeTakeFirstOrThrow()
  return drafts
}

/** Whether enough drafts wait in the workspace of a conversation. */
export async function isQueueFull(database: Database, conversationId: string): Promise<boolean> {
  const { workspace } = await database
    .selectFrom('conversation')
    .select('workspace')
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return (await countWaitingDrafts(database, workspace)) >= maxWaitingDrafts
}

/** Whether a call may leave a draft. One that an operator requested always may. */
export async function mayLeaveDraft(database: Database, { call_id, batch_id, workspace }: CallRow): Promise<boolean> {
  const own = await database
    .selectFrom('activity')
    .select('id')
    .where('id', 'in', [call_id, batch_id ?? ''])
    .executeTakeFirst()
  return own === undefined || (await countWaitingDrafts(database, workspace)) < maxWaitingDrafts
}
