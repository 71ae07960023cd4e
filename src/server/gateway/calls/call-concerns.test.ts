import { describe, expect, it } from 'vitest'
import { defaultConcernRules, type TranscriptLine } from '#contract/index.ts'
import { addReading, type CallHistory, concernLimitsOf, emptyHistory, findConcerns } from './call-concerns.ts'

const second = 1_000
const defaultLimits = concernLimitsOf(defaultConcernRules)
const agent = (content: string): TranscriptLine => ({ role: 'agent', content })
const customer = (content: string): TranscriptLine => ({ role: 'customer', content })

interface Reading {
  atSeconds: number
  transcript?: TranscriptLine[]
  lastMessage?: string
  sentiment?: string
  duration?: number
}

/** The reasons after these readings of one call, and since when each applies (seconds). */
function concernsAfter(readings: Reading[], limits = defaultLimits) {
  let history: CallHistory = emptyHistory(0)
  let reasons: { reason: string; words: string; since: number }[] = []
  for (const { atSeconds, transcript, lastMessage = null, sentiment = 'neutral', duration = atSeconds } of readings) {
    const call = { sentiment, lastMessage, duration }
    const at = atSeconds * second
    const found = findConcerns(addReading(history, call, transcript, at), call, at, limits, (moment) => moment / second)
    history = found.history
    reasons = found.concerns
  }
  return reasons
}
const reasonsAfter = (readings: Reading[], limits = defaultLimits) =>
  concernsAfter(readings, limits).map(({ reason }) => reason)
const reasonsOf = (...transcript: TranscriptLine[]) => reasonsAfter([{ atSeconds: 5, transcript }])

describe('the concerns of a call', () => {
  it('are none in an ordinary call', () => {
    expect(reasonsOf(agent('Hello, this is Willa from Northfield.'), customer('Hi, yes, that works for me.'))).toEqual(
      [],
    )
  })

  it.each([
    'Could I talk to a real person, please?',
    'Sorry, can I speak to a person?',
    'I would rather talk to somebody real, please.',
    'Is there a human I can talk to?',
    'Get me your manager.',
    'Ich möchte mit einem Menschen sprechen.',
    'Quiero hablar con una persona.',
    'Je voudrais parler à un conseiller.',
  ])('include that the customer asks for a person: %s', (content) => {
    expect(concernsAfter([{ atSeconds: 5, transcript: [agent('Hello.'), customer(content)] }])).toEqual([
      { reason: 'asks_for_person', words: content, since: 5 },
    ])
    expect(reasonsAfter([{ atSeconds: 5, lastMessage: content }])).toEqual(['asks_for_person'])
  })

  it('do not include it if the agent says it, or in words about something else', () => {
    expect(reasonsOf(agent('Would you like to speak to a person?'), customer('No, thanks.'))).toEqual([])
    expect(reasonsOf(customer('My wife is the person who talked about it.'))).toEqual([])
  })

  it('include a negative sentiment, or one that fell in the last two minutes', () => {
    expect(reasonsAfter([{ atSeconds: 5, sentiment: 'Negative' }])).toEqual(['negative'])
    const fallen = [
      { atSeconds: 5, sentiment: 'positive' },
      { atSeconds: 10, sentiment: 'neutral' },
    ]
    expect(reasonsAfter(fallen)).toEqual(['falling'])
    expect(reasonsAfter([...fallen, { atSeconds: 200, sentiment: 'neutral' }])).toEqual([])
    expect(reasonsAfter([...fallen, { atSeconds: 12, sentiment: 'positive' }])).toEqual([])
  })

  it('include an agent that repeats itself, but not a short courtesy', () => {
    const question = agent('Could you tell me your order number, please?')
    expect(reasonsOf(question, customer('Seven.'), agent('Could you tell me your order number please'))).toEqual([
      'repeats',
    ])
    expect(reasonsOf(agent('Thank you.'), customer('Seven.'), agent('Thank you.'))).toEqual([])
  })

  it('include a silence of 30 seconds after something was said, until somebody speaks again', () => {
    const transcript = [agent('Hello?')]
    const silent = [
      { atSeconds: 5, transcript },
      { atSeconds: 36, transcript },
    ]
    expect(reasonsAfter(silent)).toEqual(['silence'])
    expect(reasonsAfter([...silent, { atSeconds: 40, transcript: [...transcript, customer('Yes?')] }])).toEqual([])
    expect(
      reasonsAfter([
        { atSeconds: 5, transcript: [] },
        { atSeconds: 60, transcript: [] },
      ]),
    ).toEqual([])
  })

  it('include a mailbox, which asks for nobody', () => {
    expect(
      reasonsOf(customer('You have reached the mailbox of Ava. Please speak to the person after the tone.')),
    ).toEqual(['mailbox'])
  })

  it('include a long call and the words that the team watches for, in any spelling', () => {
    const limits = concernLimitsOf({ longCallMinutes: 1, watchedWords: ['C++', 'Small claims', 'Müller (GmbH)'] })
    expect(
      reasonsAfter([{ atSeconds: 70, transcript: [customer('I will go to small-claims court.')] }], limits),
    ).toEqual(['watched_words', 'long'])
    const watched = (content: string) => reasonsAfter([{ atSeconds: 50, transcript: [customer(content)] }], limits)
    expect(watched('A smaller claim.')).toEqual([])
    expect(watched('My small claimsman.')).toEqual([])
    expect(watched('I wrote to MÜLLER-gmbh.')).toEqual(['watched_words'])
  })

  it('come from the last lines if the service lists calls without their transcripts', () => {
    const readings = [
      { atSeconds: 5, lastMessage: 'Can I speak to' },
      { atSeconds: 7, lastMessage: 'Can I speak to a person?' },
      { atSeconds: 9, lastMessage: 'Of course. One moment.' },
    ]
    expect(reasonsAfter([{ atSeconds: 5, lastMessage: 'Would you like to speak to a person?' }])).toEqual([])
    expect(reasonsAfter([{ atSeconds: 5, lastMessage: 'I can transfer you to a person.' }])).toEqual([])
    expect(concernsAfter(readings)).toEqual([
      { reason: 'asks_for_person', words: 'Can I speak to a person?', since: 7 },
    ])
  })
})
