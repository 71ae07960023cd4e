/** One conversation while it is simulated: what was said, where it is in its flow, and what its rules do. */
import type { FlowEdge, FlowRule } from '#contract/index.ts'
import { type Condition, parseCondition, type Situation } from '#flow-engine/conditions.ts'
import { type Action, actionOf, branchLabel } from '#flow-engine/graph.ts'
import type { CallSettings } from '#flow-engine/settings.ts'
import { fillVariables } from '#flow-engine/variables.ts'
import {
  branchesAt,
  greetingOf,
  type RuleAction,
  ruleAction,
  startWalk,
  type Walk,
  walkAlong,
} from '#flow-engine/walk.ts'
import { chance, integerBetween, pick, type Random } from '../shared/random.ts'
import { inLocalEnglish } from './local-english.ts'
import { isAmerican } from './place.ts'
import { angryMood, type CallFlow, moodAfter, type Role, type Turn } from './talk.ts'
import words from './words.json' with { type: 'json' }

/** What the text message after a call is about; null: none is sent. */
export type Aftermath = 'agreed' | 'open' | keyof typeof words.messagesAfter | null

/** A variable that holds the customer's name. */
export const namePattern = /\{(first|last)_name\}/
/** A question for the name of the person on the phone. */
const identityQuestion = /speaking (with|to)|\bis (this|that) \{|am i talking/i
/** A company's name in a text such as `this is {agent} from Northfield Home`. */
const companyPattern = /\b(?:from|for|at) ((?:\p{Lu}[\p{L}&'’-]*)(?: \p{Lu}[\p{L}&'’-]*)*)/u

/** The company that a flow calls for, if its texts name it. */
export const companyOf = ({ customWelcomeMessage, prompt }: CallFlow): string =>
  (companyPattern.exec(customWelcomeMessage) ?? companyPattern.exec(prompt))?.[1] ?? 'customer service'

/** How a department is named after the colleague's name, and by the colleague: `in accounts`, `from accounts`. */
function departmentPhrases(department: string): { where: string; from: string } {
  const [, article = '', rest = ''] = /^(?:(an?|the|our) )?(.*)$/i.exec(department.trim()) ?? []
  if (/^an?$/i.test(article)) return { where: `, ${department}`, from: `the ${rest}` }
  return { where: article === '' ? ` in ${department}` : ` at ${department}`, from: `from ${department}` }
}

/** Who works in which department, and in all others: those in America, and those elsewhere. */
const colleagues: Readonly<Record<string, typeof words.colleagues.others>> = words.colleagues

/** What a conversation depends on besides its flow. */
interface Circumstances extends Pick<CallSettings, 'silenceSeconds' | 'isRecorded'> {
  isOutsideHours: boolean
  /** Where the customer lives, ISO 3166. */
  country: string
  /** No silence is longer, except one that ends the call. */
  maxPauseSeconds: number
}

export class Conversation {
  readonly turns: Turn[] = []
  walk: Walk
  /** The colleague who took over from the agent, if any. */
  colleague: { name: string; department: string } | null = null
  /** The text message that the flow sends, with its variables not yet filled; null if it sends none. */
  message: string | null = null
  /** The message after a written call that has its own, with its variables not yet filled. */
  textAfter: string | null = null
  aftermath: Aftermath = 'agreed'
  /** Seconds of silence that ended the call; null if it ended otherwise. */
  finalSilenceSeconds: number | null = null
  isOver = false
  /** The customer has stopped speaking. */
  isCustomerSilent = false
  /** Seconds of silence before the next turn. */
  pauseSeconds = 0
  readonly random: Random
  readonly flow: CallFlow
  /** A handover adds the colleague's name and department. */
  readonly variables: Record<string, string>
  readonly #circumstances: Circumstances
  readonly #followedRules = new Set<FlowRule>()

  constructor(
    random: Random,
    flow: CallFlow,
    variables: Readonly<Record<string, string>>,
    circumstances: Circumstances,
  ) {
    this.random = random
    this.flow = flow
    this.variables = { ...variables }
    this.walk = startWalk(flow)
    this.#circumstances = circumstances
  }

  /** The next turn comes after a silence of some seconds. */
  pause(least: number, most: number): void {
    this.pauseSeconds = Math.min(this.#circumstances.maxPauseSeconds, integerBetween(this.random, least, most))
  }

  /** Whether it is known whom the call is for. */
  get hasName(): boolean {
    return this.variables.first_name !== ''
  }

  get mood(): number {
    return this.turns.reduce((mood, { moodChange }) => moodAfter(mood, moodChange), 0)
  }

  chance(probability: number): boolean {
    return chance(this.random, probability)
  }

  /** One of the texts. Without a name of the customer, none that has it; if possible one that was not said yet. */
  pick(texts: readonly string[]): string {
    const sayable = texts.filter((text) => this.hasName || !namePattern.test(text))
    const fresh = sayable.filter((text) =>
      this.turns.every((turn) => turn.text !== fillVariables(text, this.variables)),
    )
    return pick(this.random, [fresh, sayable].find((list) => list.length > 0) ?? texts)
  }

  /** A text in the English of the customer's country. */
  inLocalEnglish(text: string): string {
    return inLocalEnglish(text, this.#circumstances)
  }

  say(role: Role, text: string, moodChange = 0): void {
    const content = fillVariables(text, this.variables)
    if (content === '' || (role === 'customer' && this.isCustomerSilent)) return
    // A sentence may begin with a value, such as `today at 4 pm`.
    this.turns.push({
      role,
      text: content.charAt(0).toUpperCase() + content.slice(1),
      moodChange,
      pauseSeconds: this.pauseSeconds,
    })
    this.pauseSeconds = 0
  }

  /**
   * Somebody picks up, and the agent says its first words: those of the flow or, if it has none, its own, and that the call is recorded.
   *
   * @returns the greeting, with its variables not yet filled
   */
  greet(): string {
    const { isRecorded, country } = this.#circumstances
    const { isCustomerFirst, text } = greetingOf(this.flow)
    const local = (words.localHellos as Readonly<Record<string, readonly string[]>>)[country]
    const hellos = local !== undefined && this.hasName && this.chance(0.7) ? local : words.hellos
    if (isCustomerFirst || this.chance(0.85)) this.say('customer', this.pick(hellos))
    const greeting = text || this.pick(words.greetings)
    this.say('agent', isRecorded ? `${greeting} ${this.pick(words.recorded)}` : greeting)
    return greeting
  }

  /** Whether a customer asks for a person is decided by their answer. */
  situation(): Situation {
    return {
      outside_working_hours: this.#circumstances.isOutsideHours,
      sentiment_negative: this.mood <= angryMood,
      silence: this.isCustomerSilent,
      caller_asks_for_human: null,
    }
  }

  /**
   * Goes to the next step at which something is said or done. At a fork, the first branch with a true condition is taken, or the one with the
   * label, or the only one.
   *
   * @returns the step, or null if the walk stops before it, or forks and nothing says which way
   */
  advance(label: string | null): { id: string; action: Action } | null {
    for (;;) {
      const { step, graph } = this.walk
      if (step === null) return null
      const branches = branchesAt(graph, step.id, this.situation())
      const edge: FlowEdge | undefined =
        branches.taken ??
        branches.open.find((one) => branchLabel(one).toLowerCase() === label?.toLowerCase()) ??
        (branches.open.length === 1 && branchLabel(branches.open[0]) === '' ? branches.open[0] : undefined)
      this.walk = walkAlong(this.walk, edge)
      if (this.walk.step === null) return null
      const action = actionOf(this.walk.step)
      if (action.kind !== 'pass') return { id: this.walk.step.id, action }
    }
  }

  /** What the agent says at a step; what the step does besides is done. '' if the flow has no words for it. */
  perform(action: Action): string {
    switch (action.kind) {
      case 'transfer':
        this.transfer(action.to)
        return action.text
      case 'message':
        this.message = action.text || null
        return action.spoken
      case 'ask':
        // Nobody can be asked for a name that is not known.
        return identityQuestion.test(action.text) && !this.hasName ? words.accountHolder : action.text
      case 'say':
      case 'end':
        return action.text
      case 'pass':
        return ''
      default:
        return action satisfies never
    }
  }

  /** Chooses the colleague to whom the call is handed over. */
  transfer(to: string): void {
    const department = to || 'customer care'
    const taken = [this.variables.first_name, this.variables.agent, this.variables.technician]
    const { american, british } = colleagues[department] ?? words.colleagues.others
    const there = isAmerican(this.#circumstances) ? american : british
    const free = there.filter((one) => !taken.includes(one.split(' ')[0]))
    const name = pick(this.random, free)
    this.colleague = { name, department }
    this.aftermath = 'colleague'
    const phrases = departmentPhrases(this.inLocalEnglish(department))
    Object.assign(this.variables, { colleague: name, department, ...phrases })
  }

  /** The first rule for a condition that was not followed yet and does something; null if there is none. */
  ruleFor(condition: Condition): { rule: FlowRule; action: RuleAction } | null {
    const rule = this.flow.rules.find((one) => parseCondition(one.when) === condition && !this.#followedRules.has(one))
    const action = rule === undefined ? null : this.actionOf(rule)
    return rule === undefined || action === null || action.kind === 'nothing' ? null : { rule, action }
  }

  /** What a rule of the flow does. */
  actionOf(rule: FlowRule): RuleAction {
    return ruleAction(this.walk.graph, rule)
  }

  /** Takes note that a rule is followed. A call follows each rule at most once. @returns false if it was followed before */
  follow(rule: FlowRule): boolean {
    if (this.#followedRules.has(rule)) return false
    this.#followedRules.add(rule)
    return true
  }

  /**
   * The customer says nothing after a question. Most come back, and hear it again; otherwise the flow's silence limit ends the call, unless a
   * rule says what happens.
   *
   * @returns whether the customer came back
   */
  fallSilent(question: string, followRule: () => boolean): boolean {
    const limit = this.#circumstances.silenceSeconds
    const noticedAfter = integerBetween(this.random, 5, 9)
    if (limit !== null && limit <= noticedAfter) return this.#endInSilence(limit)
    this.pauseSeconds = noticedAfter
    this.say('agent', this.pick(words.silenceQuestions))
    if (this.chance(0.7)) {
      this.pauseSeconds = 2
      this.say('customer', this.pick(words.silenceAnswers))
      const asked = question.split(/(?<=[.!?]) /).findLast((one) => one.endsWith('?')) ?? question
      this.say('agent', `${this.pick(words.silenceReplies)} ${asked}`)
      return true
    }
    this.isCustomerSilent = true
    this.pauseSeconds = Math.min(limit ?? noticedAfter, noticedAfter)
    if (followRule()) {
      this.aftermath = 'cut-off'
      return false
    }
    this.pauseSeconds = 0
    return this.#endInSilence(limit ?? noticedAfter)
  }

  #endInSilence(seconds: number): false {
    this.finalSilenceSeconds = seconds
    this.aftermath = 'cut-off'
    this.isOver = true
    return false
  }
}
