/** Conversations and their messages in the store: whatever adds or decides a message goes through here. */
import type { Conversation, Message } from '#contract/index.ts'
import { undelivered } from '../carrier/reserved-numbers.ts'
import { announceSms } from '../events/events.ts'
import { iso } from '../shared/clock.ts'
import type { House } from '../shared/context.ts'
import { chance, ids, pick, whole } from '../shared/random.ts'
import type { CallRow, ConversationRow, Database, MessageRow } from '../store/database.ts'
import type { Briefing } from './call-script.ts'

/** A message as the interface spells it. */
export const messageOf = (row: MessageRow): Message => ({
  _id: row.id,
  direction: row.direction,
  sent: row.sent === 1,
  message: row.message,
  status: row.status,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
})

/** A conversation as the interface spells it. */
export const conversationOf = (row: ConversationRow, messages: readonly MessageRow[]): Conversation => ({
  _id: row.id,
  userId: row.user_id,
  pathwayId: row.flow_id,
  agentId: row.agent_id,
  customer: { name: row.customer_name, email: row.customer_email, phone: row.customer_phone },
  messages: messages.map(messageOf),
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
})

type NewMessage = Pick<MessageRow, 'direction' | 'sent' | 'message' | 'status'>

/** Puts a message at the end of a conversation. */
export async function addMessage(
  house: House,
  database: Database,
  conversationId: string,
  message: NewMessage,
  at: number,
): Promise<MessageRow> {
  const { last } = await database
    .selectFrom('message')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  const row: MessageRow = {
    ...message,
    id: ids.record(house.random),
    conversation_id: conversationId,
    position: (last ?? 0) + 1,
    created_at: at,
    updated_at: at,
  }
  await database.insertInto('message').values(row).execute()
  await database.updateTable('conversation').set({ updated_at: at }).where('id', '=', conversationId).execute()
  return row
}

type About = Pick<
  ConversationRow,
  'workspace' | 'agent_id' | 'flow_id' | 'customer_name' | 'customer_email' | 'customer_phone'
>

/** The conversation of this agent with this customer, made when there is none. */
export async function conversationWith(house: House, database: Database, about: About, at: number): Promise<string> {
  const existing = await database
    .selectFrom('conversation')
    .select('id')
    .where('workspace', '=', about.workspace)
    .where('agent_id', '=', about.agent_id)
    .where(
      about.customer_phone === null ? 'customer_email' : 'customer_phone',
      '=',
      about.customer_phone ?? about.customer_email,
    )
    .executeTakeFirst()
  if (existing !== undefined) return existing.id
  const id = ids.record(house.random)
  await database
    .insertInto('conversation')
    .values({ ...about, id, user_id: ids.record(house.random), created_at: at, updated_at: at })
    .execute()
  return id
}

const customerReplies = [
  'Thanks, that works.',
  'Great, thank you!',
  'Ok 👍',
  'Thank you. Can I still change it tomorrow?',
  'Perfect, see you then.',
  'Got it. Which number do I call if something comes up?',
  'Thanks for the quick answer.',
  'Could you send that by e-mail as well please?',
] as const

/** Some customers answer what they were sent, after a while: notes when. */
async function expectReply(house: House, database: Database, message: MessageRow): Promise<void> {
  if (!chance(house.random, 0.6)) return
  await database
    .insertInto('reply')
    .values({
      message_id: message.id,
      conversation_id: message.conversation_id,
      due_at: message.updated_at + Math.ceil((whole(house.random, 12, 90) * 1000) / house.speed),
      text: pick(house.random, customerReplies),
    })
    .execute()
}

/**
 * Whatever happens when a message is on its way: it is announced, and perhaps answered.
 *
 * @param message as it stands in the store; one that was not delivered stays where it is
 * @param to the customer's number; null: it goes by e-mail
 */
export async function onItsWay(
  house: House,
  database: Database,
  organisation: string,
  message: MessageRow,
  to: string | null,
): Promise<void> {
  if (message.sent === 0) return
  await announceSms(house, database, organisation, {
    conversationId: message.conversation_id,
    messageId: message.id,
    to,
  })
  await expectReply(house, database, message)
}

/** Approved, and sent unless it cannot be delivered (interface 5). */
export const approved = (text: string, to: string | null): Pick<MessageRow, 'status' | 'sent'> => ({
  status: 'approved',
  sent: undelivered(text, to) ? 0 : 1,
})

/** A draft that waits for a decision. */
export const draft: Pick<MessageRow, 'status' | 'sent'> = { status: 'pending', sent: 0 }

/** What a call leaves behind: a message to its customer, as a draft that waits for review or sent at once. */
export async function followUp(
  house: House,
  database: Database,
  call: CallRow,
  briefing: Briefing,
  followed: { text: string; draft: boolean },
  at: number,
): Promise<void> {
  const columns = JSON.parse(call.metadata) as Record<string, string>
  const about: About = {
    workspace: call.workspace,
    agent_id: call.agent_id,
    flow_id: briefing.flow.id,
    customer_name: call.customer_name,
    customer_email: columns.email || null,
    customer_phone: call.to_number,
  }
  const conversationId = await conversationWith(house, database, about, at)
  const { text } = followed
  const state = followed.draft ? draft : approved(text, call.to_number)
  const message = { direction: 'outbound', message: text, ...state } as const
  const added = await addMessage(house, database, conversationId, message, at)
  await onItsWay(house, database, call.organisation, added, call.to_number)
}

/** Lets the answers arrive whose time has come. */
export async function receiveReplies(house: House): Promise<void> {
  const now = house.clock.now()
  const due = await house.database
    .selectFrom('reply')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute()
  for (const { message_id, conversation_id, due_at, text } of due) {
    await house.database.transaction().execute(async (database) => {
      const { numDeletedRows } = await database
        .deleteFrom('reply')
        .where('message_id', '=', message_id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return
      await addMessage(
        house,
        database,
        conversation_id,
        { direction: 'inbound', sent: 1, message: text, status: 'received' },
        due_at,
      )
    })
  }
}
