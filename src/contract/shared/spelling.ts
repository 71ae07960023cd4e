/**
 * Converts alternate spellings of real deployments to our spelling (interface 8); each row of the interface's table has a test. Each
 * function takes the parsed JSON of an answer and returns it in our spelling, with unknown fields. It never throws: unreadable values
 * stay as they are, and the schema replaces them with defaults.
 */
import { batchCallStates, batchStates, endStates } from './batch-states.ts'

export type Normalize = (raw: unknown) => unknown

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const filled = (value: unknown): value is string => typeof value === 'string' && value !== ''
/** @returns the first value that is present; an empty string is not */
const firstPresent = (...values: unknown[]): unknown =>
  values.find((value) => value !== undefined && value !== null && value !== '')
/** Respells an answer with one record, which may wrap it: `{data: {…}}`, `{agent: {…}}`. What is no record stays as it is. */
// @__NO_SIDE_EFFECTS__
const spelling =
  (wrappers: readonly string[], respell: (raw: Fields) => unknown): Normalize =>
  (answer) => {
    if (!isObject(answer)) return answer
    const hasId = answer.id !== undefined || answer._id !== undefined
    const inner = hasId ? undefined : wrappers.map((name) => answer[name]).find(isObject)
    return respell(inner ?? answer)
  }

export const messageDirections = ['outbound', 'inbound'] as const
export const messageStates = ['pending', 'approved', 'received', 'rejected'] as const
const otherWords = ['success', 'ready', 'error', 'bidirectional']
const stateWords = new Set([...batchStates, ...batchCallStates, ...messageDirections, ...messageStates, ...otherWords])
/** The word of a state or a direction, whatever its case, and with one l as Americans write it. Another word stays as it is. */
const stateWord = (value: unknown): unknown => {
  const word = filled(value) ? value.trim().toLowerCase().replace('canceled', 'cancelled') : ''
  return stateWords.has(word) ? word : value
}

/**
 * A moment as epoch milliseconds, from an ISO string, epoch seconds (with fraction) or epoch milliseconds; null when unusable.
 * Numbers below 1e11 are seconds: as milliseconds they would lie before March 1973.
 */
export function readTime(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value))
    return Math.round(Math.abs(value) < 1e11 ? value * 1000 : value)
  if (!filled(value)) return null
  if (/^\d+(\.\d+)?$/.test(value)) return readTime(Number(value))
  const parsed = Date.parse(value)
  return Number.isNaN(parsed) ? null : parsed
}
const iso = (value: unknown): unknown => {
  const time = readTime(value)
  return time === null || Math.abs(time) > 8.64e15 ? value : new Date(time).toISOString()
}
const withIsoTimestamps = (record: Fields): Fields => ({
  ...record,
  ...(record.createdAt === undefined ? {} : { createdAt: iso(record.createdAt) }),
  ...(record.updatedAt === undefined ? {} : { updatedAt: iso(record.updatedAt) }),
})

export const agentSpelling = spelling(['agent', 'data'], (raw) => {
  const tts = isObject(raw.ttsModel) ? raw.ttsModel : {}
  const language = firstPresent(tts.language, raw.ttsLanguage)
  const voice = isObject(raw.voice)
    ? raw.voice
    : {
        provider: firstPresent(tts.provider, raw.ttsProvider),
        voiceId: firstPresent(tts.voiceId, raw.ttsVoice),
        ...(language !== undefined && { language }),
        ...(tts.name !== undefined && { name: tts.name }),
      }
  const { phoneNumbers: numbers, phoneNumberIds: numberIds } = raw
  const hasNumber = (Array.isArray(numberIds) && numberIds.length > 0) || filled(raw.phoneNumberId)
  const number = filled(raw.phoneNumber) ? raw.phoneNumber : Array.isArray(numbers) ? numbers[0] : undefined
  return withIsoTimestamps({
    ...raw,
    id: firstPresent(raw.id, raw._id, raw.agentId),
    model: firstPresent(raw.model, raw.llmModel),
    voice,
    // '' means that it has a number, but the deployment reports only the number's id.
    phoneNumber: filled(number) ? number : hasNumber ? '' : null,
    status: stateWord(raw.status),
  })
})

export const flowSpelling = spelling(['flow', 'data'], (raw) => {
  const agent = firstPresent(raw.agentId, raw.agentID, raw.agent)
  return withIsoTimestamps({
    ...raw,
    id: firstPresent(raw.id, raw._id, raw.flowId),
    direction: stateWord(raw.direction),
    agentId: isObject(agent) ? firstPresent(agent._id, agent.id) : agent,
    flowData: isObject(raw.flowData) ? raw.flowData : { nodes: raw.nodes, edges: raw.edges },
  })
})

/**
 * A list: bare, or under its plural, `data`, `items` or `results`; paging in `pagination`, `total`, `count`, `hasMore`, or none.
 *
 * @param plural the field that has the records in our spelling
 * @param record respells one of them
 */
export const listSpelling =
  (plural: string, record: Normalize): Normalize =>
  (raw) => {
    const body = isObject(raw) ? raw : {}
    const found = Array.isArray(raw) ? raw : [body[plural], body.data, body.items, body.results].find(Array.isArray)
    if (found === undefined) return raw
    const records = (found as unknown[]).filter(isObject).map(record)
    // A list that contains values but no records is a list of something else.
    if (records.length === 0 && found.length > 0) return { ...body, [plural]: undefined }
    const given = isObject(body.pagination) ? body.pagination : {}
    const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
    const page = number(given.page) ?? number(body.page) ?? 1
    const limit = number(given.limit) ?? number(body.limit) ?? Math.max(records.length, 1)
    const bare = Object.keys(given).length === 0 && body.hasMore === undefined && body.total === undefined
    // `count` is used as the total, although in some deployments it is only the number of records on this page.
    const total = number(given.total) ?? number(body.total) ?? number(body.count) ?? (bare ? records.length : null)
    const totalPages = number(given.totalPages) ?? (total === null ? null : Math.max(1, Math.ceil(total / limit)))
    const more = firstPresent(given.hasNext, given.hasMore, body.hasMore)
    return {
      ...(isObject(raw) ? raw : {}),
      [plural]: records,
      pagination: {
        ...given,
        page,
        limit,
        total,
        totalPages,
        hasNext: typeof more === 'boolean' ? more : totalPages !== null && page < totalPages,
        hasPrev: typeof given.hasPrev === 'boolean' ? given.hasPrev : page > 1,
      },
    }
  }

/**
 * The counts of a batch. A missing count is derived from the others if possible, since the five states always add up to the total
 * (interface 4).
 */
function countsIn(raw: Fields): Fields {
  const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0
  const given = batchCallStates.map((state) => raw[state]).filter(isCount)
  const sum = given.reduce((all, one) => all + one, 0)
  const total = [raw.total, raw.totalCalls].find(isCount) ?? (given.length === batchCallStates.length ? sum : undefined)
  const rest =
    given.length === batchCallStates.length - 1 && total !== undefined && total >= sum ? total - sum : undefined
  const counts = Object.fromEntries(batchCallStates.map((state) => [state, isCount(raw[state]) ? raw[state] : rest]))
  return { ...counts, total }
}

/** Derives whether a batch is complete if the service omits it: it has ended and no call is left. */
const isComplete = (raw: Fields, counts: Fields): unknown =>
  typeof raw.isComplete === 'boolean'
    ? raw.isComplete
    : endStates.some((state) => state === raw.status) && counts.waiting === 0 && counts.active === 0

const progressTimes = ['startTime', 'lastCompletedTime', 'completedTime'] as const
const progressFields = ({ progress, ...flat }: Fields): Fields => {
  const given = isObject(progress) ? { ...flat, ...progress } : flat
  const inner: Fields = { ...given, status: stateWord(given.status) }
  const times = Object.fromEntries(progressTimes.map((name) => [name, readTime(inner[name])]))
  const recent = Array.isArray(inner.recent_calls) ? inner.recent_calls : []
  const counts = countsIn(inner)
  return {
    ...inner,
    ...times,
    ...counts,
    isComplete: isComplete(inner, counts),
    recent_calls: recent.filter(isObject).map((call) => ({
      ...call,
      jobId: firstPresent(call.jobId, call.id, call._id),
      status: stateWord(call.status),
      completedAt: readTime(call.completedAt),
    })),
  }
}

/** A batch, with its progress flat or under `progress`. Also for the answers to starting and cancelling, whose ID is `batchId`. */
export const batchSpelling = spelling(['batch', 'data'], (raw) => {
  const progress = progressFields(raw)
  return {
    ...raw,
    id: [raw.id, raw.batchId, raw._id].find(filled),
    batchId: [raw.batchId, raw.id, raw._id].find(filled),
    status: stateWord(raw.status),
    isComplete: progress.isComplete,
    progress,
    totalCalls: firstPresent(raw.totalCalls, progress.total),
    timestamp: readTime(raw.timestamp),
  }
})

/** Progress of a batch, always flat in our spelling. */
export const batchProgressSpelling = spelling(['data'], progressFields)

export const batchCallSpelling = spelling(['call', 'job'], (raw) => ({
  ...raw,
  jobId: firstPresent(raw.jobId, raw.id, raw._id),
  status: stateWord(raw.status),
  ...(raw.startTime === undefined ? {} : { startTime: readTime(raw.startTime) }),
  ...(raw.endTime === undefined ? {} : { endTime: readTime(raw.endTime) }),
}))
const batchCalls = listSpelling('calls', batchCallSpelling)
export const batchCallListSpelling: Normalize = (raw) => {
  const listed = batchCalls(raw)
  if (!isObject(listed) || !isObject(listed.summary)) return listed
  return { ...listed, summary: { ...listed.summary, ...countsIn(listed.summary) } }
}

/** A call of the call history, with its times in ISO format. */
export const historySpelling = spelling([], (raw) => ({
  ...raw,
  callId: firstPresent(raw.callId, raw.id, raw._id),
  status: stateWord(raw.status),
  startedAt: iso(raw.startedAt),
  endedAt: iso(raw.endedAt),
}))

const messageSpelling = (message: Fields): Fields =>
  withIsoTimestamps({
    ...message,
    _id: firstPresent(message._id, message.id),
    direction: stateWord(message.direction),
    status: stateWord(message.status),
  })

export const conversationSpelling = spelling(['conversation', 'data'], (raw) => {
  const messages = Array.isArray(raw.messages) ? raw.messages : []
  return withIsoTimestamps({
    ...raw,
    _id: firstPresent(raw._id, raw.id),
    messages: messages.filter(isObject).map(messageSpelling),
  })
})
/** The answer that confirms a call, a deletion or a message action, whose message has the field `_id`, as in the conversation. */
export const confirmationSpelling = spelling([], (raw) => ({
  ...raw,
  status: stateWord(raw.status),
  ...(isObject(raw.message) && { message: messageSpelling(raw.message) }),
}))
/** A list that in our spelling is an array without paging (interface 7). */
export const bareListSpelling = (plural: string, record: Normalize): Normalize => {
  const list = listSpelling(plural, record)
  return (raw) => {
    const listed = list(raw)
    return isObject(listed) && Array.isArray(listed[plural]) ? listed[plural] : listed
  }
}
export const conversationListSpelling = bareListSpelling('conversations', conversationSpelling)

export const messagingAgentSpelling = spelling(['agent', 'data'], (raw) =>
  withIsoTimestamps({
    ...raw,
    _id: firstPresent(raw._id, raw.id, raw.agentId),
    model: firstPresent(raw.model, raw.llmModel),
  }),
)
export const messageFlowSpelling = spelling(['flow', 'data'], (raw) => {
  const agent = firstPresent(raw.agent, raw.agentId, raw.agentID)
  return withIsoTimestamps({
    ...raw,
    _id: firstPresent(raw._id, raw.id, raw.flowId),
    agent: isObject(agent) ? firstPresent(agent._id, agent.id) : agent,
  })
})

export const activeCallSpelling = spelling(['data', 'call'], (raw) => {
  const people = Array.isArray(raw.participants) ? raw.participants.filter(isObject) : []
  return {
    ...raw,
    id: firstPresent(raw.id, raw._id),
    participants: people.map((person) => ({ ...person, joinedAt: iso(person.joinedAt) })),
  }
})
const activeCalls = listSpelling('data', activeCallSpelling)
export const activeCallListSpelling: Normalize = (raw) => {
  const listed = activeCalls(raw)
  if (!isObject(listed)) return listed
  const data = listed.data as unknown[]
  return { ...listed, count: firstPresent(listed.count, data?.length), timestamp: iso(listed.timestamp) }
}
