/** Flows: how agents handle calls and route conversations (specification 2.2 and 4.2, interface 2). */
import * as z from 'zod/mini'
import { serviceRecordRequests } from '../requests/service-records.ts'
import { type CommandInput, endpoint } from '../shared/endpoint.ts'
import { callLimits } from '../shared/limits.ts'
import { paged, pageQuery } from '../shared/paging.ts'
import { searchEntry } from '../shared/search-entry.ts'
import { flowSpelling, listSpelling } from '../shared/spelling.ts'
import {
  anyRecord,
  booleanOr,
  id,
  list,
  nonBlank,
  part,
  recordAsSent,
  text,
  textOrNull,
  valueAsSent,
  wordOf,
} from '../shared/wire.ts'
import { deletion, isDeleted, isNewRecord, isRecord } from './agents.ts'

export const FlowNode = z.looseObject({
  id: text,
  type: wordOf('start', 'say', 'ask', 'condition', 'transfer', 'message', 'end'),
  /** {x, y} of a step that somebody placed on a canvas. Others have none. */
  position: valueAsSent,
  data: recordAsSent,
})
export type FlowNode = z.output<typeof FlowNode>

export const FlowEdge = z.looseObject({
  id: text,
  source: text,
  target: text,
  sourceHandle: valueAsSent,
  data: recordAsSent,
})
export type FlowEdge = z.output<typeof FlowEdge>

/** A rule of a flow. Rules are evaluated from the top. */
export const FlowRule = z.looseObject({
  id: text,
  when: text,
  then: wordOf('transfer', 'go_to_node', 'end', 'message'),
  value: text,
})
export type FlowRule = z.output<typeof FlowRule>

export const Flow = z.looseObject({
  id: text,
  name: text,
  description: text,
  direction: wordOf('inbound', 'outbound', 'bidirectional'),
  agentId: textOrNull,
  promptType: wordOf('simple', 'flow'),
  prompt: text,
  flowData: part(z.looseObject({ nodes: list(FlowNode), edges: list(FlowEdge) })),
  rules: list(FlowRule),
  isActive: booleanOr(true),
  welcomeMessage: wordOf('user_initiated', 'ai_dynamic', 'ai_custom'),
  customWelcomeMessage: text,
  settings: anyRecord,
  createdAt: text,
  updatedAt: text,
})
export type Flow = z.output<typeof Flow>

const seconds = z.number().check(z.gte(0), z.lte(callLimits.maxSeconds))
const FlowSettingsInput = z.looseObject({
  callSetting: z.optional(
    z.looseObject({ maxCallDuration: z.optional(seconds), endCallOnSilence: z.optional(seconds) }),
  ),
  responseSettings: z.optional(z.looseObject({})),
  enableRecording: z.optional(z.boolean()),
})
const FlowNodeInput = z.looseObject({
  id: nonBlank,
  type: nonBlank,
  position: valueAsSent,
  data: valueAsSent,
})
const FlowEdgeInput = z.looseObject({ id: nonBlank, source: nonBlank, target: nonBlank })
const FlowRuleInput = z.looseObject({ id: nonBlank, when: z.string(), then: nonBlank, value: z.string() })

export const FlowCreate = z.strictObject({
  name: nonBlank.check(z.maxLength(200)),
  description: z.optional(z.string()),
  direction: z.optional(z.enum(['inbound', 'outbound', 'bidirectional'])),
  agentId: z.optional(z.nullable(id)),
  promptType: z.optional(z.enum(['simple', 'flow'])),
  prompt: z.optional(z.string()),
  flowData: z.optional(z.looseObject({ nodes: z.array(FlowNodeInput), edges: z.array(FlowEdgeInput) })),
  rules: z.optional(z.array(FlowRuleInput)),
  isActive: z.optional(z.boolean()),
  welcomeMessage: z.optional(z.enum(['user_initiated', 'ai_dynamic', 'ai_custom'])),
  customWelcomeMessage: z.optional(z.string()),
  settings: z.optional(FlowSettingsInput),
})
/** `flowData`, `rules` and `settings` are replaced as a whole if present (interface 2). */
export const FlowUpdate = z.partial(FlowCreate)

const flowTarget = ({ params }: CommandInput) => `flow/${params.flowId}`
const flowContent = ['id', 'direction', 'prompt', 'flowData', 'welcomeMessage']
const common = { section: 'specification 4.2', errorForm: 'general', tier: 'standard', workspace: false } as const
const one = { ...common, response: Flow, normalize: flowSpelling } as const

const entryOfFlow = ({ id, name, direction }: Flow) => searchEntry('flow', id, name, direction)

export const flowEndpoints = {
  flowList: endpoint(serviceRecordRequests.flowList, {
    ...common,
    searchEntries: ({ flows }: { flows: Flow[] }) => flows.map(entryOfFlow),
    summary: 'List flows, page by page. `search` filters by name.',
    query: z.strictObject({ ...pageQuery, search: z.optional(z.string()) }),
    about: { list: 'flows', contentFields: flowContent },
    response: paged('flows', Flow),
    normalize: listSpelling('flows', flowSpelling),
  }),
  flowShow: endpoint(serviceRecordRequests.flowShow, {
    ...one,
    searchEntries: (flow: Flow) => [entryOfFlow(flow)],
    summary: 'Get the configuration of a flow, with its routing logic.',
    about: { is: { param: 'flowId', in: ['id', '_id', 'flowId'] }, contentFields: flowContent },
  }),
  flowCreate: endpoint(serviceRecordRequests.flowCreate, {
    ...one,
    summary: 'Create a call flow: call handling and routing logic.',
    body: FlowCreate,
    effect: { target: () => null, confirms: isNewRecord('flowId') },
  }),
  flowUpdate: endpoint(serviceRecordRequests.flowUpdate, {
    ...one,
    summary: 'Change a flow and its routing rules. Omitted fields stay unchanged.',
    body: FlowUpdate,
    effect: { target: flowTarget, confirms: isRecord('flowId') },
  }),
  flowDelete: endpoint(serviceRecordRequests.flowDelete, {
    ...common,
    ...deletion,
    summary: 'Remove a flow for good.',
    effect: { target: flowTarget, confirms: isDeleted },
  }),
}
