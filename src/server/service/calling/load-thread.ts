/** Reads a stored conversation as the facts from which it continues. */

import { dayMs } from '#calling-hours/zone-clock.ts'
import { localTimeAt, placeOf } from '../carrier/place.ts'
import { purposeOf } from '../carrier/purpose.ts'
import { reservedNumber } from '../carrier/reserved-numbers.ts'
import { variablesOf } from '../carrier/variables.ts'
import { integerBetween, type Random, seededRandom } from '../shared/random.ts'
import type { ConversationRow, Database } from '../store/database.ts'
import type { ThreadFacts } from '../threads/continue-thread.ts'

type Parties = Pick<ConversationRow, 'id' | 'customer_name' | 'customer_email' | 'customer_phone' | 'created_at'>

/** After this time, the dates of a conversation have passed, and it continues with new ones. */
const datesLastMs = 2 * dayMs

/** The values of a conversation's variables: the same for all its messages, as long as their dates have not passed. */
export function threadVariables(
  { id, customer_name, customer_email, customer_phone, created_at }: Parties,
  purpose: ThreadFacts['purpose'],
  agentName: string,
  now: number,
): Record<string, string> {
  const isFresh = now - created_at < datesLastMs
  return variablesOf(seededRandom(isFresh ? id : `${id}/${Math.floor(now / datesLastMs)}`), {
    columns: customer_email === null ? {} : { email: customer_email },
    customerName: customer_name,
    agentName,
    number: customer_phone ?? '',
    purpose,
    now: isFresh ? created_at : now,
  })
}

/** Reads a conversation with its sent and received messages. */
export async function loadThread(
  database: Database,
  conversationId: string,
): Promise<{ conversation: ConversationRow; facts: ThreadFacts }> {
  const conversation = await database
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  const rows = await database
    .selectFrom('message')
    .select(['direction', 'message', 'updated_at'])
    .where('conversation_id', '=', conversationId)
    .where((eb) => eb.or([eb('sent', '=', 1), eb('direction', '=', 'inbound')]))
    .orderBy('position')
    .execute()
  const nameIn = async (table: 'agent' | 'messaging_agent' | 'flow' | 'message_flow', id: string | null) =>
    (
      await database
        .selectFrom(table)
        .select('name')
        .where('id', '=', id ?? '')
        .executeTakeFirst()
    )?.name
  const agentName =
    (await nameIn('messaging_agent', conversation.agent_id)) ?? (await nameIn('agent', conversation.agent_id)) ?? ''
  const flowName =
    (await nameIn('message_flow', conversation.flow_id)) ?? (await nameIn('flow', conversation.flow_id)) ?? ''
  const purpose = purposeOf({ name: flowName, prompt: '' }, agentName)
  const now = rows.at(-1)?.updated_at ?? conversation.updated_at
  return {
    conversation,
    facts: {
      purpose,
      isByEmail: conversation.customer_phone === null,
      country: placeOf(conversation.customer_phone ?? '').country,
      variables: threadVariables(conversation, purpose, agentName, now),
      messages: rows.map(({ direction, message }) => ({ direction, text: message })),
    },
  }
}

/** The text without its greeting, and without the name before a punctuation mark. A name may have any characters, so no pattern is made of it. */
function withoutName(text: string, name: string): string {
  const greeting = ['Hi', 'Hello'].flatMap((word) => [`${word} ${name},`, `${word} ${name}:`])
  const length = greeting.find((start) => text.startsWith(start))?.length ?? 0
  return text
    .slice(length)
    .replace(length > 0 ? /^ / : '', '')
    .split(` ${name}`)
    .reduce((before, after) =>
      /^[.,:;!?]/.test(after) ? before.replace(/,$/, '') + after : `${before} ${name}${after}`,
    )
}

/** A message as the channel wants it: an e-mail has a greeting and a signature. */
export function asWritten(
  text: string,
  { customer_phone }: Pick<ConversationRow, 'customer_phone'>,
  { first_name = '', agent = '' }: Readonly<Record<string, string>>,
): string {
  if (customer_phone !== null) return text
  // The greeting has the name already.
  const body = first_name === '' ? text : withoutName(text, first_name)
  const greeting = first_name === '' ? 'Hello,' : `Hello ${first_name},`
  return `${greeting}\n\n${body.charAt(0).toUpperCase()}${body.slice(1)}\n\n${agent}, Northfield Home`
}

/** Customers write between these minutes of their own day. */
const awake = { from: 6 * 60 + 30, until: 22 * 60 + 45 } as const

/** When a customer writes: at that time or, if it is night there, in the morning. Reserved numbers answer at any hour. */
export function whenAwake(random: Random, phone: string | null, time: number): number {
  if (phone === null || reservedNumber(phone) !== null) return time
  const { minutes } = localTimeAt(time, placeOf(phone))
  if (minutes >= awake.from && minutes < awake.until) return time
  const untilMorning = (awake.from - minutes + 24 * 60) % (24 * 60)
  return time + (untilMorning + integerBetween(random, 5, 90)) * 60_000
}
