/** The things that have a page of their own: one row each, which the palette, the audit and its filter read. */
import type { Found } from '#contract/index.ts'
import { type Place, places } from './page-table.ts'
import { paths } from './paths.ts'

interface ThingKind {
  /** "message flow". */
  word: string
  /** What the service's paths, and the audit, call its ID. */
  idName: string
  path: (id: string) => string
  /** The list that it belongs to, which has its icon and says where it is offered. */
  list: Place['id']
  /** The form of its ID in the service of the interface; another deployment's may look otherwise. */
  id: RegExp
}

const record = /^[0-9a-f]{24}$/i

/** The most particular first: an effect that names a conversation and its agent is about the conversation. */
export const thingKinds: Readonly<Record<Found['kind'], ThingKind>> = {
  conversation: {
    word: 'conversation',
    idName: 'conversationId',
    path: paths.conversation,
    list: 'conversations',
    id: record,
  },
  call: {
    word: 'call',
    idName: 'roomName',
    path: paths.call,
    list: 'calls',
    id: /^[0-9a-f]{24}-[a-z0-9]+$/i,
  },
  batch: { word: 'batch', idName: 'batchId', path: (id) => paths.batch(id), list: 'batches', id: /^batch_/ },
  flow: { word: 'flow', idName: 'flowId', path: paths.flow, list: 'flows', id: record },
  'message-flow': {
    word: 'message flow',
    idName: 'messageFlowId',
    path: paths.messageFlow,
    list: 'message-flows',
    id: record,
  },
  'messaging-agent': {
    word: 'messaging agent',
    idName: 'messagingAgentId',
    path: paths.messagingAgent,
    list: 'messaging-agents',
    id: record,
  },
  agent: { word: 'agent', idName: 'agentId', path: paths.agent, list: 'agents', id: record },
}

/** The page that lists things of this kind. */
export function listOf(kind: Found['kind']): Place {
  const place = places.find(({ id }) => id === thingKinds[kind].list)
  if (!place) throw new Error(`There is no list of ${kind}.`)
  return place
}
