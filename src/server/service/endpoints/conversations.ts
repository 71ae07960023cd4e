/** Conversations and the review of messages (specification 4.5 and 4.6, interface 5 and 7). */
import { type Conversation, needsReview } from '#contract/index.ts'
import {
  addMessage,
  approved,
  conversationOf,
  conversationWith,
  draft,
  messageOf,
  onItsWay,
} from '../calling/messages.ts'
import { purposeOf } from '../carrier/dialogue.ts'
import { phrases } from '../carrier/phrases.ts'
import { fill, variablesOf } from '../carrier/variables.ts'
import { messageFlowOf } from '../records/messaging.ts'
import { findRecord, recordsOf } from '../records/store.ts'
import { iso } from '../shared/clock.ts'
import type { House } from '../shared/context.ts'
import { general, invalid, notFound } from '../shared/errors.ts'
import type { Handlers } from '../shared/handler.ts'
import { pick } from '../shared/random.ts'
import type { ConversationRow, MessageRow } from '../store/database.ts'

/** The list has no pages (interface 7), so it has an end: what waits for review first, then the latest. */
const longestList = 500

type ConversationEndpoints = 'conversationList' | 'conversationShow' | 'messageAction' | 'messageGenerate'

const invalidState = (status: string) =>
  general(400, 'invalid_state', `This message is ${status} and waits for no decision. Nothing was changed or sent.`)

/** The variables of a message that are texts. */
const textsOf = (dynamic: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(dynamic).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

export function conversationHandlers(house: House): Handlers<ConversationEndpoints> {
  const { database, clock } = house
  const flows = recordsOf(house, 'message_flow')

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
        await onItsWay(house, database, caller.organisation, after, conversation.customer_phone)
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
      const { workspace } = caller
      const flow = messageFlowOf(await flows.existing(caller, body.flowId))
      if (!flow.isActive) throw invalid('This message flow is not active. Nothing was written.')
      const agent =
        flow.agent === null ? undefined : await findRecord(database, 'messaging_agent', workspace, flow.agent)
      if (agent === undefined) throw invalid('This message flow has no agent that could write.')
      const byPhone = !body.to.includes('@')
      const message = await database.transaction().execute(async (database) => {
        const known = await database
          .selectFrom('conversation')
          .select('customer_name')
          .where('workspace', '=', workspace)
          .where(byPhone ? 'customer_phone' : 'customer_email', '=', body.to)
          .executeTakeFirst()
        const customerName = known?.customer_name ?? null
        const now = clock.now()
        const about = {
          workspace,
          agent_id: agent.id,
          flow_id: flow._id,
          customer_name: customerName,
          customer_email: byPhone ? null : body.to,
          customer_phone: byPhone ? body.to : null,
        }
        const conversationId = await conversationWith(house, database, about, now)
        const usual = () => pick(house.random, phrases[purposeOf(flow, agent.name)].messages.missed)
        const text = flow.initiationMessage.trim() || usual()
        const written = fill(text, variablesOf(house.random, textsOf(body.dynamic), customerName, agent.name))
        const state = body.autopilot ? approved(written, body.to) : draft
        const message = { direction: 'outbound', message: written, ...state } as const
        const added = await addMessage(house, database, conversationId, message, now)
        await onItsWay(house, database, caller.organisation, added, byPhone ? body.to : null)
        return added
      })
      house.wake()
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
    case 'Approve':
      return { ...message, ...approved(message.message, customerPhone), updated_at }
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
