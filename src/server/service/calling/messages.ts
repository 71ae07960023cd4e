/** Stored conversations and messages. */
import type { Conversation, Message } from '#contract/index.ts'
import { isUndeliverable } from '../carrier/reserved-numbers.ts'
import { enqueueSmsEvents } from '../events/events.ts'
import { toIsoTime } from '../shared/clock.ts'
import type { ServiceContext } from '../shared/context.ts'
import { chance, integerBetween, newId } from '../shared/random.ts'
import type { CallRow, ConversationRow, Database, MessageRow } from '../store/database.ts'
import { continueThread } from '../threads/continue-thread.ts'
import type { CallSnapshot } from './call-snapshot.ts'
import { asWritten, loadThread, whenAwake } from './load-thread.ts'
import { addOwn, isOwnBatch, isQueueFull } from './own.ts'

/** Converts a stored message to the interface's format. */
export const messageOf = (row: MessageRow): Message => ({
  _id: row.id,
  direction: row.direction,
  sent: row.sent === 1,
  message: row.message,
  status: row.status,
  createdAt: toIsoTime(row.created_at),
  updatedAt: toIsoTime(row.updated_at),
})

/** Converts a stored conversation to the interface's format. */
export const conversationOf = (row: ConversationRow, messages: readonly MessageRow[]): Conversation => ({
  _id: row.id,
  userId: row.user_id,
  pathwayId: row.flow_id,
  agentId: row.agent_id,
  customer: { name: row.customer_name, email: row.customer_email, phone: row.customer_phone },
  messages: messages.map(messageOf),
  createdAt: toIsoTime(row.created_at),
  updatedAt: toIsoTime(row.updated_at),
})

type NewMessage = Pick<MessageRow, 'direction' | 'sent' | 'message' | 'status'>

/** Appends a message to a conversation. */
export async function addMessage(
  context: ServiceContext,
  database: Database,
  conversationId: string,
  message: NewMessage,
  createdAt: number,
): Promise<MessageRow> {
  const { last } = await database
    .selectFrom('message')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  const row: MessageRow = {
    ...message,
    id: newId.record(context.random),
    conversation_id: conversationId,
    position: (last ?? 0) + 1,
    created_at: createdAt,
    updated_at: createdAt,
  }
  await database.insertInto('message').values(row).execute()
  await database.updateTable('conversation').set({ updated_at: createdAt }).where('id', '=', conversationId).execute()
  return row
}

type ConversationParties = Pick<
  ConversationRow,
  'workspace' | 'agent_id' | 'flow_id' | 'customer_name' | 'customer_email' | 'customer_phone'
>

/**
 * Finds the agent's conversation with the customer, or creates it, and returns its ID.
 *
 * @param isOwn whether nobody requested the message. A conversation that is created for it is deleted some days later (`activity/`); one that
 * an operator writes in is not any more
 */
export async function findOrCreateConversation(
  context: ServiceContext,
  database: Database,
  parties: ConversationParties,
  createdAt: number,
  isOwn = false,
): Promise<string> {
  const existing = await database
    .selectFrom('conversation')
    .select('id')
    .where('workspace', '=', parties.workspace)
    .where('agent_id', '=', parties.agent_id)
    .where(
      parties.customer_phone === null ? 'customer_email' : 'customer_phone',
      '=',
      parties.customer_phone ?? parties.customer_email,
    )
    .executeTakeFirst()
  if (existing !== undefined) {
    if (!isOwn) await database.deleteFrom('activity').where('id', '=', existing.id).execute()
    return existing.id
  }
  const id = newId.record(context.random)
  await database
    .insertInto('conversation')
    .values({ ...parties, id, user_id: newId.record(context.random), created_at: createdAt, updated_at: createdAt })
    .execute()
  if (isOwn) await addOwn(database, 'conversation', id, createdAt)
  return id
}

/** Schedules a reply to a sent message, for most customers, and the agent's next draft. */
async function scheduleReply(context: ServiceContext, database: Database, message: MessageRow): Promise<void> {
  if (!chance(context.random, 0.85)) return
  // Nobody has to decide more drafts than they can follow, except those that answer what they decided.
  const isDecided = message.updated_at > message.created_at
  const { conversation, facts } = await loadThread(database, message.conversation_id)
  if (context.hasActivity && !isDecided && (await isQueueFull(database, conversation.workspace))) return
  const next = continueThread(context.random, facts)
  if (next === null) return
  const soon = message.updated_at + Math.ceil((integerBetween(context.random, 12, 90) * 1000) / context.speed)
  await database
    .insertInto('reply')
    .values({
      message_id: message.id,
      conversation_id: message.conversation_id,
      due_at: whenAwake(context.random, conversation.customer_phone, soon),
      text: next.customer,
      draft: context.hasActivity && next.draft !== null ? asWritten(next.draft, conversation, facts.variables) : null,
    })
    .execute()
}

/**
 * Enqueues the events of a sent message and may schedule a reply. Does nothing for a message that was not sent.
 *
 * @param to the customer's number; null for e-mail
 */
export async function processSentMessage(
  context: ServiceContext,
  database: Database,
  organisation: string,
  message: MessageRow,
  to: string | null,
): Promise<void> {
  if (message.sent === 0) return
  await enqueueSmsEvents(context, database, organisation, {
    conversationId: message.conversation_id,
    messageId: message.id,
    to,
  })
  await scheduleReply(context, database, message)
}

/** The state of an approved message: sent, unless it cannot be delivered (interface section 5). */
export const approvedState = (text: string, to: string | null): Pick<MessageRow, 'status' | 'sent'> => ({
  status: 'approved',
  sent: isUndeliverable(text, to) ? 0 : 1,
})

/** The state of a draft that waits for review. */
export const draftState: Pick<MessageRow, 'status' | 'sent'> = { status: 'pending', sent: 0 }

/** Adds the message that follows a call, as a draft or sent at once. */
export async function addFollowUp(
  context: ServiceContext,
  database: Database,
  call: CallRow,
  snapshot: CallSnapshot,
  followUp: { text: string; isDraft: boolean },
  endedAt: number,
): Promise<void> {
  const columns = JSON.parse(call.metadata) as Record<string, string>
  const parties: ConversationParties = {
    workspace: call.workspace,
    agent_id: call.agent_id,
    flow_id: snapshot.flow.id,
    customer_name: call.customer_name,
    customer_email: columns.email || null,
    customer_phone: call.to_number,
  }
  const isOwn = await isOwnBatch(database, call.batch_id ?? '')
  const conversationId = await findOrCreateConversation(context, database, parties, endedAt, isOwn)
  const { text } = followUp
  const state = followUp.isDraft ? draftState : approvedState(text, call.to_number)
  const newMessage = { direction: 'outbound', message: text, ...state } as const
  const message = await addMessage(context, database, conversationId, newMessage, endedAt)
  await processSentMessage(context, database, call.organisation, message, call.to_number)
}

/** Adds the customers' replies that are due. */
export async function receiveDueReplies(context: ServiceContext): Promise<void> {
  const now = context.clock.now()
  const dueReplies = await context.database
    .selectFrom('reply')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute()
  for (const { message_id, conversation_id, due_at, text, draft } of dueReplies) {
    await context.database.transaction().execute(async (database) => {
      const { numDeletedRows } = await database
        .deleteFrom('reply')
        .where('message_id', '=', message_id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return
      await addMessage(
        context,
        database,
        conversation_id,
        { direction: 'inbound', sent: 1, message: text, status: 'received' },
        due_at,
      )
      if (draft !== null)
        await addMessage(
          context,
          database,
          conversation_id,
          { ...draftState, direction: 'outbound', message: draft },
          now,
        )
    })
  }
}
