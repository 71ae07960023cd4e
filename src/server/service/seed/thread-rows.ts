/** Writes a conversation of the table of threads as rows: texts filled, times within people's days, and some exchanges more. */
import { fillVariables } from '#flow-engine/variables.ts'
import { asWritten, threadVariables } from '../calling/load-thread.ts'
import { inLocalEnglish } from '../carrier/local-english.ts'
import { localTimeAt, type Place, placeOf } from '../carrier/place.ts'
import { purposeOf } from '../carrier/purpose.ts'
import { integerBetween, newId, type Random, seededRandom } from '../shared/random.ts'
import type { ConversationRow, MessageRow } from '../store/database.ts'
import { continueThread } from '../threads/continue-thread.ts'
import type { Department } from './company.ts'
import type { Customer } from './people.ts'
import { fullNameOf, minuteMs } from './seed-context.ts'

/**
 * A conversation so far: lines of the agent start with `>`, lines of the customer with `<`. The last one is the draft that may wait for review.
 * Variables such as `{first_name}` are filled as in calls.
 */
export type Thread = readonly string[]

export interface ThreadToWrite {
  workspace: string
  department: Department
  thread: Thread
  customer: Customer
  /** The agent that writes, and its flow. `email`: the customer is written to by e-mail and has no number. */
  agent: { id: string; name: string; flowId: string; channel: 'sms' | 'whatsapp' | 'email' }
  /** How many exchanges follow those of the table, at most. */
  extraExchanges: number
  /** Whether the last message is a draft that waits for review. */
  hasDraft: boolean
  /** Time of the last message, epoch ms. It is moved to the evening before if it is night at the customer's place. */
  lastAt: number
}

interface Said {
  direction: 'outbound' | 'inbound'
  text: string
}

/** @returns the conversation and its messages; the last message is the agent's, unless the customer's ends the conversation */
export function writeThread(
  random: Random,
  { workspace, department, thread, customer, agent, extraExchanges, hasDraft, lastAt }: ThreadToWrite,
): { conversation: ConversationRow; messages: MessageRow[] } {
  const place = placeOf(customer.phone)
  const id = newId.record(random)
  const parties = {
    id,
    customer_name: fullNameOf(customer),
    customer_email: customer.email,
    customer_phone: agent.channel === 'email' ? null : customer.phone,
  }
  const purpose = purposeOf({ name: department, prompt: '' }, agent.name)
  const isEndingOpen = hasDraft
  const isByEmail = parties.customer_phone === null
  // E-mails are in the English of the United States.
  const reader = { isByEmail, country: isByEmail ? '' : place.country }
  // The dates of the texts follow from the first message's time, so the times come first, for the longest conversation possible.
  const latest = lastTimeAwake(place, lastAt)
  const mostMessages = thread.length + 2 * extraExchanges
  const times = timesUpTo(random, place, latest, mostMessages, hasDraft)
  const variables = threadVariables({ ...parties, created_at: times[0] ?? latest }, purpose, agent.name, latest)
  const said: Said[] = thread.map((line) => ({
    direction: line.startsWith('> ') ? 'outbound' : 'inbound',
    text: fillVariables(inLocalEnglish(line.slice(2), reader), variables),
  }))
  const exchangeRandom = seededRandom(`${id}/exchanges`)
  for (let extra = 0; extra < extraExchanges; extra++) {
    const next = continueThread(exchangeRandom, { purpose, variables, ...reader, messages: said })
    if (next === null || (next.draft === null && isEndingOpen)) break
    said.push({ direction: 'inbound', text: next.customer })
    if (next.draft === null) break
    said.push({ direction: 'outbound', text: next.draft })
  }
  const messages = said.map(({ direction, text }, i): MessageRow => {
    const isDraft = hasDraft && i === said.length - 1
    const isOutbound = direction === 'outbound'
    // The first times are unused if fewer exchanges fitted, except the first one, on which the dates depend. A draft follows at once.
    const isFirst = i === 0 && !(hasDraft && said.length === 2)
    const created_at = times[isFirst ? 0 : i + mostMessages - said.length] ?? latest
    return {
      id: newId.record(random),
      conversation_id: id,
      position: i + 1,
      direction,
      sent: isDraft ? 0 : 1,
      message: isOutbound ? asWritten(text, parties, variables) : text,
      status: isDraft ? 'pending' : isOutbound ? 'approved' : 'received',
      created_at,
      updated_at: created_at,
    }
  })
  return {
    conversation: {
      ...parties,
      workspace,
      user_id: newId.record(random),
      flow_id: agent.flowId,
      agent_id: agent.id,
      created_at: messages[0]?.created_at ?? latest,
      updated_at: latest,
    },
    messages,
  }
}

/** Messages are written between these minutes of the customer's day. */
const day = { from: 8 * 60, until: 20 * 60 + 45 } as const

/** That time or, if it is night at the place, a time in the evening before. */
export function lastTimeAwake(place: Place, time: number): number {
  const { minutes } = localTimeAt(time, place)
  if (minutes >= day.from && minutes < day.until) return time
  return time - (((minutes - day.until + 24 * 60) % (24 * 60)) + 1 + (minutes % 20)) * minuteMs
}

/** How long the day at a customer's place has lasted, ms; three minutes at least. */
export const dayLasts = ({ phone }: Customer, time: number): number =>
  Math.max(3, localTimeAt(time, placeOf(phone)).minutes - day.from) * minuteMs

/** Whether messages are written now at a customer's place. */
export const isAwake = ({ phone }: Customer, time: number): boolean => lastTimeAwake(placeOf(phone), time) === time

/** Generates `count` ascending times that end with `last`, minutes apart, none of them at night. A draft follows within seconds. */
function timesUpTo(random: Random, place: Place, last: number, count: number, isDraftLast: boolean): number[] {
  const times = [last]
  while (times.length < count) {
    const before = integerBetween(random, 2, 70) * minuteMs + integerBetween(random, 0, 59) * 1_000
    times.unshift(
      isDraftLast && times.length === 1
        ? last - Math.round(before / 60)
        : lastTimeAwake(place, (times[0] as number) - before),
    )
  }
  return times
}
