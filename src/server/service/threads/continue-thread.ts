/** Continues a conversation: what the customer answers to the agent's last message, and what the agent drafts then. */
import { fillVariables, splitVariables } from '#flow-engine/variables.ts'
import { inLocalEnglish } from '../carrier/local-english.ts'
import { isAmerican } from '../carrier/place.ts'
import type { Purpose } from '../carrier/purpose.ts'
import { pick, pickWeighted, type Random } from '../shared/random.ts'
import { type AgentMessageKind, kindOf, offeredTimeIn } from './agent-text.ts'
import table from './exchanges.json' with { type: 'json' }

/**
 * What customers answer to an agent's message, and what the agent drafts next. `{name}` is a variable of the conversation; `{offered}` is the
 * day and the hour that the agent's message named. It is used only if all its variables have a value, and at most once in a conversation.
 */
interface Exchange {
  /** The kinds of message that it answers. */
  after: readonly AgentMessageKind[]
  /** Absent: fits every purpose. Those that fit only some are preferred. */
  purposes?: readonly Purpose[]
  /** A pattern for what the agent's message has to mention; absent: anything. */
  about?: string
  /** How many messages of the customer have to precede it; 0 if absent. */
  minBefore?: number
  /** Only if the customer has a number, so the channel is not e-mail. */
  byPhone?: boolean
  /** How the customer feels; `glad` if absent. */
  mood?: 'glad' | 'doubtful' | 'unhappy'
  /** Variants of the customer's message. */
  customer: readonly string[]
  /** Variants of the agent's draft; absent: there is nothing more to say. */
  agent?: readonly string[]
}

const exchangesIn = (country: string) =>
  (table as readonly Exchange[]).map(({ about, customer, agent, ...exchange }) => ({
    ...exchange,
    about: about === undefined ? undefined : new RegExp(about, 'i'),
    customer: customer.map((text) => inLocalEnglish(text, { country })),
    agent: agent?.map((text) => inLocalEnglish(text, { country })),
  }))
const [american, british] = [exchangesIn('US'), exchangesIn('GB')]

export interface ThreadFacts {
  purpose: Purpose
  /** `variablesOf` the conversation. The same values are used as long as it lasts. */
  variables: Readonly<Record<string, string>>
  /** The customer has no number. */
  isByEmail: boolean
  /** Where the customer lives, ISO 3166; '' if that is not known. */
  country: string
  /** Messages so far, the oldest first. The last one is the agent's. */
  messages: readonly { direction: 'outbound' | 'inbound'; text: string }[]
}

export interface NextMessages {
  customer: string
  /** null: there is nothing more to say. */
  draft: string | null
}

/**
 * How likely an exchange of each mood is, if all are possible. About one conversation in six with four exchanges has an unhappy customer, who
 * says so once.
 */
const moodWeights = { glad: 5, doubtful: 2.2, unhappy: 3 } as const
/** A conversation with this many messages of the customer is likely to end, and twice as many end it. */
const usualLength = 4

/** An exchange that fits only some purposes is this much likelier than one that fits all. */
const specificWeight = 3

/** Fills a text; null if a variable has no value. Customers without a name are addressed without one. */
function fill(text: string, variables: Readonly<Record<string, string>>): string | null {
  const isMissing = splitVariables(text, variables).some(
    (piece) => piece.kind === 'missing' && piece.name !== 'first_name',
  )
  return isMissing ? null : fillVariables(text, variables)
}

/**
 * Chooses what happens after the agent's last message.
 *
 * @returns null if the customer does not answer: nothing fits that was not said before
 */
export function continueThread(
  random: Random,
  { purpose, variables, isByEmail, country, messages }: ThreadFacts,
): NextMessages | null {
  const last = messages.at(-1)
  if (last === undefined || last.direction !== 'outbound') return null
  const exchanges = isAmerican({ country }) ? american : british
  const kind = kindOf(last.text)
  const offered = offeredTimeIn(last.text)
  const values = { ...variables, ...(offered !== null && { offered }) }
  const said = new Set(messages.map(({ text }) => text.toLowerCase()))
  const inboundCount = messages.filter(({ direction }) => direction === 'inbound').length
  const wasUnhappy = exchanges.some(
    ({ mood, customer }) => mood === 'unhappy' && customer.some((text) => said.has(text.toLowerCase())),
  )
  const isNew = (text: string | null): text is string => text !== null && !said.has(text.toLowerCase())

  /** The texts of an exchange that can be said now; null if it was used before or does not fit. */
  const textsOf = (exchange: (typeof exchanges)[number]) => {
    const { after, purposes, mood, customer, agent } = exchange
    if (!after.includes(kind) || (purposes !== undefined && !purposes.includes(purpose))) return null
    if (exchange.about?.test(last.text) === false || (isByEmail && exchange.byPhone)) return null
    if (inboundCount < (exchange.minBefore ?? 0)) return null
    if (mood === 'unhappy' && wasUnhappy) return null
    const answers = customer.map((text) => fill(text, values))
    if (!answers.every(isNew)) return null
    if (agent === undefined) return { answers, drafts: [] }
    // A time that was just declined is not offered again.
    const repeatsTime = (text: string) =>
      mood === 'doubtful' && offered !== null && offeredTimeIn(text) === offered && /\{other_date\}/.test(agent.join())
    const drafts = agent.map((text) => fill(text, values)).filter((text) => isNew(text) && !repeatsTime(text))
    return drafts.length === 0 ? null : { answers, drafts: drafts as string[] }
  }

  const possible = exchanges.flatMap((exchange) => {
    const texts = textsOf(exchange)
    const copies = exchange.purposes === undefined ? 1 : specificWeight
    return texts === null ? [] : Array.from({ length: copies }, () => ({ ...texts, mood: exchange.mood ?? 'glad' }))
  })
  const ending = possible.filter(({ drafts }) => drafts.length === 0)
  const going = possible.filter(({ drafts }) => drafts.length > 0)
  const endsNow = random() < (inboundCount - usualLength / 2) / (2 * usualLength)
  const candidates = (endsNow && ending.length > 0) || going.length === 0 ? ending : going
  if (candidates.length === 0 || inboundCount >= 2 * usualLength) return null
  const moods = [...new Set(candidates.map(({ mood }) => mood))]
  const mood = pickWeighted(random, Object.fromEntries(moods.map((one) => [one, moodWeights[one]])))
  const { answers, drafts } = pick(
    random,
    candidates.filter((candidate) => candidate.mood === mood),
  )
  return { customer: pick(random, answers), draft: drafts.length === 0 ? null : pick(random, drafts) }
}
