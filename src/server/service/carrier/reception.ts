/** Who answers a call, and what happens until the agent comes to the matter, or instead of it. */
import { stepText } from '#flow-engine/graph.ts'
import type { CallSettings } from '#flow-engine/settings.ts'
import { greetingOf } from '#flow-engine/walk.ts'
import { pickWeighted, type Random, seededRandom } from '../shared/random.ts'
import { isMan, isWoman } from './given-names.ts'
import * as lines from './lines/callers.ts'
import type { ExchangePlayer } from './talk/play-exchanges.ts'
import type { CallFlow, Talk } from './talk/talk.ts'

/** People who are not the customer. They hear nothing of the matter, and get no text message. */
const strangers = ['household', 'child', 'wrong-number', 'moved-away'] as const
export type Stranger = (typeof strangers)[number]

/** How the people behave who answer. */
export type Caller =
  | 'usual'
  | 'chatty'
  | 'hurried'
  | 'suspicious'
  | 'hard-of-hearing'
  | 'interrupted'
  | 'wants-person'
  | 'angry'
  | 'do-not-call'
  | 'hangs-up'
  | 'busy'
  | Stranger

const weights: Record<Exclude<Caller, keyof typeof otherOwners>, number> = {
  usual: 44,
  chatty: 7,
  hurried: 5,
  suspicious: 8,
  'hard-of-hearing': 4,
  interrupted: 4,
  'wants-person': 6,
  angry: 9,
  'do-not-call': 4,
  'hangs-up': 6,
  busy: 6,
  household: 4,
  child: 1,
}
/** Shares of numbers that are no longer those of their customers. Whoever answers there once answers there always. */
const otherOwners = { 'wrong-number': 0.03, 'moved-away': 0.03 } as const
/** Callers whose calls come to no result. */
const withoutResult = new Set<Caller>(['do-not-call', 'hangs-up', 'busy', 'household', 'child'])

/** Who has a number in place of the customer; null: it is the customer's. */
function otherOwnerOf(number: string): keyof typeof otherOwners | null {
  const share = seededRandom(`owner of ${number}`)()
  if (share < otherOwners['wrong-number']) return 'wrong-number'
  return !isMobile(number) && share < otherOwners['wrong-number'] + otherOwners['moved-away'] ? 'moved-away' : null
}

/** Whether somebody is not the customer. */
export const isStranger = (caller: Caller): caller is Stranger => strangers.some((stranger) => stranger === caller)

/** A question for the name of the person on the phone. */
export const identityQuestion = /speaking (with|to)|\bis (this|that) \{|am i talking/i

/** Whether a number is a mobile one, where the numbers of a country tell: nobody moves out of those. */
const isMobile = (number: string): boolean => /^\+(447|467|491[567]|33[67])/.test(number)

/** A company's name in a text such as `this is {agent} from Northfield Home`. */
const companyPattern = /\b(?:from|for|at) ((?:\p{Lu}[\p{L}&'’-]*)(?: \p{Lu}[\p{L}&'’-]*)*)/u

/** The company that a flow calls for, if its texts name it. */
export const companyOf = ({ customWelcomeMessage, prompt }: CallFlow): string =>
  (companyPattern.exec(customWelcomeMessage) ?? companyPattern.exec(prompt))?.[1] ?? 'customer service'

/**
 * Chooses who answers.
 *
 * @param firstName whom the call is for; '' if that is not known
 * @param number `+` and digits
 * @param mustSucceed whether the call has to reach the customer and come to a result
 */
export function chooseCaller(random: Random, firstName: string, number: string, mustSucceed: boolean): Caller {
  const otherOwner = mustSucceed || firstName === '' ? null : otherOwnerOf(number)
  if (otherOwner !== null) return otherOwner
  const isPossible = (caller: Caller) => {
    if (caller === 'child') return isMan(firstName) || isWoman(firstName)
    return !(isStranger(caller) && firstName === '')
  }
  const possible = Object.entries(weights).filter(
    ([caller]) => isPossible(caller as Caller) && !(mustSucceed && withoutResult.has(caller as Caller)),
  )
  return pickWeighted(random, Object.fromEntries(possible)) as Caller
}

/** Whether a step of the flow asks who is speaking. */
export const asksForIdentity = ({ flowData }: CallFlow): boolean =>
  flowData.nodes.some((node) => node.type === 'ask' && identityQuestion.test(stepText(node)))

interface ReceptionInput {
  talk: Talk
  flow: CallFlow
  caller: Caller
  settings: Pick<CallSettings, 'isRecorded'>
  country: string
  /** What the customer may say before hanging up. */
  hangUpLines: readonly string[]
  exchanges: ExchangePlayer
  /** The customer asks for a person. Returns false if no rule says what to do then. */
  transfer: () => boolean
}

/** What became of a call before its matter, for the text message afterwards. */
export type ReceptionResult = 'goes-on' | 'complains' | 'call-back' | 'nothing'

/** Simulates the beginning of a call. */
export function receive(input: ReceptionInput): ReceptionResult {
  const { talk, flow, caller, settings, country } = input
  const { isCustomerFirst, text } = greetingOf(flow)
  const asksIdentity = asksForIdentity(flow)
  const greeting = text || talk.pick(asksIdentity || !talk.hasName ? lines.plainGreetings : lines.greetings)
  if (isCustomerFirst || talk.chance(0.75)) {
    const local = lines.localHellos[country]
    talk.say(
      'customer',
      talk.pick(
        caller === 'child' ? lines.childHellos : local && talk.hasName && !isStranger(caller) ? local : lines.hellos,
      ),
    )
  }
  const isQuestion = greeting.endsWith('?')
  const recordedLine = settings.isRecorded ? talk.pick(lines.recordedLines) : ''
  talk.say('agent', recordedLine === '' || isQuestion ? greeting : `${greeting} ${recordedLine}`)
  const result = react(input, greeting)
  if (result === 'goes-on' && isQuestion) talk.nextTurnPrefix = `${talk.nextTurnPrefix} ${recordedLine}`.trim()
  return result
}

/** What follows the agent's greeting. */
function react(
  { talk, flow, caller, hangUpLines, transfer, exchanges }: ReceptionInput,
  greeting: string,
): ReceptionResult {
  const answerGreeting = () => {
    const answers = identityQuestion.test(greeting)
      ? lines.identityAnswersTo(greeting)
      : /minute|moment|good time/i.test(greeting)
        ? lines.minuteAnswers
        : lines.greetingAnswers
    // Nobody says hello twice in the same words.
    const letters = (text: string) => text.toLowerCase().replace(/\W/g, '')
    const hello = letters(talk.turns[0]?.text ?? '')
    talk.say('customer', talk.pick(answers.filter((answer) => letters(answer) !== hello)))
  }
  const end = (agentLines: readonly string[], goodbyes: readonly string[], moodChange = 0): ReceptionResult => {
    talk.say('agent', talk.pick(agentLines))
    talk.say('customer', talk.pick(goodbyes), moodChange)
    talk.isOver = true
    return 'nothing'
  }
  switch (caller) {
    case 'wrong-number':
    case 'moved-away':
    case 'household':
    case 'child':
      if (!/\{(first|last)_name\}/.test(greeting)) {
        if (asksForIdentity(flow)) {
          talk.say('customer', talk.pick(lines.greetingAnswers))
          return 'goes-on'
        }
        talk.say('customer', talk.pick(lines.whomLines))
        talk.say('agent', talk.pick(lines.nameLines))
      }
      turnAway(talk, caller, '')
      return 'nothing'
    case 'busy':
      return talk.chance(0.6) ? arrangeCallBack(talk) : (answerGreeting(), 'goes-on')
    case 'do-not-call':
      talk.say('customer', talk.pick(lines.doNotCallLines), -2)
      return end(lines.doNotCallReplies, lines.doNotCallGoodbyes)
    case 'hangs-up':
      if (!talk.chance(0.3)) {
        answerGreeting()
        return 'goes-on'
      }
      talk.say('customer', talk.pick(hangUpLines), -2)
      talk.isOver = true
      return 'nothing'
    case 'suspicious': {
      const [question, replies] = talk.pickPair(lines.suspiciousLines)
      talk.say('customer', question)
      talk.say('agent', talk.pick(replies))
      talk.say(
        'customer',
        talk.pick(identityQuestion.test(greeting) ? lines.confirmingAnswers : lines.suspiciousAnswers),
      )
      return 'goes-on'
    }
    case 'chatty': {
      const [remark, reply] = talk.pickPair(lines.smallTalk)
      talk.say(
        'customer',
        identityQuestion.test(greeting)
          ? `${talk.pick(lines.identityAnswersTo(greeting).slice(0, 2))} ${remark}`
          : remark,
        1,
      )
      talk.nextTurnPrefix = reply
      return 'goes-on'
    }
    case 'hurried':
      talk.say(
        'customer',
        identityQuestion.test(greeting)
          ? `${talk.pick(lines.identityAnswersTo(greeting).slice(0, 2))} ${talk.pick(lines.hurriedRemarks)}`
          : talk.pick(lines.hurriedLines),
      )
      talk.nextTurnPrefix = talk.pick(lines.hurriedReplies)
      return 'goes-on'
    case 'wants-person':
      if (!talk.chance(0.3)) {
        answerGreeting()
        return 'goes-on'
      }
      talk.say('customer', talk.pick(lines.humanRequests))
      if (!transfer()) promiseCallBack(talk)
      return 'call-back'
    case 'angry':
      return 'complains'
    case 'usual':
      if (identityQuestion.test(greeting)) answerGreeting()
      if (!(talk.chance(0.4) && exchanges.play({ place: 'opening' })) && !identityQuestion.test(greeting))
        answerGreeting()
      return 'goes-on'
    case 'hard-of-hearing':
    case 'interrupted':
      answerGreeting()
      return 'goes-on'
    default:
      return caller satisfies never
  }
}

/**
 * Somebody answers who is not the customer, and learns nothing of the matter.
 *
 * @param apology the flow's own words for a wrong person; '' if it has none
 */
export function turnAway(talk: Talk, caller: Stranger, apology: string): void {
  const exchange = (line: readonly string[], reply: readonly string[], goodbye: readonly string[]) => {
    talk.say('customer', talk.pick(line))
    talk.say('agent', talk.pick(reply))
    talk.say('customer', talk.pick(goodbye))
  }
  talk.nextTurnPrefix = ''
  talk.isOver = true
  const own = apology === '' ? undefined : [apology]
  switch (caller) {
    case 'household': {
      const [line, replies] = talk.pickPair(
        isMobile(talk.variables.phone_number ?? '') ? lines.mobileHouseholdLines : lines.householdLines,
      )
      talk.say('customer', line)
      talk.say('agent', talk.pick(replies))
      exchange(lines.householdTimes, lines.householdGoodbyes, lines.shortGoodbyes)
      break
    }
    case 'child':
      exchange(lines.childLines, lines.childReplies, lines.childGoodbyes)
      break
    case 'moved-away':
      exchange(lines.movedLines, own ?? lines.movedApologies, lines.strangerGoodbyes)
      break
    case 'wrong-number':
      exchange(lines.wrongNumberLines, own ?? lines.wrongNumberApologies, lines.strangerGoodbyes)
      break
    default:
      caller satisfies never
  }
}

/** Sets the moment on which agent and customer agreed. */
function agreeOn(talk: Talk, callBack: string): void {
  talk.variables.agreed_callback = callBack
  talk.variables.agreed_callback_first = capitalize(callBack)
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The customer has no time: the agent offers two moments, and the customer takes one. */
export function arrangeCallBack(talk: Talk): 'call-back' {
  talk.say('customer', talk.pick(lines.busyLines))
  talk.nextTurnPrefix = ''
  talk.say('agent', talk.pick(lines.busyReplies))
  const takesFirst = talk.chance(0.6)
  agreeOn(talk, (takesFirst ? talk.variables.callback : talk.variables.second_callback) ?? '')
  talk.say('customer', talk.pick(takesFirst ? lines.busyChoices.first : lines.busyChoices.second))
  talk.say('agent', talk.pick(lines.busyGoodbyes))
  talk.say('customer', talk.pick(talk.mood < 0 ? lines.curtGoodbyes : lines.busyThanks))
  talk.isOver = true
  return 'call-back'
}

/** Nobody can take the call over: a colleague will call back. */
export function promiseCallBack(talk: Talk): void {
  agreeOn(talk, talk.variables.callback ?? '')
  talk.nextTurnPrefix = ''
  talk.say('agent', talk.pick(lines.nobodyThereReplies))
  talk.say('customer', talk.pick(lines.nobodyThereAnswers))
  talk.isOver = true
}
