/** Conversations and the review of messages (specification 4.5 and 4.6, interface 5 and 7). */
import { type Conversation, needsReview } from '#contract/index.ts'
import { agentOf, findAgent } from './agents.ts'
import { purposeOf } from './carrier/dialogue.ts'
import { phrases } from './carrier/phrases.ts'
import { fill, variablesOf } from './carrier/variables.ts'
import { iso } from './clock.ts'
import type { ConversationRow, MessageRow } from './database.ts'
import { flowOf } from './flows.ts'
import type { Handlers } from './handlers.ts'
import type { House } from './house.ts'
import { addMessage, conversationOf, conversationWith, expectReply, messageOf } from './messages.ts'
import { pick } from './random.ts'
import { general, invalid, notFound } from './refused.ts'
import { undelivered } from './sentinels.ts'

/** The list has no pages (interface 7), so it has an end: what waits for review first, then the latest. */
const longestList = 500

type ConversationEndpoints = 'conversationList' | 'conversationShow' | 'messageAction' | 'messageGenerate'

const invalidState = (status: string) =>
  general(400, 'invalid_state', `This message is ${status} and waits for no decision. Nothing was changed or sent.`)

export function conversationHandlers(house: House): Handlers<ConversationEndpoints> {
  const { database, clock } = house

  const messagesOf = (conversationIds: readonly string[]) =>
    database
      .selectFrom('message')
      .selectAll()
      .where('conversation_id', 'in', conversationIds)
      .orderBy('conversation_id')
      .orderBy('position')
      .execute()

  const withMessages = async (rows: readonly ConversationRow[]): Promise<Conversation[]> => {
    const messages = Map.groupBy(await messagesOf(rows.map(({ id }) => id)), ({ conversation_id }) => conversation_id)
    return rows.map((row) => conversationOf(row, messages.get(row.id) ?? []))
  }

  return {
    conversationList: async ({ caller }) => {
      const rows = await database
        .selectFrom('conversation')
        .selectAll()
        .where('workspace', '=', caller.workspace)
        .orderBy(
          (eb) =>
            eb.exists(
              eb
                .selectFrom('message')
                .select('message.id')
                .whereRef('message.conversation_id', '=', 'conversation.id')
                .where('message.status', '=', 'pending'),
            ),
          'desc',
        )
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(longestList)
        .execute()
      return withMessages(rows)
    },

    conversationShow: async ({ params, caller }) => {
      const rows = await database
        .selectFrom('conversation')
        .selectAll()
        .where('id', '=', params.conversationId)
        .where('workspace', '=', caller.workspace)
        .execute()
      const [conversation] = await withMessages(rows)
      if (conversation === undefined) throw notFound(`The conversation ${params.conversationId}`)
      return conversation
    },

    messageAction: async ({ params, body, caller }) => {
      const { action, editedMessage } = body.metadata
      const result = await database.transaction().execute(async (database) => {
        const conversation = await database
          .selectFrom('conversation')
          .selectAll()
          .where('id', '=', params.conversationId)
          .where('workspace', '=', caller.workspace)
          .executeTakeFirst()
        if (conversation === undefined) throw notFound(`The conversation ${params.conversationId}`)
        const message = await database
          .selectFrom('message')
          .selectAll()
          .where('id', '=', params.messageId)
          .where('conversation_id', '=', conversation.id)
          .executeTakeFirst()
        if (message === undefined) throw notFound(`The message ${params.messageId}`)
        if (!needsReview(messageOf(message))) throw invalidState(message.status)
        const after = decided(message, action, editedMessage, conversation.customer_phone, clock.now())
        await database.updateTable('message').set(after).where('id', '=', message.id).execute()
        await database
          .updateTable('conversation')
          .set({ updated_at: after.updated_at })
          .where('id', '=', conversation.id)
          .execute()
        if (after.sent === 1) await expectReply(house, database, after, after.updated_at)
        return { ...after, to: conversation.customer_phone ?? conversation.customer_email ?? '' }
      })
      house.wake()
      return {
        status: 'success',
        message: {
          _id: result.id,
          message: result.message,
          to: result.to,
          sent: result.sent === 1,
          status: result.status,
          timestamp: iso(result.updated_at),
        },
      }
    },

    messageGenerate: async ({ body, caller }) => {
      const row = await database
        .selectFrom('flow')
        .selectAll()
        .where('id', '=', body.flowId)
        .where('organisation', '=', caller.organisation)
        .executeTakeFirst()
      if (row === undefined) throw notFound(`The flow ${body.flowId}`)
      const flow = flowOf(row)
      const agent = flow.agentId === null ? undefined : await findAgent(database, caller.organisation, flow.agentId)
      if (agent === undefined) throw invalid('This flow has no agent that could write.')
      const byPhone = !body.to.includes('@')
      const message = await database.transaction().execute(async (database) => {
        const known = await database
          .selectFrom('conversation')
          .select('customer_name')
          .where('workspace', '=', caller.workspace)
          .where(byPhone ? 'customer_phone' : 'customer_email', '=', body.to)
          .executeTakeFirst()
        const customerName = known?.customer_name ?? null
        const now = clock.now()
        const conversationId = await conversationWith(
          house,
          database,
          {
            workspace: caller.workspace,
            agent_id: agent.id,
            flow_id: flow.id,
            customer_name: customerName,
            customer_email: byPhone ? null : body.to,
            customer_phone: byPhone ? body.to : null,
          },
          now,
        )
        const { name } = agentOf(agent)
        const text = pick(house.random, phrases[purposeOf(flow, name)].messages.missed)
        const written = fill(text, variablesOf(house.random, {}, customerName, name))
        const sent = body.autopilot && !undelivered(written, body.to)
        const state = body.autopilot
          ? ({ sent: sent ? 1 : 0, status: 'approved' } as const)
          : ({ sent: 0, status: 'pending' } as const)
        return addMessage(house, database, conversationId, { direction: 'outbound', message: written, ...state }, now)
      })
      return {
        status: 'success',
        conversation_id: message.conversation_id,
        message_id: message.id,
        message: message.message,
      }
    },
  }
}

/** The message after a decision (interface 5). */
function decided(
  message: MessageRow,
  action: 'Approve' | 'Edit' | 'Reject',
  editedMessage: string | undefined,
  customerPhone: string | null,
  now: number,
): MessageRow {
  const updated_at = Math.max(now, message.updated_at + 1)
  switch (action) {
    case 'Approve': {
      const sent = undelivered(message.message, customerPhone) ? 0 : 1
      return { ...message, status: 'approved', sent, updated_at }
    }
    case 'Edit': {
      if (editedMessage === undefined || editedMessage.trim() === '') {
        throw general(400, 'invalid_message', 'editedMessage is missing or blank. The message was not changed.')
      }
      return { ...message, message: editedMessage, updated_at }
    }
    case 'Reject':
      return { ...message, status: 'rejected', updated_at }
    default:
      return action satisfies never
  }
}
