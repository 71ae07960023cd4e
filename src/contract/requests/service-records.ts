/** Requests of the service for agents, flows, messaging agents and message flows. */
import { admins, everyone, type Requests } from '../shared/endpoint.ts'
import { onDemand } from '../shared/freshness.ts'
import { patch, post, put, read, remove } from '../shared/requests.ts'

/** Every change of a record makes a version. */
const versionReads = ['versionList', 'deletedRecordList'] as const

export const serviceRecordRequests = {
  agentList: read('/api/v1/agents', 'Reading agents', everyone, onDemand(30, { snapshot: 60, isKept: true })),
  agentShow: read('/api/v1/agents/{agentId}', 'Reading agents', everyone, onDemand(10)),
  agentCreate: post('/api/v1/agents', 'Creating agents', admins, {
    invalidates: ['agentList', ...versionReads],
    done: 'Created an agent',
    unknownOutcome: 'an agent was created',
    effect: { repeatable: true },
  }),
  agentUpdate: patch('/api/v1/agents/{agentId}', 'Changing agents', admins, {
    invalidates: ['agentList', 'agentShow', ...versionReads],
    done: 'Changed an agent',
    unknownOutcome: 'an agent was changed',
    effect: { repeatable: true },
  }),
  agentDelete: remove('/api/v1/agents/{agentId}', 'Deleting agents', admins, {
    invalidates: ['agentList', 'agentShow', 'flowList', 'flowShow', ...versionReads],
    done: 'Deleted an agent',
    unknownOutcome: 'an agent was deleted',
    effect: { repeatable: true },
  }),

  flowList: read('/api/v1/flows', 'Reading flows', everyone, onDemand(30, { snapshot: 60, isKept: true })),
  flowShow: read('/api/v1/flows/{flowId}', 'Reading flows', everyone, onDemand(10)),
  flowCreate: post('/api/v1/flows', 'Creating flows', admins, {
    invalidates: ['flowList', ...versionReads],
    done: 'Created a flow',
    unknownOutcome: 'a flow was created',
    effect: { repeatable: true },
  }),
  flowUpdate: patch('/api/v1/flows/{flowId}', 'Changing flows', admins, {
    invalidates: ['flowList', 'flowShow', ...versionReads],
    done: 'Changed a flow',
    unknownOutcome: 'a flow was changed',
    effect: { repeatable: true },
  }),
  flowDelete: remove('/api/v1/flows/{flowId}', 'Deleting flows', admins, {
    invalidates: ['flowList', 'flowShow', ...versionReads],
    done: 'Deleted a flow',
    unknownOutcome: 'a flow was deleted',
    effect: { repeatable: true },
  }),

  messagingAgentList: read(
    '/v1/api/omni-flow-agents',
    'Reading messaging agents',
    everyone,
    onDemand(60, { isKept: true }),
  ),
  messagingAgentShow: read(
    '/v1/api/omni-flow-agents/{messagingAgentId}',
    'Reading messaging agents',
    everyone,
    onDemand(10),
  ),
  messagingAgentCreate: post('/v1/api/omni-flow-agents', 'Creating messaging agents', admins, {
    invalidates: ['messagingAgentList', ...versionReads],
    done: 'Created a messaging agent',
    unknownOutcome: 'a messaging agent was created',
    effect: { repeatable: true },
  }),
  messagingAgentReplace: put('/v1/api/omni-flow-agents/{messagingAgentId}', 'Changing messaging agents', admins, {
    invalidates: ['messagingAgentList', 'messagingAgentShow', ...versionReads],
    done: 'Changed a messaging agent',
    unknownOutcome: 'a messaging agent was changed',
    effect: { repeatable: true },
  }),
  messageFlowList: read('/v1/api/message-flows', 'Reading message flows', everyone, onDemand(60, { isKept: true })),
  messageFlowShow: read('/v1/api/message-flows/{messageFlowId}', 'Reading message flows', everyone, onDemand(10)),
  messageFlowCreate: post('/v1/api/message-flows', 'Creating message flows', admins, {
    invalidates: ['messageFlowList', ...versionReads],
    done: 'Created a message flow',
    unknownOutcome: 'a message flow was created',
    effect: { repeatable: true },
  }),
  messageFlowReplace: put('/v1/api/message-flows/{messageFlowId}', 'Changing message flows', admins, {
    invalidates: ['messageFlowList', 'messageFlowShow', ...versionReads],
    done: 'Changed a message flow',
    unknownOutcome: 'a message flow was changed',
    effect: { repeatable: true },
  }),
} as const satisfies Requests
