import { describe, expect, it, test } from 'vitest'
import { integerBetween, pick, seededRandom } from '../shared/random.ts'
import type { ConversationRow, MessageRow } from '../store/database.ts'
import { checkThread, type ThreadMessage, type ThreadToCheck, threadRules } from '../threads/check-thread.ts'
import { continueThread } from '../threads/continue-thread.ts'
import { exchanges } from '../threads/exchanges.ts'
import { generateCustomers } from './people.ts'
import { dayMs, hourMs } from './seed-context.ts'
import { allThreads } from './seed-conversations.ts'
import { writeThread } from './thread-rows.ts'

/** Friday the 20th of November 2026, ten in the morning in London. */
const friday = Date.UTC(2026, 10, 20, 10)

const toCheck = (
  { customer_name, customer_phone }: ConversationRow,
  messages: readonly MessageRow[],
): ThreadToCheck => ({
  customer: { name: customer_name, phone: customer_phone },
  messages: messages.map(({ direction, message, created_at, status }) => ({
    direction,
    text: message,
    at: created_at,
    isDraft: status === 'pending',
  })),
})

/** Writes threads with customers of all markets, at different times of the year. */
function writeThreads(count: number, extraExchanges: number) {
  const random = seededRandom(`threads ${extraExchanges}`)
  const customers = generateCustomers(random, count)
  return customers.map((customer, i) => {
    const { department, thread } = allThreads[i % allThreads.length] as (typeof allThreads)[number]
    const channel =
      thread.lines[0]?.startsWith('< ') && customer.market === 'US' ? pick(random, ['sms', 'email'] as const) : 'sms'
    return writeThread(random, {
      workspace: 'w',
      department,
      thread,
      customer,
      agent: { id: 'a', name: 'Willa · Renewals', flowId: 'f', channel },
      extraExchanges,
      hasDraft: i % 2 === 0,
      lastAt: friday + integerBetween(random, 0, 300) * dayMs + integerBetween(random, 0, 23) * hourMs,
    })
  })
}

describe('threads', () => {
  it('break no rule, however long they are', { tags: ['soak'] }, () => {
    const written = [0, 1, 2, 4, 8].flatMap((extra) => writeThreads(100, extra))
    expect(written.flatMap(({ conversation, messages }) => checkThread(toCheck(conversation, messages)))).toEqual([])
  })

  it('differ in their subject, length and channel', () => {
    const written = writeThreads(60, 3)
    const texts = written.map(({ messages }) =>
      messages.map(({ message }) => message.replace(/\p{Lu}[\p{L}]+/gu, '')).join('\n'),
    )
    expect(new Set(texts).size).toBe(60)
    expect(new Set(written.map(({ messages }) => messages.length)).size).toBeGreaterThan(5)
    expect(new Set(written.map(({ conversation }) => conversation.customer_phone === null))).toEqual(
      new Set([true, false]),
    )
  })

  it('have an unhappy customer in about one of six conversations with four more exchanges, once in each', () => {
    const unhappy = new Set(exchanges.filter(({ mood }) => mood === 'unhappy').flatMap(({ customer }) => customer))
    const times = writeThreads(300, 4).map(
      ({ messages }) => messages.filter(({ message }) => unhappy.has(message)).length,
    )
    const share = times.filter((count) => count > 0).length / times.length
    expect(Math.max(...times)).toBe(1)
    expect(share).toBeGreaterThan(0.13)
    expect(share).toBeLessThan(0.2)
  })
})

describe('an answer', () => {
  const answersTo = (text: string) =>
    Array.from({ length: 40 }, (_, i) =>
      continueThread(seededRandom(`answer ${i}`), {
        purpose: 'appointment',
        isByEmail: false,
        variables: {
          first_name: 'Dana',
          date: 'Thursday, December 3rd',
          other_date: 'Monday, December 7th',
          time: '2 pm',
          technician: 'Femi',
        },
        messages: [{ direction: 'outbound', text }],
      }),
    ).flatMap((next) => (next === null ? [] : [next]))

  test.each([
    [
      'offers a day',
      'I have Friday at 4:30 pm, Dana. Does that suit you?',
      /yes|work|suit|book|day|later|long|there|perfect|moved|afternoon/i,
    ],
    ['asks for a photo', 'Please send me a photo of the label.', /photo|picture/i],
    ['asks for a mark', 'How happy were you, from 1 to 10?', /\b\d{1,2}\b/],
    ['apologises', 'I am sorry, Dana. We made a mistake.', /ok|right|sorry|know/i],
  ])('fits an edited message that %s', (_, text, fitting) => {
    const answers = answersTo(text)
    expect(answers.length).toBeGreaterThan(20)
    for (const { customer } of answers) expect(customer).toMatch(fitting)
  })

  it('accepts the time that the reviewer wrote, not the one of the draft', () => {
    const drafts = answersTo('I have Friday at 4:30 pm, Dana. Does that suit you?').map(({ draft }) => draft ?? '')
    expect(drafts.some((draft) => /Friday at 4:30 pm/.test(draft))).toBe(true)
    expect(drafts.filter((draft) => /booked|calendar|put you down/i.test(draft) && !/Friday/.test(draft))).toEqual([])
  })
})

describe('a rule', () => {
  const agent = (text: string, at = friday, isDraft = false): ThreadMessage => ({
    direction: 'outbound',
    text,
    at,
    isDraft,
  })
  const customer = (text: string, at = friday): ThreadMessage => ({ direction: 'inbound', text, at, isDraft: false })
  const london = { name: 'Rhys Marsh', phone: '+447700900123' }
  const broken: Record<keyof typeof threadRules, ThreadMessage[]> = {
    'all variables are filled': [agent('Hi Rhys, see you on {date}.')],
    'nobody says the same twice': [customer('Yes please.'), agent('Done.'), customer('yes please.')],
    'messages are in order, and only the last one is a draft': [agent('One.', friday, true), customer('Two.')],
    'agent and customer take turns': [agent('One.'), agent('Two.')],
    'nobody writes at night': [customer('Hello?', friday + 16 * hourMs)],
    'dates exist and lie ahead': [agent('See you on Monday the 24th of November.')],
    'visits and calls are on working days': [agent('Shall I book the visit for Sunday the 22nd of November?')],
    'prices are in the customer’s currency': [agent('It is $24.90 a month.')],
    'the customer is addressed by their name': [agent('Hi Dana, all is well.')],
    'the answer fits the question': [agent('How happy were you, from 1 to 10?'), customer('Yes please.')],
    'a time that was declined is not offered again': [
      agent('I have Friday at 2 pm. Does that suit you?'),
      customer('That day is difficult for us. Another one?'),
      agent('How about Friday at 2 pm? Does that suit you?'),
    ],
  }

  test.each(Object.keys(threadRules))('that says "%s" finds a thread that breaks it', (name) => {
    const found = checkThread({ customer: london, messages: broken[name] ?? [] })
    expect(found.some((violation) => violation.startsWith(name))).toBe(true)
  })

  it('finds nothing in an ordinary thread', () => {
    const messages = [
      agent('Hi Rhys, does Thursday the 26th of November at 2 pm suit you?'),
      customer('Yes, that works. What does it cost?'),
      agent('Nothing, Rhys: it is part of your £24.90 a month.', friday, true),
    ]
    expect(checkThread({ customer: london, messages })).toEqual([])
  })
})
