/**
 * Which text demands each field of an answer: the specification names a few fields of some records, and the interface (our document for
 * what the specification does not show) names the rest. A finding is blamed on the section that demands its field.
 */
import type * as z from 'zod/mini'
import { type EndpointDefinition, type ServiceEndpointName, serviceEndpoints } from '#contract/index.ts'

/** The two documents that a service is checked against. */
export type Document = 'specification' | 'interface'

interface Demand {
  /** The fields, without `[]`, in the contract's spelling. */
  fields: readonly string[]
  section: string
}

/** Where the record stands in an answer: '' for the answer itself, or the name of the list. */
const at = (place: string, fields: readonly string[]) =>
  fields.map((field) => (place === '' ? field : field === '' ? place : `${place}.${field}`))

const agentFields = ['id', 'name', 'model', 'voice', 'voice.provider', 'voice.voiceId']
const agent: Demand = { fields: agentFields, section: 'specification 2.1' }
const messageFields = ['_id', 'direction', 'sent', 'message', 'status', 'createdAt', 'updatedAt']
const callFields = ['id', 'roomName', 'customerPhone', 'customerName', 'aiAgentName', 'duration', 'sentiment']
const participantFields = ['identity', 'isAgent', 'metadata', 'joinedAt']

/** The fields that the specification demands. */
const specified: Partial<Record<ServiceEndpointName, readonly Demand[]>> = {
  agentList: [{ fields: at('agents', agentFields), section: 'specification 2.1' }],
  agentShow: [agent],
  agentCreate: [agent],
  agentUpdate: [agent],
  callSend: [
    {
      fields: ['status', 'callId', 'roomName', 'fromNumber', 'toNumber', 'agent', ...at('agent', agentFields)],
      section: 'specification 2.3',
    },
  ],
  batchStart: [{ fields: ['batchId'], section: 'specification 2.4' }],
  batchCallList: [{ fields: ['calls.jobId'], section: 'specification 2.4' }],
  batchCallShow: [{ fields: ['jobId'], section: 'specification 2.4' }],
  conversationShow: [
    {
      fields: ['_id', 'userId', 'pathwayId', 'agentId', 'messages', 'createdAt', 'updatedAt', 'customer'],
      section: 'specification 2.5',
    },
    { fields: at('customer', ['name', 'email', 'phone']), section: 'specification 2.5' },
    { fields: at('messages', messageFields), section: 'specification 2.6' },
  ],
  messageAction: [
    {
      fields: ['status', 'message', ...at('message', ['_id', 'message', 'to', 'sent', 'status', 'timestamp'])],
      section: 'specification 2.7',
    },
  ],
  activeCallShow: [
    {
      fields: [
        ...at('', callFields),
        ...at('transcript', ['', 'role', 'content']),
        ...at('participants', ['', ...participantFields]),
      ],
      section: 'specification 2.8',
    },
  ],
}

/** The section of the interface that names the other fields. The first pattern that matches decides. */
const interfaceSections: readonly [RegExp, string][] = [
  [/^(agent|flow|callHistory)\w*\.pagination/, 'interface 3'],
  [/^agentList\.agents$|^flowList\.flows$/, 'interface 3'],
  [/^agent/, 'interface 1'],
  [/^flow/, 'interface 2'],
  [/^batch/, 'interface 4'],
  [/^(conversationShow|messageAction)/, 'interface 5'],
  [/^(callSend|activeCallShow)/, 'interface 6'],
]

const names = new Map<EndpointDefinition, ServiceEndpointName>(
  (Object.entries(serviceEndpoints) as [ServiceEndpointName, EndpointDefinition][]).map(([name, one]) => [one, name]),
)

/**
 * The section that demands a field of an endpoint's answer.
 *
 * @param field in the contract's spelling, such as `agents[].voice.provider`; '' for the answer as a whole
 * @returns such as `specification 2.1` or `interface 3`
 */
export function sectionOfField(endpoint: EndpointDefinition, field: string): string {
  const name = names.get(endpoint)
  if (name === undefined) return endpoint.section
  if (field === '') return endpoint.section
  const plain = field.replaceAll('[]', '')
  const demand = specified[name]?.find(({ fields }) => fields.includes(plain))
  if (demand !== undefined) return demand.section
  return interfaceSections.find(([pattern]) => pattern.test(`${name}.${plain}`))?.[1] ?? 'interface 7'
}

export const documentOf = (section: string): Document =>
  section.startsWith('specification') ? 'specification' : 'interface'

/** The names of the fields at the top of an endpoint's answer. */
function topFields({ response }: EndpointDefinition): string[] {
  if (response === undefined) return []
  const { shape = {} } = (response as z.core.$ZodType)._zod.def as { shape?: object }
  return Object.keys(shape)
}

/** The documents that demand something of an endpoint's answer. An optional endpoint is only in the interface. */
export function documentsOfAnswer(endpoint: EndpointDefinition): Document[] {
  if (endpoint.extension !== undefined) return ['interface']
  const documents = topFields(endpoint).map((field) => documentOf(sectionOfField(endpoint, field)))
  return [...new Set<Document>(['specification', ...documents])]
}
