/** Messaging agents and message flows: extensions (specification 4.8, interface 7). Read tolerantly, kept whole. */
import * as z from 'zod/mini'
import { endpoint, everyone } from './endpoint.ts'
import { pageQuery } from './limits.ts'
import { bag, filled, flag, text, textOrNull } from './wire.ts'

export const MessagingAgent = z.looseObject({
  _id: text,
  name: text,
  model: text,
  messageChannel: text,
  phoneNumberId: textOrNull,
  status: text,
  settings: bag,
})
export const MessageFlow = z.looseObject({
  _id: text,
  name: text,
  direction: text,
  agent: textOrNull,
  prompt: text,
  initiationMessage: text,
  isActive: flag(true),
  autopilot: flag(false),
  messageChannel: text,
  settings: bag,
})

const common = { section: 'interface 7', errorForm: 'general', tier: 'standard', workspace: true } as const
const named = z.looseObject({ name: filled })

export const messagingEndpoints = {
  messagingAgentList: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/api/omni-flow-agents',
    summary: 'List the messaging agents.',
    query: z.strictObject(pageQuery),
    response: z.array(MessagingAgent),
    roles: everyone,
    effect: null,
    extension: 'messaging-agents',
  }),
  messagingAgentShow: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/api/omni-flow-agents/{messagingAgentId}',
    summary: 'One messaging agent.',
    response: MessagingAgent,
    roles: everyone,
    effect: null,
    extension: 'messaging-agents',
  }),
  messagingAgentCreate: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/api/omni-flow-agents',
    summary: 'Create a messaging agent.',
    body: named,
    response: MessagingAgent,
    roles: ['admin'],
    effect: { target: () => null },
    extension: 'messaging-agents',
  }),
  messagingAgentReplace: endpoint({
    ...common,
    method: 'PUT',
    path: '/v1/api/omni-flow-agents/{messagingAgentId}',
    summary: 'Replace a messaging agent.',
    body: named,
    response: MessagingAgent,
    roles: ['admin'],
    effect: { target: ({ params }) => `messaging-agent/${params.messagingAgentId}` },
    extension: 'messaging-agents',
  }),
  messageFlowList: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/api/message-flows',
    summary: 'List the message flows.',
    query: z.strictObject(pageQuery),
    response: z.array(MessageFlow),
    roles: everyone,
    effect: null,
    extension: 'message-flows',
  }),
  messageFlowShow: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/api/message-flows/{messageFlowId}',
    summary: 'One message flow.',
    response: MessageFlow,
    roles: everyone,
    effect: null,
    extension: 'message-flows',
  }),
  messageFlowCreate: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/api/message-flows',
    summary: 'Create a message flow.',
    body: named,
    response: MessageFlow,
    roles: ['admin'],
    effect: { target: () => null },
    extension: 'message-flows',
  }),
  messageFlowReplace: endpoint({
    ...common,
    method: 'PUT',
    path: '/v1/api/message-flows/{messageFlowId}',
    summary: 'Replace a message flow.',
    body: named,
    response: MessageFlow,
    roles: ['admin'],
    effect: { target: ({ params }) => `message-flow/${params.messageFlowId}` },
    extension: 'message-flows',
  }),
}
