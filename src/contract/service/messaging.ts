/**
 * Messaging agents and message flows: extensions (specification 4.8, interface 7). An agent writes in one channel; a flow defines what it
 * writes. Parsed tolerantly and with all fields, because a PUT replaces the whole record, including unknown fields.
 */
import * as z from 'zod/mini'
import { serviceRecordRequests } from '../requests/service-records.ts'
import { endpoint } from '../shared/endpoint.ts'
import { pageQuery } from '../shared/paging.ts'
import { searchEntry } from '../shared/search-entry.ts'
import {
  messagingAgentSpelling as agentSpelling,
  bareListSpelling,
  messageFlowSpelling as flowSpelling,
} from '../shared/spelling.ts'
import { anyRecord, booleanOr, id, isoText, nonBlank, text, textOrNull, wordOf } from '../shared/wire.ts'
import { isNewRecord, isRecord } from './agents.ts'

export const MessagingAgent = z.looseObject({
  _id: text,
  name: text,
  model: text,
  messageChannel: wordOf('sms', 'whatsapp', 'email'),
  phoneNumberId: textOrNull,
  status: wordOf('pending', 'ready', 'error'),
  settings: anyRecord,
  createdAt: isoText,
  updatedAt: isoText,
})
export type MessagingAgent = z.output<typeof MessagingAgent>

export const MessageFlow = z.looseObject({
  _id: text,
  name: text,
  direction: wordOf('inbound', 'outbound', 'bidirectional'),
  /** The messaging agent that writes the messages. */
  agent: textOrNull,
  prompt: text,
  /** Its first message, if it starts the conversation. */
  initiationMessage: text,
  isActive: booleanOr(true),
  /** Whether its messages are sent without review. */
  autopilot: booleanOr(false),
  messageChannel: text,
  settings: anyRecord,
  createdAt: isoText,
  updatedAt: isoText,
})
export type MessageFlow = z.output<typeof MessageFlow>

export const MessagingAgentBody = z.looseObject({
  name: nonBlank.check(z.maxLength(200)),
  model: z.optional(nonBlank),
  messageChannel: z.optional(nonBlank),
  phoneNumberId: z.optional(z.nullable(z.string())),
  settings: z.optional(z.looseObject({})),
})
export const MessageFlowBody = z.looseObject({
  name: nonBlank.check(z.maxLength(200)),
  /** Any word, because a deployment may have others, and a PUT sends back what was read. */
  direction: z.optional(nonBlank),
  agent: z.optional(z.nullable(id)),
  prompt: z.optional(z.string()),
  initiationMessage: z.optional(z.string()),
  isActive: z.optional(z.boolean()),
  autopilot: z.optional(z.boolean()),
  messageChannel: z.optional(nonBlank),
  settings: z.optional(z.looseObject({})),
})

const agentContent = ['_id', 'model', 'messageChannel']
const flowContent = ['_id', 'prompt', 'initiationMessage', 'messageChannel']
const common = { section: 'interface 7', errorForm: 'general', tier: 'standard', workspace: true } as const
const agents = { ...common, extension: 'messaging-agents' } as const
const oneAgent = { ...agents, response: MessagingAgent, normalize: agentSpelling } as const
const flows = { ...common, extension: 'message-flows' } as const
const oneFlow = { ...flows, response: MessageFlow, normalize: flowSpelling } as const

const entryOfMessagingAgent = ({ _id, name, messageChannel }: MessagingAgent) =>
  searchEntry('messaging-agent', _id, name, messageChannel)
const entryOfMessageFlow = ({ _id, name, autopilot }: MessageFlow) =>
  searchEntry('message-flow', _id, name, autopilot ? 'sends without review' : '')

export const messagingEndpoints = {
  messagingAgentList: endpoint(serviceRecordRequests.messagingAgentList, {
    ...agents,
    searchEntries: (agents: MessagingAgent[]) => agents.map(entryOfMessagingAgent),
    summary: 'The messaging agents of the workspace, page by page.',
    query: z.strictObject(pageQuery),
    about: { list: '', contentFields: agentContent },
    response: z.array(MessagingAgent),
    normalize: bareListSpelling('agents', agentSpelling),
  }),
  messagingAgentShow: endpoint(serviceRecordRequests.messagingAgentShow, {
    ...oneAgent,
    searchEntries: (agent: MessagingAgent) => [entryOfMessagingAgent(agent)],
    summary: 'One messaging agent.',
    about: { is: { param: 'messagingAgentId', in: ['_id', 'id', 'agentId'] }, contentFields: agentContent },
  }),
  messagingAgentCreate: endpoint(serviceRecordRequests.messagingAgentCreate, {
    ...oneAgent,
    summary: 'Create a messaging agent.',
    body: MessagingAgentBody,
    effect: { target: () => null, confirms: isNewRecord('agentId') },
  }),
  messagingAgentReplace: endpoint(serviceRecordRequests.messagingAgentReplace, {
    ...oneAgent,
    summary: 'Replace a messaging agent as a whole: what is not named goes back to what a new one has.',
    body: MessagingAgentBody,
    effect: {
      target: ({ params }) => `messaging-agent/${params.messagingAgentId}`,
      confirms: isRecord('messagingAgentId'),
    },
  }),
  messageFlowList: endpoint(serviceRecordRequests.messageFlowList, {
    ...flows,
    searchEntries: (flows: MessageFlow[]) => flows.map(entryOfMessageFlow),
    summary: 'The message flows of the workspace, page by page.',
    query: z.strictObject(pageQuery),
    about: { list: '', contentFields: flowContent },
    response: z.array(MessageFlow),
    normalize: bareListSpelling('flows', flowSpelling),
  }),
  messageFlowShow: endpoint(serviceRecordRequests.messageFlowShow, {
    ...oneFlow,
    searchEntries: (flow: MessageFlow) => [entryOfMessageFlow(flow)],
    summary: 'One message flow.',
    about: { is: { param: 'messageFlowId', in: ['_id', 'id', 'flowId'] }, contentFields: flowContent },
  }),
  messageFlowCreate: endpoint(serviceRecordRequests.messageFlowCreate, {
    ...oneFlow,
    summary: 'Create a message flow.',
    body: MessageFlowBody,
    effect: { target: () => null, confirms: isNewRecord('flowId') },
  }),
  messageFlowReplace: endpoint(serviceRecordRequests.messageFlowReplace, {
    ...oneFlow,
    summary: 'Replace a message flow as a whole: what is not named goes back to what a new one has.',
    body: MessageFlowBody,
    effect: {
      target: ({ params }) => `message-flow/${params.messageFlowId}`,
      confirms: isRecord('messageFlowId'),
    },
  }),
}
