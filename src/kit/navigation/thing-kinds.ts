/** The things that have a page of their own, such as calls and agents. The palette, the audit and its filter read this table. */
import type { Found } from '#contract/index.ts'
import { kindNames } from './navigation-texts.ts'
import { type NavPage, navPages } from './page-table.ts'
import { paths } from './paths.ts'

interface ThingKind {
  /** "message flow". */
  label: string
  /** The name of its ID in the service's paths and in the audit. */
  idName: string
  path: (id: string) => string
  /** The page that lists it. Its icon is shown, and its capability says whether it is offered. */
  list: NavPage['id']
  /** The form of its ID at the embedded service. Other services may use another form. */
  id: RegExp
}

const record = /^[0-9a-f]{24}$/i

/** The most specific first: an entry of the audit that names a conversation and its agent is about the conversation. */
export const thingKinds: Readonly<Record<Found['kind'], ThingKind>> = {
  conversation: {
    label: kindNames.conversation,
    idName: 'conversationId',
    path: paths.conversation,
    list: 'conversations',
    id: record,
  },
  call: {
    label: kindNames.call,
    idName: 'roomName',
    path: paths.call,
    list: 'calls',
    id: /^[0-9a-f]{24}-[a-z0-9]+$/i,
  },
  batch: { label: kindNames.batch, idName: 'batchId', path: (id) => paths.batch(id), list: 'batches', id: /^batch_/ },
  flow: { label: kindNames.flow, idName: 'flowId', path: paths.flow, list: 'flows', id: record },
  'message-flow': {
    label: kindNames['message-flow'],
    idName: 'messageFlowId',
    path: paths.messageFlow,
    list: 'message-flows',
    id: record,
  },
  'messaging-agent': {
    label: kindNames['messaging-agent'],
    idName: 'messagingAgentId',
    path: paths.messagingAgent,
    list: 'messaging-agents',
    id: record,
  },
  agent: { label: kindNames.agent, idName: 'agentId', path: paths.agent, list: 'agents', id: record },
}

/** The page that lists things of this kind. */
export function listOf(kind: Found['kind']): NavPage {
  const page = navPages.find(({ id }) => id === thingKinds[kind].list)
  if (!page) throw new Error(`No page lists ${kind}.`)
  return page
}
