/**
 * The simulated carrier. Calls are pure functions: `simulateCall` computes a call's whole script from its facts, and
 * `callStateAt` returns its state after a number of seconds. Only the start time is stored, so a restart loses nothing.
 */
import { dayMs, isZoneKnown } from '#calling-hours/zone-clock.ts'
import { type CallSettings, isOutsideWorkingHours, settingsOf } from '#flow-engine/settings.ts'
import { fillVariables } from '#flow-engine/variables.ts'
import type { Outcome } from '../shared/outcomes.ts'
import { chance, integerBetween, pick, type Random, seededRandom } from '../shared/random.ts'
import type { Aftermath } from './conversation.ts'
import { simulateDialogue } from './dialogue.ts'
import { defaultOutcomes, outcomeOf } from './outcome.ts'
import { type Day, localTimeAt, nextWorkingDay, type Place, placeOf, sayDay, sayTime, weekdays } from './place.ts'
import { messagesFor, type Purpose, purposeOf, questionsFor } from './purpose.ts'
import { reservedNumber } from './reserved-numbers.ts'
import { type CallFlow, moodAfter, type Role, roundToTenth, speakingSeconds } from './talk.ts'
import { variablesOf } from './variables.ts'
import { voicemailTexts } from './voicemail.ts'
import words from './words.json' with { type: 'json' }

/** Words that sound alike but mean something else. */
const mishearings: readonly (readonly [RegExp, string])[] = [
  [/\bfine\b/, 'find'],
  [/\bdate\b/, 'data'],
  [/\bfor\b/, 'four'],
  [/\bthere\b/, 'their'],
  [/\bright\b/, 'write'],
  [/\bnine\b/i, 'Mine'],
  [/\bpart\b/, 'party'],
  [/\bweek\b/, 'weak'],
  [/\bpaid\b/, 'pay'],
  [/\bsuits\b/, 'suit'],
  [/\bwould\b/, 'wood'],
  [/\bwhole\b/, 'hole'],
  [/\bthank you\b/i, 'Thank'],
  [/\bspeaking\b/i, 'speak king'],
]

/**
 * Some of the customer's lines are wrong or incomplete at first and corrected a moment later, as in real transcription.
 *
 * @returns the text until then, and the seconds for which it is shown; undefined if the text is right at once
 */
function mishear(random: Random, text: string): { content: string; seconds: number } | undefined {
  const words = text.split(' ')
  if (words.length < 4 || !chance(random, 0.4)) return undefined
  const seconds = 0.8 + random() * 1.2
  const mishearing = mishearings.find(([pattern]) => pattern.test(text))
  if (mishearing !== undefined && chance(random, 0.6))
    return { content: text.replace(mishearing[0], mishearing[1]), seconds }
  return { content: `${words.slice(0, Math.ceil(words.length * 0.6)).join(' ')}…`, seconds }
}

/** Nobody wants to be called earlier or later, in minutes since midnight. */
const [earliest, latest] = [9 * 60, 19 * 60]
const dayMinutes = 24 * 60

/** The minutes of a day at the place between which calls are possible. */
function openMinutes(now: number, place: Place, hours: CallSettings['hours']): { from: number; to: number } {
  if (hours === null || hours.from >= hours.to || !isZoneKnown(hours.timezone)) return { from: earliest, to: latest }
  const there = localTimeAt(now, { country: '', zone: hours.timezone })
  const here = localTimeAt(now, place)
  const ahead = here.minutes - there.minutes + ((here.day - there.day) / dayMs) * dayMinutes
  const [from, to] = [Math.max(earliest, hours.from + ahead), Math.min(latest, hours.to + ahead)]
  return from + 120 <= to ? { from, to } : { from: earliest, to: latest }
}

/** `today`, `tomorrow`, `on Monday` or, from the same weekday on, `on Monday 4th January`. */
function sayWhen(day: Day, today: Day, place: Place): string {
  const days = (day - today) / dayMs
  if (days < 2) return days === 0 ? 'today' : 'tomorrow'
  return `on ${days < 7 ? weekdays[new Date(day).getUTCDay()] : sayDay(day, place)}`
}

/**
 * A moment for a call-back, as a person says it: `today at 4 pm`, `on Monday at 10:00`.
 * It is not later than the next working day, so that it comes before what the call is about.
 *
 * @param now epoch ms
 * @param hours the working hours of the flow; null: always open
 */
function callBackTime(now: number, place: Place, hours: CallSettings['hours']): string {
  const { day: today, minutes } = localTimeAt(now, place)
  const { from, to } = openMinutes(now, place, hours)
  const fullHour = (minute: number) => Math.ceil(minute / 60) * 60
  const soon = fullHour(Math.max(from + 120, minutes + 180))
  const isToday = nextWorkingDay(today) === today && soon <= to - 60
  const nextDay = isToday ? today : nextWorkingDay(today + (minutes > from ? dayMs : 0))
  // Not the same hour for everybody.
  const morning = fullHour(from + 60) + (minutes % 4) * 30
  return `${sayWhen(nextDay, today, place)} at ${sayTime(isToday ? soon : morning, place)}`
}

export interface CallFacts {
  seed: string
  /** When the call is dialled, epoch ms. */
  dialledAt: number
  toNumber: string
  /** Chosen when the call is dialled (`outcomeOf`). Absent: by the default shares. */
  outcome?: Outcome
  customerName: string | null
  /** The columns of the batch row. */
  columns: Record<string, string>
  agent: { id: string; name: string; model: string; voice: { provider: string; voiceId: string } }
  flow: CallFlow
}

export interface Line {
  /** Seconds since dialling, like all times of a script. */
  at: number
  role: Role
  content: string
  /** Change of the customer's mood. */
  moodChange: number
  /** A transcription error: the text that the transcript shows until it is corrected at `until`. */
  misheard?: { content: string; until: number }
}

export interface Participant {
  identity: string
  isAgent: boolean
  metadata: Record<string, unknown>
  /** Seconds since dialling. */
  joinedAt: number
  /** Seconds since dialling; null: stays until the call ends. */
  leftAt: number | null
}

export type Sentiment = 'positive' | 'neutral' | 'negative'

export interface Script {
  outcome: Outcome
  /** null if never answered. */
  answeredAt: number | null
  endsAt: number
  lines: Line[]
  moods: { at: number; sentiment: Sentiment }[]
  participants: Participant[]
  /** The text message after the call. A draft waits for review, others are sent at once. */
  followUp: { text: string; isDraft: boolean } | null
}

function moodsOf(lines: readonly Line[]): Script['moods'] {
  const moods: Script['moods'] = [{ at: 0, sentiment: 'neutral' }]
  let score = 0
  for (const { at, moodChange } of lines) {
    if (moodChange === 0) continue
    score = moodAfter(score, moodChange)
    const sentiment = score >= 2 ? 'positive' : score <= -2 ? 'negative' : 'neutral'
    if (moods.at(-1)?.sentiment !== sentiment) moods.push({ at, sentiment })
  }
  return moods
}

const variablesOfCall = (
  random: Random,
  { toNumber, columns, customerName, agent, dialledAt }: CallFacts,
  purpose: Purpose,
): Record<string, string> =>
  variablesOf(random, {
    // The called number counts as a column.
    columns: { phone_number: toNumber, ...columns },
    customerName,
    agentName: agent.name,
    number: toNumber,
    purpose,
    now: dialledAt,
  })

function simulateAnsweredCall(random: Random, facts: CallFacts, agent: Participant, isLongest: boolean): Script {
  const answeredAt = roundToTenth(4 + random() * 8)
  const purpose = purposeOf(facts.flow, facts.agent.name)
  const settings = settingsOf(facts.flow)
  const place = placeOf(facts.toNumber)
  const { turns, colleague, message, textAfter, aftermath, variables, finalSilenceSeconds } = simulateDialogue(
    random,
    facts.flow,
    {
      questions: questionsFor(purpose),
      variables: variablesOfCall(random, facts, purpose),
      settings,
      isOutsideHours: isOutsideWorkingHours(settings, facts.dialledAt),
      country: place.country,
      callBackTime: callBackTime(facts.dialledAt, place, settings.hours),
      mustSucceed: reservedNumber(facts.toNumber) !== null,
    },
  )
  const lines: Line[] = []
  let elapsedSeconds = answeredAt
  let previousRole: Role | null = null
  const rounds = isLongest ? 400 : 1
  for (let round = 0; round < rounds; round++) {
    for (const { role, text, moodChange, pauseSeconds } of turns) {
      const isReply = role === 'agent' && previousRole === 'customer'
      elapsedSeconds += pauseSeconds + (isReply ? settings.delaySeconds + 0.3 + random() * 0.4 : 0.7 + random() * 1.2)
      previousRole = role
      const line = { at: roundToTenth(elapsedSeconds), role, content: text, moodChange }
      const misheard = role === 'customer' ? mishear(random, text) : undefined
      lines.push(
        misheard === undefined
          ? line
          : { ...line, misheard: { content: misheard.content, until: roundToTenth(line.at + misheard.seconds) } },
      )
      elapsedSeconds += speakingSeconds(text)
    }
  }
  const finishedAt = roundToTenth(elapsedSeconds + (finalSilenceSeconds ?? 1.2))
  const endsAt = Math.min(finishedAt, roundToTenth(answeredAt + settings.maxSeconds))
  // A customer who said goodbye hangs up half a second before the room closes.
  const leftAt = finalSilenceSeconds === null && endsAt === finishedAt ? roundToTenth(endsAt - 0.5) : null
  const spokenLines = lines.filter((line) => line.at < endsAt)
  const handedOverAt = spokenLines.find(({ role }) => role === 'colleague')?.at ?? null
  const participants: Participant[] = [
    { ...agent, leftAt: handedOverAt },
    { ...customerOf(facts, answeredAt), leftAt },
    ...(colleague === null || handedOverAt === null
      ? []
      : [
          {
            identity: `colleague-${colleague.name.toLowerCase().replace(/\W+/g, '-')}`,
            isAgent: false,
            metadata: { kind: 'colleague', ...colleague },
            joinedAt: roundToTenth(handedOverAt - 0.8),
            leftAt: null,
          },
        ]),
  ]
  const text = message ?? textAfter ?? (aftermath === null ? null : pick(random, textsAfter(purpose, aftermath)))
  // A share of messages that gives reviewers enough drafts, but not too many.
  const isDraft = message !== null || chance(random, 0.35)
  return {
    outcome: 'completed',
    answeredAt,
    endsAt,
    lines: spokenLines,
    moods: moodsOf(spokenLines),
    participants,
    followUp: text === null ? null : { text: fillVariables(text, variables), isDraft },
  }
}

/** The texts of a message that the agent sends after a call by itself. */
const textsAfter = (purpose: Purpose, aftermath: NonNullable<Aftermath>): readonly string[] =>
  aftermath === 'agreed' || aftermath === 'open' ? messagesFor(purpose)[aftermath] : words.messagesAfter[aftermath]

function simulateVoicemail(random: Random, facts: CallFacts, agent: Participant): Script {
  const answeredAt = roundToTenth(14 + random() * 8)
  const purpose = purposeOf(facts.flow, facts.agent.name)
  const variables = variablesOfCall(random, facts, purpose)
  const { mailbox, message } = voicemailTexts(random, facts.flow, {
    purpose,
    variables,
    country: placeOf(facts.toNumber).country,
  })
  const lines: Line[] = [{ at: roundToTenth(answeredAt + 1), role: 'customer', content: mailbox, moodChange: 0 }]
  let elapsedSeconds = answeredAt + 1 + speakingSeconds(mailbox) + 1.2
  for (const content of message === '' ? [] : message.split(/(?<=[.!?]) /)) {
    lines.push({ at: roundToTenth(elapsedSeconds), role: 'agent', content, moodChange: 0 })
    elapsedSeconds += speakingSeconds(content) + 0.3
  }
  const endsAt = Math.min(
    roundToTenth(elapsedSeconds + 0.8),
    roundToTenth(answeredAt + settingsOf(facts.flow).maxSeconds),
  )
  return {
    outcome: 'voicemail',
    answeredAt,
    endsAt,
    lines: lines.filter((line) => line.at < endsAt),
    moods: [{ at: 0, sentiment: 'neutral' }],
    participants: [agent, customerOf(facts, answeredAt)],
    followUp: chance(random, 0.5)
      ? { text: fillVariables(pick(random, messagesFor(purpose).missed), variables), isDraft: true }
      : null,
  }
}

const customerOf = (facts: CallFacts, joinedAt: number): Participant => ({
  identity: 'customer',
  isAgent: false,
  metadata: { kind: 'customer', ...(facts.customerName === null ? {} : { name: facts.customerName }) },
  joinedAt,
  leftAt: null,
})

const simulateUnansweredCall = (outcome: Outcome, endsAt: number, agent: Participant): Script => ({
  outcome,
  answeredAt: null,
  endsAt: roundToTenth(endsAt),
  lines: [],
  moods: [{ at: 0, sentiment: 'neutral' }],
  participants: [agent],
  followUp: null,
})

/**
 * Simulates a whole call, from the first ring to its end.
 *
 * @param facts the same facts always give the same script
 */
export function simulateCall(facts: CallFacts): Script {
  // Not the outcome's sequence, so that what is said does not depend on how likely it was to be reached.
  const random = seededRandom(`${facts.seed}/script`)
  const reserved = reservedNumber(facts.toNumber)
  const outcome = facts.outcome ?? outcomeOf(facts.seed, facts.toNumber, facts.dialledAt, defaultOutcomes)
  const { id, name, model, voice } = facts.agent
  const agent: Participant = {
    identity: `agent-${id}`,
    isAgent: true,
    metadata: { kind: 'agent', name, model, voice, recording: settingsOf(facts.flow).isRecorded },
    joinedAt: 0,
    leftAt: null,
  }
  switch (outcome) {
    case 'completed': {
      const script = simulateAnsweredCall(random, facts, agent, reserved?.isLongest ?? false)
      return reserved === null || script.followUp === null
        ? script
        : { ...script, followUp: { ...script.followUp, isDraft: true } }
    }
    case 'voicemail':
      return simulateVoicemail(random, facts, agent)
    case 'no_answer':
      return simulateUnansweredCall(outcome, 25 + random() * 8, agent)
    case 'busy':
      return simulateUnansweredCall(outcome, 3 + random() * 2, agent)
    case 'failed':
      return simulateUnansweredCall(outcome, integerBetween(random, 1, 3), agent)
    default:
      return outcome satisfies never
  }
}

export interface CallState {
  phase: 'ringing' | 'talking' | 'ended'
  /** Whole seconds since the answer; 0 while the phone rings. */
  duration: number
  transcript: { role: string; content: string }[]
  sentiment: Sentiment
  /** Participants in the call at this moment; `from` is in seconds since dialling. */
  participants: Participant[]
}

/**
 * Computes the state of a call at a moment of its script.
 *
 * @param seconds carrier seconds since dialling
 * @param mutedAt when a person muted the agent (carrier seconds since dialling), after which the agent says nothing
 */
export function callStateAt(script: Script, seconds: number, mutedAt: number | null = null): CallState {
  const now = Math.min(seconds, script.endsAt)
  const { answeredAt } = script
  const isAnswered = answeredAt !== null && now >= answeredAt
  const isMuted = mutedAt !== null && now >= mutedAt
  const lines = script.lines.filter(
    ({ at, role }) => at <= now && !(mutedAt !== null && role === 'agent' && at > mutedAt),
  )
  return {
    phase: seconds >= script.endsAt ? 'ended' : isAnswered ? 'talking' : 'ringing',
    duration: isAnswered ? Math.floor(now - answeredAt) : 0,
    transcript: lines.map(({ role, content, misheard }) => ({
      role,
      content: misheard !== undefined && now < misheard.until ? misheard.content : content,
    })),
    sentiment: script.moods.findLast(({ at }) => at <= now)?.sentiment ?? 'neutral',
    participants: script.participants
      .filter(({ joinedAt, leftAt }) => joinedAt <= now && (leftAt === null || leftAt > now))
      .map((participant) =>
        participant.isAgent && isMuted
          ? { ...participant, metadata: { ...participant.metadata, muted: true } }
          : participant,
      ),
  }
}
