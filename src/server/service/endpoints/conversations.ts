/** Endpoints of conversations and message review (specification 4.5 and 4.6, interface sections 5 and 7). */
import { type Conversation, conversationLimit, e164Pattern, isEmailAddress, needsReview } from '#contract/index.ts'
import { fillVariables } from '#flow-engine/variables.ts'
import {
  addMessage,
  approvedState,
  conversationOf,
  draftState,
  findOrCreateConversation,
  messageOf,
  processSentMessage,
} from '../calling/messages.ts'
import { messagesFor, purposeOf } from '../carrier/purpose.ts'
import { variablesOf } from '../carrier/variables.ts'
import { messageFlowOf } from '../records/messaging.ts'
import { createRecordStore, findRecord } from '../records/records.ts'
import { toIsoTime } from '../shared/clock.ts'
import type { ServiceContext } from '../shared/context.ts'
import { apiError, invalidNumber, invalidRequest, notFound } from '../shared/errors.ts'
import type { Handlers } from '../shared/handler.ts'
import { bareList, readPage } from '../shared/pagination.ts'
import { pick } from '../shared/random.ts'
import type { ConversationRow, Database, MessageRow } from '../store/database.ts'
import { reviseDraft } from '../threads/revise-draft.ts'

type ConversationEndpoints = 'conversationList' | 'conversationShow' | 'messageAction' | 'messageGenerate'

const invalidState = (status: string) =>
  apiError(
    400,
    'invalid_state',
    `This message is ${status} and is not waiting for review. Nothing was changed or sent.`,
  )

/** @throws ApiError 400 if it is neither a phone number nor an e-mail address */
function assertRecipient(to: string): void {
  if (e164Pattern.test(to) || isEmailAddress(to)) return
  const outcome = 'Nothing was written.'
  if (to.includes('@')) throw invalidRequest(`to must be an e-mail address or a phone number. ${outcome}`)
  throw invalidNumber('to', `It may also be an e-mail address. ${outcome}`)
}

/** The variables with text values. */
const textVariablesOf = (dynamic: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(dynamic).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

export function conversationHandlers(context: ServiceContext): Handlers<ConversationEndpoints> {
  const { database, clock } = context
  const flows = createRecordStore(context, 'message_flow')

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
    /** Conversations with drafts come first, then the latest. */
    conversationList: async ({ query: { page = 1, limit = conversationLimit }, caller }) => {
      const ordered = database
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
      const { rows, pagination } = await readPage(ordered, { page, limit })
      return bareList('/v1/api/conversations', await withMessages(rows), pagination)
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
        const decided = applyDecision(message, action, editedMessage, conversation.customer_phone, clock.now())
        await database.updateTable('message').set(decided).where('id', '=', message.id).execute()
        await database
          .updateTable('conversation')
          .set({ updated_at: decided.updated_at })
          .where('id', '=', conversation.id)
          .execute()
        await processSentMessage(context, database, caller.organisation, decided, conversation.customer_phone)
        return { ...decided, to: conversation.customer_phone ?? conversation.customer_email ?? '' }
      })
      context.wakeRunner()
      return {
        status: 'success',
        message: {
          _id: result.id,
          message: result.message,
          to: result.to,
          sent: result.sent === 1,
          status: result.status,
          timestamp: toIsoTime(result.updated_at),
        },
      }
    },

    messageGenerate: async ({ body, caller }) => {
      const { workspace } = caller
      assertRecipient(body.to)
      const flow = messageFlowOf(await flows.find(caller, body.flowId))
      if (!flow.isActive) throw invalidRequest('This message flow is not active. Nothing was written.')
      const agent =
        flow.agent === null ? undefined : await findRecord(database, 'messaging_agent', workspace, flow.agent)
      if (agent === undefined) throw invalidRequest('This message flow has no messaging agent. Nothing was written.')
      const isByPhone = !body.to.includes('@')
      const message = await database.transaction().execute(async (database) => {
        const conversation = await database
          .selectFrom('conversation')
          .select('customer_name')
          .where('workspace', '=', workspace)
          .where(isByPhone ? 'customer_phone' : 'customer_email', '=', body.to)
          .executeTakeFirst()
        const customerName = conversation?.customer_name ?? null
        const now = clock.now()
        const parties = {
          workspace,
          agent_id: agent.id,
          flow_id: flow._id,
          customer_name: customerName,
          customer_email: isByPhone ? null : body.to,
          customer_phone: isByPhone ? body.to : null,
        }
        const conversationId = await findOrCreateConversation(context, database, parties, now)
        const purpose = purposeOf(flow, agent.name)
        const messages = messagesFor(purpose)
        const usualText = flow.initiationMessage.trim() || pick(context.random, messages.missed)
        const { feedback } = textVariablesOf(body.dynamic)
        const rejected = await findRejected(database, conversationId, body.metadata?.rejectedMessageId)
        const text = feedback
          ? reviseDraft({ text: rejected ?? usualText, feedback, others: [...messages.missed, ...messages.open] })
          : usualText
        const filledText = fillVariables(
          text,
          variablesOf(context.random, {
            columns: textVariablesOf(body.dynamic),
            customerName,
            agentName: agent.name,
            number: isByPhone ? body.to : '',
            purpose,
            now,
          }),
        )
        const state = body.autopilot ? approvedState(filledText, body.to) : draftState
        const message = { direction: 'outbound', message: filledText, ...state } as const
        const added = await addMessage(context, database, conversationId, message, now)
        await processSentMessage(context, database, caller.organisation, added, isByPhone ? body.to : null)
        return added
      })
      context.wakeRunner()
      return {
        status: 'success',
        conversation_id: message.conversation_id,
        message_id: message.id,
        message: message.message,
      }
    },
  }
}

/** The text of the rejected message that a new draft replaces; null if the request names none of this conversation. */
async function findRejected(database: Database, conversationId: string, messageId: unknown): Promise<string | null> {
  if (typeof messageId !== 'string') return null
  const row = await database
    .selectFrom('message')
    .select('message')
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .where('status', '=', 'rejected')
    .executeTakeFirst()
  return row?.message ?? null
}

/** Applies a reviewer's decision to a message (interface section 5). @throws ApiError 400 for an edit without text */
function applyDecision(
  message: MessageRow,
  action: 'Approve' | 'Edit' | 'Reject',
  editedMessage: string | undefined,
  customerPhone: string | null,
  now: number,
): MessageRow {
  const updated_at = Math.max(now, message.updated_at + 1)
  switch (action) {
    case 'Approve':
      return { ...message, ...approvedState(message.message, customerPhone), updated_at }
    case 'Edit': {
      if (editedMessage === undefined || editedMessage.trim() === '') {
        throw apiError(400, 'invalid_message', 'editedMessage is missing or blank. The message was not changed.')
      }
      return { ...message, message: editedMessage, updated_at }
    }
    case 'Reject':
      return { ...message, status: 'rejected', updated_at }
    default:
      return action satisfies never
  }
}
