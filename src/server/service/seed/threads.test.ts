import { describe, expect, it, test } from 'vitest'
import { dayMs } from '#calling-hours/zone-clock.ts'
import { americanWords } from '../carrier/local-english.ts'
import { localTimeAt, placeOf } from '../carrier/place.ts'
import { integerBetween, pick, seededRandom } from '../shared/random.ts'
import { continueThread } from '../threads/continue-thread.ts'
import exchanges from '../threads/exchanges.json' with { type: 'json' }
import { generateCustomers } from './people.ts'
import { hourMs } from './seed-context.ts'
import { allThreads } from './seed-conversations.ts'
import { writeThread } from './thread-rows.ts'

/** Friday the 20th of November 2026, ten in the morning in London. */
const friday = Date.UTC(2026, 10, 20, 10)

/** Writes threads with customers of all markets, at different times of the year. */
function writeThreads(count: number, extraExchanges: number) {
  const random = seededRandom(`threads ${extraExchanges}`)
  const customers = generateCustomers(random, count)
  return customers.map((customer, i) => {
    const { department, thread } = allThreads[i % allThreads.length] as (typeof allThreads)[number]
    const channel =
      thread[0]?.startsWith('< ') && customer.market === 'US' ? pick(random, ['sms', 'email'] as const) : 'sms'
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
  it('have all variables filled, take turns, repeat nothing and are not written at night', { tags: ['soak'] }, () => {
    const written = [0, 1, 2, 4, 8].flatMap((extra) => writeThreads(100, extra))
    for (const { conversation, messages } of written) {
      const texts = messages.map(({ direction, message }) => `${direction} ${message}`)
      expect(texts.filter((text) => /[{}]|\bundefined\b|\bnull\b|\bNaN\b/.test(text))).toEqual([])
      expect(new Set(texts).size).toBe(texts.length)
      expect(messages.filter(({ direction }, i) => direction === messages[i - 1]?.direction)).toEqual([])
      const times = messages.map(({ created_at }) => created_at)
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      if (conversation.customer_phone === null) continue
      const place = placeOf(conversation.customer_phone)
      const hours = times.map((time) => localTimeAt(time, place).minutes / 60)
      expect(hours.filter((hour) => hour < 6.5 || hour >= 23)).toEqual([])
    }
  })

  it('are in the English of the customer’s country', () => {
    const abroad = [0, 2, 4]
      .flatMap((extra) => writeThreads(200, extra))
      .flatMap(({ conversation, messages }) => {
        const isAbroad = conversation.customer_phone !== null && !conversation.customer_phone.startsWith('+1')
        return isAbroad ? messages.map(({ message }) => message) : []
      })
    expect(abroad.length).toBeGreaterThan(500)
    expect(abroad.filter((text) => text.replaceAll(/\S+@\S+/g, '').search(americanWords) !== -1)).toEqual([])
  })

  it('have drafts that were written within two minutes of what they answer', () => {
    const drafts = writeThreads(120, 3).flatMap(({ messages }) => (messages.at(-1)?.sent === 0 ? [messages] : []))
    const pauses = drafts.map((messages) => (messages.at(-1)?.created_at ?? 0) - (messages.at(-2)?.created_at ?? 0))
    expect(pauses.length).toBeGreaterThan(30)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(120_000)
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
        country: 'US',
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
