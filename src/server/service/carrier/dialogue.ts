/**
 * Simulates what is said in a call: one of the written calls that fit or, for a flow for which none was written, an improvised one. Pure: the
 * same random numbers give the same conversation.
 */
import type { CallSettings } from '#flow-engine/settings.ts'
import { chance, pickWeighted, type Random, seededRandom, shuffle } from '../shared/random.ts'
import { type CallKind, type CallScript, scriptsFor } from './call-scripts.ts'
import { type Aftermath, Conversation, companyOf } from './conversation.ts'
import { improvise } from './improvise.ts'
import { recite } from './recite.ts'
import type { CallFlow } from './talk.ts'

type Dialogue = Pick<
  Conversation,
  'turns' | 'colleague' | 'message' | 'textAfter' | 'aftermath' | 'variables' | 'finalSilenceSeconds'
>

/** The input of a conversation besides its flow. */
interface DialogueInput {
  /** Values of `{name}` variables. A handover adds the colleague's name and department. */
  variables: Readonly<Record<string, string>>
  settings: Pick<CallSettings, 'silenceSeconds' | 'isRecorded' | 'outOfHoursMessage'>
  /** Whether the call is outside the flow's working hours. */
  isOutsideHours: boolean
  /** Where the customer lives, ISO 3166. */
  country: string
  /** When the agent may offer to call back. */
  callBackTime: string
  /** What the agent asks if the flow asks nothing. */
  questions: readonly string[]
  /** Whether the call has to reach the customer and come to a result. */
  mustSucceed: boolean
}

/** How customers behave. `talk`: they talk about the matter, and agree or refuse. */
const weights: Partial<Record<CallKind | 'talk', number>> = {
  talk: 66,
  person: 6,
  complaint: 9,
  'do-not-call': 1.5,
  'hang-up': 7,
  busy: 6,
  household: 4,
}
/** Those whose calls come to a result. */
const weightsOfSuccess: typeof weights = { talk: 66, person: 7, complaint: 9 }
/** Of the customers who talk about the matter, as many agree. */
const agreeingShare = 0.68
/** Shares of numbers that are no longer those of their customers. Whoever answers there once answers there always. */
const otherOwners = { 'wrong-number': 0.009, 'moved-away': 0.009 } as const
/** A call that has to succeed is for tests and for people who try something, so it is short, and so are its silences. */
const [maxSecondsOfSuccess, maxPauseOfSuccess] = [140, 6]

/** Who has a number in place of the customer; null: it is the customer's. Nobody moves out of a mobile number. */
function otherOwnerOf(number: string): keyof typeof otherOwners | null {
  const share = seededRandom(`owner of ${number}`)()
  if (share < otherOwners['wrong-number']) return 'wrong-number'
  const isMobile = /^\+(447|467|491[567]|33[67])/.test(number)
  return !isMobile && share < otherOwners['wrong-number'] + otherOwners['moved-away'] ? 'moved-away' : null
}

/** The calls that may be played, those that are wanted most first: of one kind, otherwise any about the matter. */
function candidates(random: Random, flow: CallFlow, { variables, mustSucceed }: DialogueInput): CallScript[] {
  const { first_name: firstName = '', phone_number: number = '' } = variables
  const scripts = scriptsFor(flow).filter(({ seconds }) => !mustSucceed || seconds < maxSecondsOfSuccess)
  const ofKind = (kind: CallKind) => {
    const some = shuffle(
      random,
      scripts.filter((script) => script.kind === kind),
    )
    return [...some.filter(({ steps }) => steps !== null), ...some.filter(({ steps }) => steps === null)]
  }
  const about = chance(random, agreeingShare) ? (['agreed', 'refused'] as const) : (['refused', 'agreed'] as const)
  const talks = about.flatMap(ofKind)
  const otherOwner = mustSucceed || firstName === '' ? null : otherOwnerOf(number)
  const behaviour = mustSucceed ? weightsOfSuccess : weights
  const kind = otherOwner ?? (pickWeighted(random, behaviour as Record<string, number>) as keyof typeof weights)
  return kind === 'talk' ? talks : [...ofKind(kind), ...talks]
}

/** What the message after a written call is about: a call-back that was promised, otherwise how it ended. Who wants no calls gets none. */
function aftermathOf({ kind, lines }: CallScript, call: Conversation): Aftermath {
  if (call.isCustomerSilent || call.finalSilenceSeconds !== null) return 'cut-off'
  if (call.colleague !== null) return 'colleague'
  const promisesCall = lines.some((line) => 'text' in line && line.text.includes('{callback}'))
  switch (kind) {
    case 'agreed':
    case 'refused':
      return promisesCall ? 'call-back' : kind === 'agreed' ? kind : 'open'
    case 'complaint':
    case 'busy':
    case 'person':
      return 'call-back'
    case 'do-not-call':
    case 'hang-up':
    case 'household':
    case 'wrong-number':
    case 'moved-away':
      return null
    default:
      return kind satisfies never
  }
}

/** Simulates one conversation. The same random numbers give the same conversation. */
export function simulateDialogue(random: Random, flow: CallFlow, input: DialogueInput): Dialogue {
  const { settings, isOutsideHours, country, mustSucceed } = input
  const variables = { ...input.variables, company: companyOf(flow), callback: input.callBackTime }
  const maxPauseSeconds = mustSucceed ? maxPauseOfSuccess : Number.POSITIVE_INFINITY
  const circumstances = { ...settings, isOutsideHours, country, maxPauseSeconds }
  const begin = () => new Conversation(random, flow, variables, circumstances)
  const finish = (call: Conversation, aftermath: Aftermath): Dialogue => {
    // A call that must succeed always leaves a message, also if the customer only declined.
    call.aftermath = aftermath ?? (mustSucceed ? 'open' : null)
    return call
  }
  for (const script of isOutsideHours ? [] : candidates(random, flow, input)) {
    const call = begin()
    if (recite(call, script)) return finish(call, aftermathOf(script, call))
  }
  const call = begin()
  improvise(call, { ...input, outOfHoursMessage: settings.outOfHoursMessage })
  return finish(call, call.aftermath)
}
