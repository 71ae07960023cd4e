/** Finds answers that contradict earlier answers of the same run: a record has to be the same wherever the service returns it. */
import type { ServiceEndpointName } from '#contract/index.ts'
import type { AddressedEndpoint } from '#server/gateway/upstream/endpoint-of-request.ts'
import type { Finding } from './outcome.ts'

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])

interface Seen {
  /** Such as `agent 1a2b…`. */
  key: string
  record: Fields
  /** Where the record stands in the answer: '' or `agents[]`. */
  place: string
  /** Its fields that may not change while it stays the same version. */
  fields: readonly string[]
  /** Two records with different versions are not compared. undefined: the service does not tell. */
  version: unknown
  /** Only a part of a record, which is compared with any version. */
  isPartial?: true
}

const names = (text: string): readonly string[] => text.split(' ')

const agentFields = names('name model voice personality phoneNumber settings status createdAt')
const flowFields = names(
  'name description direction agentId promptType prompt flowData rules isActive welcomeMessage customWelcomeMessage settings createdAt',
)
const messagingAgentFields = names('name model messageChannel phoneNumberId status settings createdAt')
const messageFlowFields = names(
  'name direction agent prompt initiationMessage isActive autopilot messageChannel settings createdAt',
)
const conversationFields = names('userId pathwayId agentId customer messages createdAt')
const activeCallFields = names('id customerPhone customerName aiAgentName participants')
const batchCallFields = names('phone_number callId startTime endTime duration error metadata')
const pastCallFields = names('roomName agentId batchId jobId fromNumber toNumber startedAt')
const progressFields = names(
  'waiting active completed failed cancelled total startTime lastCompletedTime completedTime averageCallDuration recent_calls',
)

const seen = (kind: string, id: unknown, record: Fields, place: string, fields: readonly string[], version: unknown) =>
  typeof id === 'string' && id !== '' ? [{ key: `${kind} ${id}`, record, place, fields, version }] : []

const agent = (record: Fields, place = '') => seen('agent', record.id, record, place, agentFields, record.updatedAt)
const flow = (record: Fields, place = '') => seen('flow', record.id, record, place, flowFields, record.updatedAt)
const messagingAgent = (record: Fields, place = '') =>
  seen('messaging agent', record._id, record, place, messagingAgentFields, record.updatedAt)
const messageFlow = (record: Fields, place = '') =>
  seen('message flow', record._id, record, place, messageFlowFields, record.updatedAt)
const conversation = (record: Fields, place = '') =>
  seen('conversation', record._id, record, place, conversationFields, record.updatedAt)
const activeCall = (record: Fields, place = '') => {
  const people = listOf(record.participants)
  const listed = (field: string) => people.map((one) => String(one[field])).join(' ')
  // Participants come and go, so calls are only compared if all have the same times, or all the same names.
  return [
    ...seen('active call', record.roomName, record, place, activeCallFields, listed('joinedAt')),
    ...seen('people in active call', record.roomName, record, place, ['participants'], listed('identity')),
  ]
}
const batchCall = (record: Fields, place = '') =>
  seen('batch call', record.jobId, record, place, batchCallFields, record.status)
/** Progress changes while a batch runs, so only that of a complete batch is compared. */
const progress = (record: unknown, place: string, batchId: unknown, isComplete: unknown) =>
  isObject(record) && isComplete === true
    ? seen('progress', batchId, record, place, progressFields, record.completedTime)
    : []

type Reader = (answer: unknown, params: Record<string, string>) => Seen[]
const ofRecord =
  (read: (record: Fields, place?: string) => Seen[]): Reader =>
  (answer) =>
    isObject(answer) ? read(answer) : []
const ofList =
  (list: string, read: (record: Fields, place?: string) => Seen[]): Reader =>
  (answer) =>
    listOf(list === '' ? answer : isObject(answer) ? answer[list] : null).flatMap((one) => read(one, `${list}[]`))

const readers: Partial<Record<ServiceEndpointName, Reader>> = {
  agentList: ofList('agents', agent),
  agentShow: ofRecord(agent),
  agentCreate: ofRecord(agent),
  agentUpdate: ofRecord(agent),
  flowList: ofList('flows', flow),
  flowShow: ofRecord(flow),
  flowCreate: ofRecord(flow),
  flowUpdate: ofRecord(flow),
  messagingAgentList: ofList('', messagingAgent),
  messagingAgentShow: ofRecord(messagingAgent),
  messagingAgentCreate: ofRecord(messagingAgent),
  messagingAgentReplace: ofRecord(messagingAgent),
  messageFlowList: ofList('', messageFlow),
  messageFlowShow: ofRecord(messageFlow),
  messageFlowCreate: ofRecord(messageFlow),
  messageFlowReplace: ofRecord(messageFlow),
  conversationList: ofList('', conversation),
  conversationShow: ofRecord(conversation),
  activeCallList: ofList('data', activeCall),
  activeCallShow: ofRecord(activeCall),
  batchCallList: ofList('calls', batchCall),
  batchCallShow: ofRecord(batchCall),
  batchShow: (answer, { batchId }) =>
    isObject(answer) ? progress(answer.progress, 'progress', batchId, answer.isComplete) : [],
  batchProgress: (answer, { batchId }) => (isObject(answer) ? progress(answer, '', batchId, answer.isComplete) : []),
  callSend: (answer) => {
    if (!isObject(answer)) return []
    const caller = isObject(answer.agent) ? answer.agent : {}
    const { id } = caller
    const call = seen('call', answer.callId, { ...answer, agentId: id }, '', pastCallFields, 'always the same')
    const agentPart = seen('agent', id, caller, 'agent', agentFields, undefined)
    return [...call, ...agentPart.map((part) => ({ ...part, isPartial: true as const }))]
  },
  callHistory: ofList('calls', (record, place = '') =>
    seen('call', record.callId, record, place, pastCallFields, 'always the same'),
  ),
}

/** Whether two values are the same. What only one of them has is not compared, since answers may leave out fields. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  if (isObject(one) && isObject(other)) return Object.keys(one).every((key) => isSame(one[key], other[key]))
  return one === other
}

/** The paths of the fields that differ. */
function differencesOf(one: unknown, other: unknown, field: string): string[] {
  if (isObject(one) && isObject(other))
    return Object.keys(one).flatMap((key) => differencesOf(one[key], other[key], `${field}.${key}`))
  return isSame(one, other) ? [] : [field]
}

/** The fields in which two answers about the same version of a record differ. */
function contradictions(earlier: Seen, later: Seen): string[] {
  const isPartial = earlier.isPartial === true || later.isPartial === true
  if (!isPartial && earlier.version !== later.version) return []
  return (
    later.fields
      .filter((field) => earlier.fields.includes(field))
      // The service changes a status by itself, so one without a version may have gone on.
      .filter((field) => field !== 'status' || later.version !== undefined)
      .flatMap((field) => differencesOf(earlier.record[field], later.record[field], field))
  )
}

/** What a run has seen, by record. */
export type SeenRecords = Map<string, Seen & { endpoint: ServiceEndpointName }>

/**
 * Forgets the records that a command of this run changed, because the same version may now look different: a service need not say when a
 * record was changed, and may say it in whole seconds.
 *
 * @param answer of the command, in the contract's spelling
 */
export function forgetChanged(records: SeenRecords, { endpoint, params }: AddressedEndpoint, answer: unknown): void {
  if (endpoint.effect === null) return
  // Generate adds a message to the conversation that its answer names.
  const { conversation_id } = isObject(answer) ? answer : {}
  const ids = [...Object.values(params), conversation_id]
  for (const key of records.keys()) if (ids.some((id) => key.endsWith(` ${String(id)}`))) records.delete(key)
}

/**
 * Compares the records of an answer with those of earlier answers, and remembers them.
 *
 * @param answer in the contract's spelling
 */
export function compareWithEarlier(
  records: SeenRecords,
  { name, params }: AddressedEndpoint,
  answer: unknown,
): Finding[] {
  const findings = new Map<string, Finding>()
  for (const one of readers[name]?.(answer, params) ?? []) {
    const earlier = records.get(one.key)
    const differences = earlier === undefined ? [] : contradictions(earlier, one)
    // What contradicts an earlier answer is reported once, not again by each later answer that agrees with the first.
    const isPartOfKnown = one.isPartial === true && earlier !== undefined
    if (differences.length === 0 && !isPartOfKnown) records.set(one.key, { ...one, endpoint: name })
    for (const difference of differences) {
      const field = one.place === '' ? difference : `${one.place}.${difference}`
      findings.set(field, { kind: 'wrong', field, says: `differs from what ${earlier?.endpoint} answered` })
    }
  }
  return [...findings.values()]
}
