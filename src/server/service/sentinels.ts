/**
 * What forces an answer, so that every error and every accident can be shown by hand and in tests, with nothing patched.
 * The words stand in what is sent: an id in the path, a name, a search text, an edited message, an agent's id.
 *
 * | Words | What happens |
 * |---|---|
 * | simulate 400 · 401 · 403 · 404 · 429 · 500 | that answer, in the endpoint's form, without effect |
 * | simulate slow | done, but the answer takes 5 s |
 * | simulate lost | done, but the connection is cut before the answer |
 * | simulate dropped | not done, and the connection is cut |
 * | simulate undelivered | in a message's text: approved, but not delivered |
 *
 * `simulate_500` and `simulate-500` are the same; so an id can say it. With ` on <verb>` behind it (`simulate lost on approve`) the
 * words can be stored first and act later: in a message's text on `approve` and `reject`, in an agent's or flow's name on
 * `show`, `update`, `delete`, and in an agent's name on `call`, `start`, `cancel` too.
 *
 * Numbers that force something: `reserved.ts`. Keys: the table in `keys.ts`; any other key is 401, and any workspace that a key does
 * not have is 403.
 */
import type { EndpointDefinition } from '#contract/index.ts'
import type { Database } from './database.ts'
import type { Asked, ServedName } from './handlers.ts'
import type { Caller } from './house.ts'
import { general, Refused, sendCallForm, tooMany } from './refused.ts'
import { reservedNumber, reservedNumbers } from './reserved.ts'

export type ForcedAnswer = '400' | '401' | '403' | '404' | '429' | '500' | 'slow' | 'lost' | 'dropped'

/** How long a slow answer takes, in ms. */
export const slowness = 5_000

const words = /\bsimulate[ _-](400|401|403|404|429|500|slow|lost|dropped)(?:[ _-]on[ _-](\w+))?/i

/** What a text forces on a verb; `null` stands for words that act at once. */
function forcedBy(text: string | null | undefined, verb: string | null): ForcedAnswer | null {
  const found = words.exec(text ?? '')
  return found !== null && (found[2]?.toLowerCase() ?? null) === verb ? (found[1]?.toLowerCase() as ForcedAnswer) : null
}

/** Whether a message must not be delivered, by its text or by the customer's number. */
export const undelivered = (text: string, number: string | null): boolean =>
  /\bsimulate[ _-]undelivered\b/i.test(text) || reservedNumber(number)?.undelivered === true

const refusals: Record<
  '400' | '401' | '403' | '404' | '429' | '500',
  (form: EndpointDefinition['errorForm']) => Refused
> = {
  '400': (form) =>
    form === 'sendCall'
      ? sendCallForm(400, 'Invalid configuration', 'The agent has no phone number configured.')
      : general(400, 'invalid_request', 'The request was refused, as it asked to be.'),
  '401': () => general(401, 'unauthorized', 'This API key is not known.'),
  '403': () => general(403, 'forbidden', 'This API key may not use this workspace.'),
  '404': (form) =>
    form === 'sendCall'
      ? sendCallForm(404, 'Agent not found', 'The agent does not exist or the caller has no access to it.')
      : general(404, 'not_found', 'This does not exist.'),
  '429': () => tooMany(2),
  '500': (form) =>
    form === 'sendCall'
      ? sendCallForm(500, 'Failed to initiate call', 'The carrier did not accept the call.', 'UNKNOWN_ERROR')
      : general(500, 'UNKNOWN_ERROR', 'The service had an error of its own.'),
}

/** The refusal that was asked for, in the endpoint's form; null for what is no refusal. */
export const refusalOf = (forced: ForcedAnswer, form: EndpointDefinition['errorForm']): Refused | null =>
  forced in refusals ? refusals[forced as keyof typeof refusals](form) : null

interface Sent {
  params: Record<string, string>
  query?: { search?: string | undefined } | undefined
  body?: Record<string, unknown> | undefined
  upload?: Record<string, unknown> | undefined
  file: Uint8Array
  caller: Caller
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The texts that were sent, where words act at once. */
function textsSent({ params, query, body, upload }: Sent): string[] {
  const metadata = body?.metadata as Record<string, unknown> | undefined
  const edited = metadata?.action === 'Edit' ? metadata.editedMessage : ''
  return [
    ...Object.values(params),
    query?.search ?? '',
    ...[body?.name, body?.agentId, body?.flowId, edited, upload?.agentId].map(textOf),
  ]
}

/** What a name or text in the store may be about: the verb, and how to find the text. */
type Stored = { verb: string; text: (database: Database, sent: Sent) => Promise<string | undefined> }

const nameIn =
  (table: 'agent' | 'flow', id: (sent: Sent) => string): Stored['text'] =>
  async (database, sent) =>
    (await database.selectFrom(table).select('name').where('id', '=', id(sent)).executeTakeFirst())?.name

const agentById = nameIn('agent', ({ params }) => params.agentId ?? '')
const flowById = nameIn('flow', ({ params }) => params.flowId ?? '')
const agentOfBatch: Stored['text'] = async (database, { params }) =>
  (
    await database
      .selectFrom('batch')
      .innerJoin('agent', 'agent.id', 'batch.agent_id')
      .select('agent.name')
      .where('batch.id', '=', params.batchId ?? '')
      .executeTakeFirst()
  )?.name

const stored: Partial<Record<ServedName, Stored>> = {
  agentShow: { verb: 'show', text: agentById },
  agentUpdate: { verb: 'update', text: agentById },
  agentDelete: { verb: 'delete', text: agentById },
  flowShow: { verb: 'show', text: flowById },
  flowUpdate: { verb: 'update', text: flowById },
  flowDelete: { verb: 'delete', text: flowById },
  callSend: { verb: 'call', text: nameIn('agent', ({ body }) => textOf(body?.agentId)) },
  batchStart: { verb: 'start', text: nameIn('agent', ({ upload }) => textOf(upload?.agentId)) },
  batchCancel: { verb: 'cancel', text: agentOfBatch },
}

/** A message action is about the message's text and the customer's number. */
async function forcedOnMessage(database: Database, { params, body, caller }: Sent): Promise<ForcedAnswer | null> {
  const row = await database
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(['message.message', 'conversation.customer_phone'])
    .where('message.id', '=', params.messageId ?? '')
    .where('conversation.workspace', '=', caller.workspace)
    .executeTakeFirst()
  const { action } = (body?.metadata ?? {}) as { action?: string }
  return (
    forcedBy(row?.message, textOf(action).toLowerCase()) ?? reservedNumber(row?.customer_phone ?? null)?.answer ?? null
  )
}

function forcedByRows(file: Uint8Array): ForcedAnswer | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  for (const [number, { answer }] of Object.entries(reservedNumbers)) {
    if (answer !== undefined && bytes.includes(number)) return answer
  }
  return null
}

/**
 * Whether this request asks for a certain answer.
 *
 * @returns the answer to force, or null for the ordinary course
 */
export async function forcedAnswer<Name extends ServedName>(
  database: Database,
  name: Name,
  asked: Asked<Name>,
): Promise<ForcedAnswer | null> {
  const sent = asked as unknown as Sent
  for (const text of textsSent(sent)) {
    const forced = forcedBy(text, null)
    if (forced !== null) return forced
  }
  if (name === 'callSend') {
    const forced = reservedNumber(textOf(sent.body?.toNumber))?.answer
    if (forced !== undefined) return forced
  }
  if (name === 'batchStart') {
    const forced = forcedByRows(sent.file)
    if (forced !== null) return forced
  }
  if (name === 'messageAction') return forcedOnMessage(database, sent)
  const about = stored[name]
  return about === undefined ? null : forcedBy(await about.text(database, sent), about.verb)
}
