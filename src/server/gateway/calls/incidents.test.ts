/** Whether incidents among many calls are found, and nothing else. The wall shows them first (components/calls/wall.test.ts). */
import { expect, test } from 'vitest'
import { callConcernReasons, defaultConcernRules, type TranscriptLine } from '#contract/index.ts'
import { addReading, type CallHistory, concernLimitsOf, emptyHistory, findConcerns } from './call-concerns.ts'

const callCount = 50
/** A round of all calls, without the list extension. */
const readingIntervalMs = 60_000
const limits = concernLimitsOf({ ...defaultConcernRules, watchedWords: ['ombudsman'] })
const agent = (content: string): TranscriptLine => ({ role: 'agent', content })
const customer = (content: string): TranscriptLine => ({ role: 'customer', content })
const question = agent('Could you tell me your order number, please?')

/** What happens in a call after its first reading, and the reason that has to be found. */
interface Incident {
  reason: (typeof callConcernReasons)[number]
  lines?: TranscriptLine[]
  sentiment?: string
  duration?: number
}
const incidents = new Map<number, Incident>([
  [3, { reason: 'asks_for_person', lines: [customer('Can I speak to a real person, please?')] }],
  [11, { reason: 'watched_words', lines: [customer('Then I will write to the ombudsman.')] }],
  [19, { reason: 'negative', sentiment: 'negative' }],
  [20, { reason: 'falling', sentiment: 'neutral' }],
  [27, { reason: 'repeats', lines: [question, customer('Seven.'), question] }],
  [49, { reason: 'long', duration: 700 }],
])

test('incidents among fifty calls are found in the first reading after them, and the other calls need no look', () => {
  const histories = new Map<number, CallHistory>()
  /** The place of each call that needs a look, with the most serious reason. */
  const needALook = new Map<number, string>()
  const countAfterReading: number[] = []
  for (const reading of [1, 2]) {
    const readAt = reading * readingIntervalMs
    for (let index = 0; index < callCount; index += 1) {
      const incident = reading > 1 ? incidents.get(index) : undefined
      const greeting = [agent('Hello, this is Willa from Northfield.'), customer(`Hi, this is customer ${index}.`)]
      const transcript = [...greeting, agent(`That was part ${reading} of our call.`), ...(incident?.lines ?? [])]
      const sentiment = incident?.sentiment ?? 'positive'
      const call = { sentiment, lastMessage: null, duration: incident?.duration ?? reading * 60 }
      const history = addReading(histories.get(index) ?? emptyHistory(0), call, transcript, readAt)
      const found = findConcerns(history, call, readAt, limits, (moment) => moment)
      histories.set(index, found.history)
      if (found.concerns[0]) needALook.set(index, found.concerns[0].reason)
    }
    countAfterReading.push(needALook.size)
  }
  expect(countAfterReading).toEqual([0, incidents.size])
  expect(needALook).toEqual(new Map([...incidents].map(([index, { reason }]) => [index, reason])))
})
