/**
 * What is said in a call: a walk along the flow's graph and its rules, or, for a flow that has only a prompt, along what such a
 * call is usually about. Pure: the same random numbers lead the same way.
 */
import type { Flow, FlowEdge, FlowNode } from '#contract/index.ts'
import { chance, pick, type Random } from '../random.ts'
import { answerTo, type Branch, branchOf, choose, labelOf, word } from './answering.ts'
import {
  anythingElse,
  colleagueLines,
  colleagueOffers,
  colleagues,
  complaints,
  curtGoodbyes,
  customerGoodbyes,
  goodbyes,
  greetingAnswers,
  greetings,
  hellos,
  humanWishes,
  nothingElse,
  type Phrases,
  type Purpose,
  phrases,
  purposes,
  questionLeads,
  regrets,
  silenceEnds,
  silences,
  soothing,
  thanks,
  transferLines,
} from './phrases.ts'
import { fill } from './variables.ts'

export type Role = 'agent' | 'customer' | 'colleague'

export interface Turn {
  role: Role
  text: string
  /** How the customer's mood changes with it. */
  mood: number
}

/** What a call needs to know of its flow. */
export type CallFlow = Pick<
  Flow,
  | 'id'
  | 'name'
  | 'description'
  | 'prompt'
  | 'flowData'
  | 'rules'
  | 'settings'
  | 'welcomeMessage'
  | 'customWelcomeMessage'
>

export interface Dialogue {
  turns: Turn[]
  /** Who took over from the agent, if anybody. */
  colleague: { name: string; department: string } | null
  /** A text message that the flow sends, before its variables were put in; null: none of its own. */
  message: string | null
  /** Whether the customer's last answer was not a no. */
  agreed: boolean
}

/** What the call is for, judged by the words of flow and agent. */
export function purposeOf(flow: Pick<CallFlow, 'name' | 'description' | 'prompt'>, agentName: string): Purpose {
  for (const text of [flow.name, agentName, flow.description, flow.prompt]) {
    const found = purposes.find((purpose) => purpose !== 'general' && phrases[purpose].words.test(text))
    if (found !== undefined) return found
  }
  return 'general'
}

/** A call does not walk in circles: a node is visited twice at most, and all of them no more than this often. */
const mostSteps = 30
/** After so few turns the agent asks whether there is anything else. */
const fewTurns = 12

/** Speaks the turns of one call. */
class Telling {
  readonly turns: Turn[] = []
  colleague: Dialogue['colleague'] = null
  message: string | null = null
  private readonly random: Random
  private readonly variables: Record<string, string>
  private readonly flow: CallFlow
  private readonly used: Phrases
  private readonly questions: (readonly [string, string])[]
  /** What the agent says first when it speaks next. */
  private lead = ''
  private lastBranch: Branch = 'other'
  private over = false

  constructor(random: Random, flow: CallFlow, purpose: Purpose, variables: Record<string, string>) {
    this.random = random
    this.flow = flow
    this.variables = variables
    this.used = phrases[purpose]
    this.questions = [...this.used.questions]
  }

  tell(): Dialogue {
    this.greet()
    const start = this.flow.flowData.nodes.find(({ type }) => type === 'start') ?? this.flow.flowData.nodes[0]
    if (start === undefined) this.ask()
    else this.walk(start)
    if (!this.over) this.close()
    return { turns: this.turns, colleague: this.colleague, message: this.message, agreed: this.lastBranch !== 'no' }
  }

  private say(role: Role, text: string, mood = 0) {
    const content = fill(role === 'agent' && this.lead !== '' ? `${this.lead} ${text}` : text, this.variables)
    if (role === 'agent') this.lead = ''
    if (content !== '') this.turns.push({ role, text: content, mood })
  }

  private one = (list: readonly string[]): string => pick(this.random, list)

  private greet() {
    const { welcomeMessage, customWelcomeMessage } = this.flow
    if (welcomeMessage === 'user_initiated' || chance(this.random, 0.7)) this.say('customer', this.one(hellos))
    const custom = welcomeMessage === 'ai_custom' ? customWelcomeMessage.trim() : ''
    this.say('agent', custom === '' ? this.one(greetings) : custom)
    this.say('customer', this.one(greetingAnswers))
  }

  /** The usual questions of such a call. */
  private ask() {
    for (const { ask, yes, no } of this.used.asks) {
      this.say('agent', ask)
      const agrees = chance(this.random, 0.72)
      this.answer(answerTo(this.random, ask, agrees ? 'yes' : 'no', ''), agrees ? 'yes' : 'no')
      this.say('agent', agrees ? yes : no)
      this.digress()
      if (this.over) return
    }
  }

  private walk(start: FlowNode) {
    const visits = new Map<string, number>()
    let node: FlowNode | undefined = start
    /** The branch that an answer has already decided. */
    let decided: FlowEdge | undefined
    for (let step = 0; node !== undefined && step < mostSteps && !this.over; step++) {
      const { id } = node
      const times = (visits.get(id) ?? 0) + 1
      if (times > 2) return
      visits.set(id, times)
      const out = this.edgesFrom(id)
      const edge: FlowEdge | undefined = decided ?? choose(this.random, out)
      decided = undefined
      const text = word(node.data.prompt) || word(node.data.text) || word(node.data.message)
      switch (node.type) {
        case 'start':
        case 'condition':
          break
        case 'ask': {
          const next: FlowNode | undefined = this.nodeAt(edge?.target)
          if (next?.type === 'condition' && labelOf(edge) === '') decided = choose(this.random, this.edgesFrom(next.id))
          this.question(text || word(node.data.label), labelOf(decided ?? edge))
          break
        }
        case 'transfer':
          this.handOver(word(node.data.department) || word(node.data.to) || 'customer care', text)
          return
        case 'message':
          this.message = text || null
          this.say('agent', word(node.data.spoken) || 'I will send you that as a text message in a moment.')
          break
        case 'end':
          this.close(text)
          return
        default:
          this.say('agent', text)
      }
      node = this.nodeAt(edge?.target)
    }
  }

  private nodeAt = (id: string | undefined) => this.flow.flowData.nodes.find((node) => node.id === id)
  private edgesFrom = (id: string) => this.flow.flowData.edges.filter(({ source }) => source === id)

  private question(text: string, label: string) {
    if (text === '') return
    this.say('agent', text)
    if (this.interrupted()) return
    const branch = label === '' ? (chance(this.random, 0.75) ? 'yes' : 'no') : branchOf(label)
    this.answer(answerTo(this.random, text, branch, label), branch)
    this.lead = branch === 'yes' ? this.one(thanks) : branch === 'no' ? this.one(regrets) : ''
    this.digress()
  }

  private answer(text: string, branch: Branch) {
    this.lastBranch = branch
    const grumbles = branch === 'no' && chance(this.random, 0.2)
    const mood = { yes: 1, no: -1, other: 0 }[branch] - (grumbles ? 2 : 0)
    this.say('customer', grumbles ? `${text} ${this.one(complaints)}` : text, mood)
  }

  /** A question of the customer's own, with the agent's answer. */
  private digress() {
    if (this.over || this.questions.length === 0 || !chance(this.random, 0.55)) return
    const at = Math.floor(this.random() * this.questions.length)
    const [asked] = this.questions.splice(at, 1)
    if (asked === undefined) return
    this.lead = ''
    const lead = this.one(questionLeads)
    this.say(
      'customer',
      lead === 'And, ' ? lead + asked[0].charAt(0).toLowerCase() + asked[0].slice(1) : lead + asked[0],
    )
    this.say('agent', asked[1])
    if (chance(this.random, 0.6))
      this.say('customer', this.one(['Okay, good.', 'Ah, good.', 'I see, thanks.', 'Right.', 'Good to know.']), 1)
  }

  /** The rules, from the top: what the customer does, and what the flow then does (interface 2). */
  private interrupted(): boolean {
    for (const { when, then, value } of this.flow.rules) {
      if (when === 'caller_asks_for_human' && chance(this.random, 0.06)) {
        this.say('customer', this.one(humanWishes))
        return this.follow(then, value)
      }
      if (when === 'sentiment_negative' && chance(this.random, 0.05)) {
        this.say('customer', this.one(complaints), -3)
        this.lead = this.one(soothing)
        return this.follow(then, value)
      }
      if (when === 'silence' && chance(this.random, 0.05)) {
        this.say('agent', this.one(silences))
        this.say('customer', this.one(silenceEnds))
        return false
      }
    }
    return false
  }

  private follow(then: string, value: string): boolean {
    if (then === 'transfer') this.handOver(value || 'customer care', '')
    else if (then === 'message') {
      this.message = value || null
      this.say('agent', 'Let me send you the details as a text message, then you can read them in peace.')
      this.close()
    } else if (then === 'end') this.close()
    else {
      const node = this.nodeAt(value)
      if (node === undefined) return false
      this.walk(node)
      this.over = true
    }
    return true
  }

  private handOver(department: string, text: string) {
    this.colleague = { name: this.one(colleagues), department }
    this.variables.colleague = this.colleague.name
    this.variables.department = department
    this.say('agent', text || this.one(transferLines))
    this.say('customer', 'Thank you.', 1)
    this.say('colleague', this.one(colleagueLines))
    this.say('customer', 'Oh good. So you know what it is about?')
    this.say('colleague', this.one(colleagueOffers), 2)
    this.say('customer', this.one(customerGoodbyes), 1)
    this.over = true
  }

  private mood = () => this.turns.reduce((sum, turn) => sum + turn.mood, 0)

  private close(text = '') {
    if (this.turns.length < fewTurns) {
      this.say('agent', this.one(anythingElse))
      const before = this.turns.length
      this.digress()
      if (this.turns.length === before) this.say('customer', this.one(nothingElse))
    }
    this.say('agent', text || this.one(goodbyes))
    const curt = this.mood() < 0
    this.say('customer', this.one(curt ? curtGoodbyes : customerGoodbyes), curt ? 0 : 1)
    this.over = true
  }
}

/**
 * Tells one conversation.
 *
 * @param variables values for `{name}` in prompts; a colleague's name is added to them
 */
export const dialogueOf = (
  random: Random,
  flow: CallFlow,
  purpose: Purpose,
  variables: Record<string, string>,
): Dialogue => new Telling(random, flow, purpose, variables).tell()
