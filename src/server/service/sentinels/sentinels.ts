/**
 * Sentinels are texts, numbers and keys in a request that force an answer, so that people and tests can produce every error and network
 * failure. Texts work in an ID in the path, a name, a search, an edited message, or an agent's or flow's ID. `sentinels` lists all of
 * them. The reference page prints the list, and a test triggers each.
 */
import type { EndpointDefinition, ServiceEndpointName } from '#contract/index.ts'
import { derivedKeys } from '../auth/keys.ts'
import {
  type ForcedAnswer,
  failingNumbers,
  forcedAnswers,
  reservedNumber,
  reservedNumbers,
  reservedPrefix,
} from '../carrier/reserved-numbers.ts'
import type { Caller } from '../shared/context.ts'
import { ApiError, apiError, sendCallError, tooManyRequests } from '../shared/errors.ts'
import type { HandlerRequest } from '../shared/handler.ts'
import type { Database } from '../store/database.ts'

export interface SentinelGroup {
  title: string
  note: string
  /** `put`: what to send; `means`: its effect. */
  rows: readonly { put: string; means: string }[]
}

/** Every sentinel. */
export const sentinels: readonly SentinelGroup[] = [
  {
    title: 'Texts in a request',
    note: 'Take effect in an ID in the path, a name, a search, an edited text, or an agent’s or flow’s ID. In IDs, write _ or - instead of spaces. To store one for a later request, append the action: “ on show”, “ on update”, “ on delete”, “ on call”, “ on start”, “ on cancel” or “ on generate” in a name, “ on approve” or “ on reject” in a message’s text. In a cell of a file, append “ on validate” or “ on preview”.',
    rows: [
      ...Object.entries(forcedAnswers).map(([answer, means]) => ({ put: `simulate ${answer}`, means })),
      { put: 'simulate undelivered', means: 'In a message’s text: the message is approved, but not delivered.' },
    ],
  },
  {
    title: 'Reserved numbers',
    note: 'Take effect as the number of a call, of a batch row, or of a message’s customer.',
    rows: [
      ...Object.entries(reservedNumbers).map(([put, { means, answer }]) => ({
        put,
        means: means ?? `Like “simulate ${answer}”.`,
      })),
      { put: failingNumbers, means: 'Every call fails to connect.' },
    ],
  },
  {
    title: 'Keys and workspaces',
    note: 'Append to the installation’s key. Any other key gets 401, and any workspace that the key may not use gets 403.',
    rows: Object.entries(derivedKeys).map(([put, { means }]) => ({ put, means })),
  },
]

/** How long a slow answer takes, in ms. */
export const slowAnswerMs = 5_000

const sentinelPattern = new RegExp(
  `\\bsimulate[ _-](${Object.keys(forcedAnswers).join('|')})(?:[ _-]on[ _-](\\w+))?`,
  'gi',
)

/** The answer that a text forces. @param verb the action after “on”; null: only sentinels without an action count */
function forcedByText(text: string | null | undefined, verb: string | null): ForcedAnswer | null {
  const match = [...(text ?? '').matchAll(sentinelPattern)].find(
    ([, , action]) => (action?.toLowerCase() ?? null) === verb,
  )
  return (match?.[1]?.toLowerCase() as ForcedAnswer | undefined) ?? null
}

const forcedErrors: Record<
  '400' | '401' | '403' | '404' | '429' | '500',
  (form: EndpointDefinition['errorForm']) => ApiError
> = {
  '400': (form) =>
    form === 'sendCall'
      ? sendCallError(400, 'Invalid configuration', 'The agent has no phone number configured.')
      : apiError(400, 'invalid_request', 'The request asked for this error. It had no effect.'),
  '401': () => apiError(401, 'unauthorized', 'This API key is unknown.'),
  '403': () => apiError(403, 'forbidden', 'This API key may not use this workspace.'),
  '404': (form) =>
    form === 'sendCall'
      ? sendCallError(404, 'Agent not found', 'The agent does not exist or the caller has no access to it.')
      : apiError(404, 'not_found', 'The record does not exist.'),
  '429': () => tooManyRequests(2),
  '500': (form) =>
    form === 'sendCall'
      ? sendCallError(500, 'Failed to initiate call', 'The carrier did not accept the call.', 'UNKNOWN_ERROR')
      : apiError(500, 'UNKNOWN_ERROR', 'The service had an internal error.'),
}

/** The forced error in the endpoint's form; null if the forced answer is not an error. */
export const forcedErrorOf = (forced: ForcedAnswer, form: EndpointDefinition['errorForm']): ApiError | null =>
  forced in forcedErrors ? forcedErrors[forced as keyof typeof forcedErrors](form) : null

interface SentRequest {
  params: Record<string, string>
  query?: { search?: string | undefined } | undefined
  body?: Record<string, unknown> | undefined
  upload?: Record<string, unknown> | undefined
  file: Uint8Array
  caller: Caller
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The texts of a request in which sentinels take effect at once. */
function immediateTextsOf({ params, query, body, upload }: SentRequest): string[] {
  const metadata = body?.metadata as Record<string, unknown> | undefined
  const edited = metadata?.action === 'Edit' ? metadata.editedMessage : ''
  return [
    ...Object.values(params),
    query?.search ?? '',
    ...[body?.name, body?.agentId, body?.flowId, edited, upload?.agentId].map(textOf),
  ]
}

/** A stored text with sentinels: the action that they apply to, and how to load the text. */
type StoredText = { verb: string; text: (database: Database, sent: SentRequest) => Promise<string | undefined> }

const loadNameFrom =
  (
    table: 'agent' | 'flow' | 'messaging_agent' | 'message_flow',
    id: (sent: SentRequest) => string,
  ): StoredText['text'] =>
  async (database, sent) =>
    (await database.selectFrom(table).select('name').where('id', '=', id(sent)).executeTakeFirst())?.name

const agentById = loadNameFrom('agent', ({ params }) => params.agentId ?? '')
const flowById = loadNameFrom('flow', ({ params }) => params.flowId ?? '')
const messagingAgentById = loadNameFrom('messaging_agent', ({ params }) => params.messagingAgentId ?? '')
const messageFlowById = loadNameFrom('message_flow', ({ params }) => params.messageFlowId ?? '')
const agentOfBatch: StoredText['text'] = async (database, { params }) =>
  (
    await database
      .selectFrom('batch')
      .innerJoin('agent', 'agent.id', 'batch.agent_id')
      .select('agent.name')
      .where('batch.id', '=', params.batchId ?? '')
      .executeTakeFirst()
  )?.name

const storedTexts: Partial<Record<ServiceEndpointName, StoredText>> = {
  agentShow: { verb: 'show', text: agentById },
  agentUpdate: { verb: 'update', text: agentById },
  agentDelete: { verb: 'delete', text: agentById },
  flowShow: { verb: 'show', text: flowById },
  flowUpdate: { verb: 'update', text: flowById },
  flowDelete: { verb: 'delete', text: flowById },
  messagingAgentShow: { verb: 'show', text: messagingAgentById },
  messagingAgentReplace: { verb: 'update', text: messagingAgentById },
  messageFlowShow: { verb: 'show', text: messageFlowById },
  messageFlowReplace: { verb: 'update', text: messageFlowById },
  messageGenerate: { verb: 'generate', text: loadNameFrom('message_flow', ({ body }) => textOf(body?.flowId)) },
  callSend: { verb: 'call', text: loadNameFrom('agent', ({ body }) => textOf(body?.agentId)) },
  batchStart: { verb: 'start', text: loadNameFrom('agent', ({ upload }) => textOf(upload?.agentId)) },
  batchCancel: { verb: 'cancel', text: agentOfBatch },
}

/** The answer that the message's text or the customer's number forces on a message action. */
async function forcedByMessage(
  database: Database,
  { params, body, caller }: SentRequest,
): Promise<ForcedAnswer | null> {
  const row = await database
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(['message.message', 'conversation.customer_phone'])
    .where('message.id', '=', params.messageId ?? '')
    .where('conversation.workspace', '=', caller.workspace)
    .executeTakeFirst()
  const { action } = (body?.metadata ?? {}) as { action?: string }
  return (
    forcedByText(row?.message, textOf(action).toLowerCase()) ??
    reservedNumber(row?.customer_phone ?? null)?.answer ??
    null
  )
}

/** The answer that a reserved number in a file forces on a batch. */
function forcedByRows(file: Uint8Array): ForcedAnswer | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  // Most files contain no reserved number, so search for the common prefix first.
  if (!bytes.includes(reservedPrefix)) return null
  for (const [number, { answer }] of Object.entries(reservedNumbers)) {
    if (answer !== undefined && bytes.includes(number)) return answer
  }
  return null
}

/**
 * Finds the answer that a request forces.
 *
 * @returns null if it forces none
 */
export async function findForcedAnswer<Name extends ServiceEndpointName>(
  database: Database,
  name: Name,
  request: HandlerRequest<Name>,
): Promise<ForcedAnswer | null> {
  const sentRequest = request as unknown as SentRequest
  for (const text of immediateTextsOf(sentRequest)) {
    const forced = forcedByText(text, null)
    if (forced !== null) return forced
  }
  if (name === 'callSend') {
    const forced = reservedNumber(textOf(sentRequest.body?.toNumber))?.answer
    if (forced !== undefined) return forced
  }
  if (name === 'batchValidate' || name === 'batchPreview') {
    return forcedByText(new TextDecoder().decode(sentRequest.file), name === 'batchValidate' ? 'validate' : 'preview')
  }
  if (name === 'batchStart') {
    const forced = forcedByRows(sentRequest.file)
    if (forced !== null) return forced
  }
  if (name === 'messageAction') return forcedByMessage(database, sentRequest)
  const storedText = storedTexts[name]
  return storedText === undefined ? null : forcedByText(await storedText.text(database, sentRequest), storedText.verb)
}
