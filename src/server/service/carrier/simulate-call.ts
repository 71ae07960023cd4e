/**
 * The simulated carrier. A call is a pure function: `story` makes its whole script from the facts of the call, and `callAt` says
 * what of it has happened after so many seconds. Nothing is kept but when the call began, so a restart loses nothing.
 */
import { chance, integerBetween, pick, pickWeighted, type Random, seededRandom } from '../shared/random.ts'
import { type CallFlow, dialogueOf, purposeOf, type Role } from './dialogue.ts'
import { type Outcome, outcomeShares } from './outcome.ts'
import { mailboxes, mishearings, phrases } from './phrases.ts'
import { reservedNumber } from './reserved-numbers.ts'
import { isOutside, settingsOf } from './settings.ts'
import { fill, variablesOf } from './variables.ts'

export interface CallFacts {
  seed: string
  /** When it is dialled, epoch ms. */
  dialledAt: number
  toNumber: string
  customerName: string | null
  /** The columns of the batch's row. */
  columns: Record<string, string>
  agent: { id: string; name: string; model: string; voice: { provider: string; voiceId: string } }
  flow: CallFlow
}

export interface Line {
  /** Seconds since dialling, as all times of a script. */
  at: number
  role: Role
  content: string
  /** How the customer's mood changes with it. */
  mood: number
  /** What transcription showed at first, and until when. */
  misheard?: { content: string; until: number }
}

export interface Participant {
  identity: string
  isAgent: boolean
  metadata: Record<string, unknown>
  from: number
  until: number | null
}

export type Sentiment = 'positive' | 'neutral' | 'negative'

export interface Script {
  outcome: Outcome
  /** null: never answered. */
  answeredAt: number | null
  endsAt: number
  lines: Line[]
  moods: { at: number; sentiment: Sentiment }[]
  people: Participant[]
  /** A text message that follows the call; a draft waits for review, others are sent at once. */
  followUp: { text: string; draft: boolean } | null
}

/** Seconds with one decimal, so that scripts compare equal everywhere. */
const roundToTenth = (seconds: number) => Math.round(seconds * 10) / 10
const wordsPerSecond = 2.6
const speakingSeconds = (text: string) => Math.min(6.2, Math.max(2.4, text.split(' ').length / wordsPerSecond))

/** Some of what customers say is first heard wrongly or in part, and put right a moment later, as real transcription does. */
function misheardAs(random: Random, content: string, at: number): Line['misheard'] {
  if (content.split(' ').length < 4 || !chance(random, 0.4)) return undefined
  const until = roundToTenth(at + 0.8 + random() * 1.2)
  const wrong = mishearings.find(([pattern]) => pattern.test(content))
  if (wrong !== undefined && chance(random, 0.6)) return { content: content.replace(wrong[0], wrong[1]), until }
  const words = content.split(' ')
  return { content: `${words.slice(0, Math.ceil(words.length * 0.6)).join(' ')}…`, until }
}

function moodsOf(lines: readonly Line[]): Script['moods'] {
  const moods: Script['moods'] = [{ at: 0, sentiment: 'neutral' }]
  let score = 0
  for (const { at, mood } of lines) {
    if (mood === 0) continue
    score = Math.max(-3, Math.min(4, score + mood))
    const sentiment = score >= 2 ? 'positive' : score <= -2 ? 'negative' : 'neutral'
    if (moods.at(-1)?.sentiment !== sentiment) moods.push({ at, sentiment })
  }
  return moods
}

/** The number that is called is a column of its row too. */
const columnsOf = ({ toNumber, columns }: CallFacts) => ({ phone_number: toNumber, ...columns })

function simulateAnswered(random: Random, facts: CallFacts, agent: Participant, longest: boolean): Script {
  const answeredAt = roundToTenth(4 + random() * 8)
  const purpose = purposeOf(facts.flow, facts.agent.name)
  const variables = variablesOf(random, columnsOf(facts), facts.customerName, facts.agent.name)
  const settings = settingsOf(facts.flow)
  const outside = isOutside(settings, facts.dialledAt)
  const circumstances = { purpose, variables, settings, outside }
  const { turns, colleague, message, agreed, silence } = dialogueOf(random, facts.flow, circumstances)
  const lines: Line[] = []
  let at = answeredAt
  let before: Role | null = null
  const rounds = longest ? 400 : 1
  for (let round = 0; round < rounds; round++) {
    for (const { role, text, mood, pause } of turns) {
      const thinks = role === 'agent' && before === 'customer'
      at += pause + (thinks ? settings.delay + 0.3 + random() * 0.4 : 0.6 + random() * 0.8)
      before = role
      const line = { at: roundToTenth(at), role, content: text, mood }
      const misheard = role === 'customer' ? misheardAs(random, text, line.at) : undefined
      lines.push(misheard === undefined ? line : { ...line, misheard })
      at += speakingSeconds(text)
    }
  }
  const over = roundToTenth(at + (silence ?? 1.2))
  const endsAt = Math.min(over, roundToTenth(answeredAt + settings.longest))
  // Who has said goodbye hangs up, and the room closes behind.
  const leftAt = silence === null && endsAt === over ? roundToTenth(endsAt - 0.5) : null
  const said = lines.filter((line) => line.at < endsAt)
  const handedOver = said.find(({ role }) => role === 'colleague')?.at ?? null
  const people: Participant[] = [
    { ...agent, until: handedOver },
    { ...customerOf(facts, answeredAt), until: leftAt },
    ...(colleague === null || handedOver === null
      ? []
      : [
          {
            identity: `colleague-${colleague.name.toLowerCase().replace(/\W+/g, '-')}`,
            isAgent: false,
            metadata: { kind: 'colleague', ...colleague },
            from: roundToTenth(handedOver - 0.8),
            until: null,
          },
        ]),
  ]
  // A draft is what a person must decide upon; too many would be a burden, too few no practice.
  const draft = message !== null || chance(random, 0.35)
  return {
    outcome: 'completed',
    answeredAt,
    endsAt,
    lines: said,
    moods: moodsOf(said),
    people,
    followUp: {
      text: fill(message ?? pick(random, phrases[purpose].messages[agreed ? 'agreed' : 'open']), variables),
      draft,
    },
  }
}

function simulateVoicemail(random: Random, facts: CallFacts, agent: Participant): Script {
  const answeredAt = roundToTenth(14 + random() * 8)
  const variables = variablesOf(random, columnsOf(facts), facts.customerName, facts.agent.name)
  const used = phrases[purposeOf(facts.flow, facts.agent.name)]
  const mailbox = fill(pick(random, mailboxes), variables)
  const left = fill(used.voicemail, variables)
  const lines: Line[] = [{ at: roundToTenth(answeredAt + 1), role: 'customer', content: mailbox, mood: 0 }]
  let at = answeredAt + 1 + speakingSeconds(mailbox) + 1.2
  for (const content of left.split(/(?<=[.!?]) /)) {
    lines.push({ at: roundToTenth(at), role: 'agent', content, mood: 0 })
    at += speakingSeconds(content) + 0.3
  }
  const endsAt = Math.min(roundToTenth(at + 0.8), roundToTenth(answeredAt + settingsOf(facts.flow).longest))
  return {
    outcome: 'voicemail',
    answeredAt,
    endsAt,
    lines: lines.filter((line) => line.at < endsAt),
    moods: [{ at: 0, sentiment: 'neutral' }],
    people: [agent, customerOf(facts, answeredAt)],
    followUp: chance(random, 0.5) ? { text: fill(pick(random, used.messages.missed), variables), draft: true } : null,
  }
}

const customerOf = (facts: CallFacts, from: number): Participant => ({
  identity: 'customer',
  isAgent: false,
  metadata: { kind: 'customer', ...(facts.customerName === null ? {} : { name: facts.customerName }) },
  from,
  until: null,
})

const simulateUnanswered = (outcome: Outcome, endsAt: number, agent: Participant): Script => ({
  outcome,
  answeredAt: null,
  endsAt: roundToTenth(endsAt),
  lines: [],
  moods: [{ at: 0, sentiment: 'neutral' }],
  people: [agent],
  followUp: null,
})

/**
 * The whole call, from the first ring to its end.
 *
 * @param facts what the call is; the same facts give the same script
 */
export function simulateCall(facts: CallFacts): Script {
  const random = seededRandom(facts.seed)
  const reserved = reservedNumber(facts.toNumber)
  const rolled = pickWeighted(random, outcomeShares)
  const outcome = reserved?.outcome ?? rolled
  const { id, name, model, voice } = facts.agent
  const agent: Participant = {
    identity: `agent-${id}`,
    isAgent: true,
    metadata: { kind: 'agent', name, model, voice, recording: settingsOf(facts.flow).recorded },
    from: 0,
    until: null,
  }
  switch (outcome) {
    case 'completed': {
      const script = simulateAnswered(random, facts, agent, reserved?.longest ?? false)
      return reserved === null || script.followUp === null
        ? script
        : { ...script, followUp: { ...script.followUp, draft: true } }
    }
    case 'voicemail':
      return simulateVoicemail(random, facts, agent)
    case 'no_answer':
      return simulateUnanswered(outcome, 25 + random() * 8, agent)
    case 'busy':
      return simulateUnanswered(outcome, 3 + random() * 2, agent)
    case 'failed':
      return simulateUnanswered(outcome, integerBetween(random, 1, 3), agent)
    default:
      return outcome satisfies never
  }
}

export interface CallState {
  phase: 'ringing' | 'talking' | 'ended'
  /** Whole seconds since it was answered; 0 while it rings. */
  duration: number
  transcript: { role: string; content: string }[]
  sentiment: Sentiment
  /** Those who are in the call; `from` in seconds since dialling. */
  people: Participant[]
}

/**
 * What of the script has happened.
 *
 * @param seconds carrier seconds since dialling
 * @param mutedAt when a person muted the agent, in the same seconds; from then on the agent says nothing
 */
export function callStateAt(script: Script, seconds: number, mutedAt: number | null = null): CallState {
  const now = Math.min(seconds, script.endsAt)
  const { answeredAt } = script
  const talking = answeredAt !== null && now >= answeredAt
  const muted = mutedAt !== null && now >= mutedAt
  const lines = script.lines.filter(
    ({ at, role }) => at <= now && !(mutedAt !== null && role === 'agent' && at > mutedAt),
  )
  return {
    phase: seconds >= script.endsAt ? 'ended' : talking ? 'talking' : 'ringing',
    duration: talking ? Math.floor(now - answeredAt) : 0,
    transcript: lines.map(({ role, content, misheard }) => ({
      role,
      content: misheard !== undefined && now < misheard.until ? misheard.content : content,
    })),
    sentiment: script.moods.findLast(({ at }) => at <= now)?.sentiment ?? 'neutral',
    people: script.people
      .filter(({ from, until }) => from <= now && (until === null || until > now))
      .map((person) =>
        person.isAgent && muted ? { ...person, metadata: { ...person.metadata, muted: true } } : person,
      ),
  }
}
