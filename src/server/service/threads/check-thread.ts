/** Checks the facts of a conversation, for tests: what no customer and no company would write. */
import { dayMs, isWorkingDay, localTimeAt, type Place, placeOf, readDay, sayDay, sayPrice } from '../carrier/place.ts'
import { kindOf, offeredTimeIn } from './agent-text.ts'

export interface ThreadToCheck {
  customer: { name: string | null; phone: string | null }
  messages: readonly ThreadMessage[]
}

export interface ThreadMessage {
  direction: 'outbound' | 'inbound'
  text: string
  /** Epoch ms. */
  at: number
  isDraft: boolean
}

/** What is wrong with a message, given those before it; null if nothing is. */
type Rule = (message: ThreadMessage, before: readonly ThreadMessage[], thread: ThreadToCheck) => string | null

const isAgent = ({ direction }: ThreadMessage) => direction === 'outbound'
const placeIn = ({ customer }: ThreadToCheck): Place => placeOf(customer.phone ?? '')
const lastOf = (messages: readonly ThreadMessage[]) => messages.at(-1)

const wholeDate =
  /(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? (?:the )?(?:(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(?:st|nd|rd|th)|\d{1,2}(?:st|nd|rd|th) of (?:January|February|March|April|May|June|July|August|September|October|November|December))/g
const greeting = /^(?:Hi|Hello|Dear|Good day|Thank you|Thanks),? ([A-ZÀ-Þ][\p{L}'’-]+)/u

/** What the customer's answer has to contain, by what the agent asked for. */
const fittingAnswers: Partial<Record<ReturnType<typeof kindOf>, RegExp>> = {
  'asks-rating': /\b\d{1,2}\b|\bten\b|why do you ask/i,
  'asks-photo': /photo|picture|describe/i,
  'asks-address': /\d|same|address/i,
  'offers-time':
    /\byes\b|\bno\b|work|suit|book|morning|day|time|later|perfect|change|how long|waited|away|there|school|moved|talk|person/i,
}

export const threadRules: Readonly<Record<string, Rule>> = {
  'all variables are filled': ({ text }) => (/[{}]|\bundefined\b|\bnull\b|\bNaN\b/.test(text) ? text : null),

  'nobody says the same twice': ({ text, direction }, before) =>
    before.some((one) => one.direction === direction && one.text.toLowerCase() === text.toLowerCase()) ? text : null,

  'messages are in order, and only the last one is a draft': ({ at, text }, before) =>
    before.some((one) => one.at > at || one.isDraft) ? text : null,

  'agent and customer take turns': (message, before) => {
    const last = lastOf(before)
    return last !== undefined && last.direction === message.direction ? message.text : null
  },

  'nobody writes at night': ({ at, text, isDraft }, _before, thread) => {
    const { minutes } = localTimeAt(at, placeIn(thread))
    const isNight = minutes < 6 * 60 + 30 || minutes >= 23 * 60
    return thread.customer.phone !== null && !isDraft && isNight ? text : null
  },

  'dates exist and lie ahead': ({ text, at }, _before, thread) => {
    const place = placeIn(thread)
    const today = localTimeAt(at, place).day
    const wrong = (text.match(wholeDate) ?? []).find((date) => {
      const day = readDay(date, today)
      return day === null || day > today + 90 * dayMs || sayDay(day, place) !== date
    })
    return wrong ?? null
  },

  'visits and calls are on working days': (message, _before, thread) => {
    if (!isAgent(message) || !/^(?:offers|confirms)-/.test(kindOf(message.text))) return null
    const today = localTimeAt(message.at, placeIn(thread)).day
    const wrong = (message.text.match(wholeDate) ?? []).find((date) => {
      const day = readDay(date, today)
      return (
        /visit|technician|\bcomes?\b|book|put you down|calls? you/i.test(message.text) &&
        day !== null &&
        !isWorkingDay(day)
      )
    })
    return wrong ?? null
  },

  'prices are in the customer’s currency': ({ text }, _before, thread) => {
    const [sign = '$'] = /[$£€]|kronor/.exec(sayPrice(1000, placeIn(thread))) ?? []
    return (text.match(/[$£€](?=\d)|\d+ kronor/g) ?? []).find((price) => !price.includes(sign)) ?? null
  },

  'the customer is addressed by their name': (message, _before, { customer }) => {
    const name = isAgent(message) ? greeting.exec(message.text)?.[1] : undefined
    return name === undefined || customer.name === null || customer.name.split(' ')[0] === name ? null : name
  },

  'the answer fits the question': (message, before) => {
    const last = lastOf(before)
    if (isAgent(message) || last === undefined || !isAgent(last)) return null
    const kind = kindOf(last.text)
    const fits = fittingAnswers[kind]
    return fits === undefined || fits.test(message.text) ? null : `${kind}: ${message.text}`
  },

  'a time that was declined is not offered again': (message, before) => {
    const [offer, answer] = before.slice(-2)
    if (!isAgent(message) || offer === undefined || answer === undefined || kindOf(message.text) !== 'offers-time')
      return null
    const isDeclined = /difficult|at work then|we are away|move it|change it/i.test(answer.text)
    return isDeclined && offeredTimeIn(offer.text) === offeredTimeIn(message.text) ? message.text : null
  },
}

/** @returns the broken rules with the place where each was broken */
export const checkThread = (thread: ThreadToCheck): string[] =>
  Object.entries(threadRules).flatMap(([name, rule]) =>
    thread.messages.flatMap((message, i) => {
      const found = rule(message, thread.messages.slice(0, i), thread)
      return found === null ? [] : [`${name}: ${found}`]
    }),
  )
