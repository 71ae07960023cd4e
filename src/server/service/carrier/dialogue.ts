/**
 * What is said in a call: a walk along the flow's graph and its rules, or, for a flow that has only a prompt, along what such a
 * call is usually about. Pure: the same random numbers lead the same way. Over 300 lines, since one conversation is one state.
 */
import type { Flow, FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import { chance, pick, type Random, whole } from '../shared/random.ts'
import {
  answerTo,
  type Branch,
  branchOf,
  type Condition,
  choose,
  conditionOf,
  labelOf,
  word,
  wordsFor,
} from './answering.ts'
import {
  anythingElse,
  closedLines,
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
  recordedLine,
  regrets,
  silenceEnds,
  silences,
  soothing,
  thanks,
  transferLines,
} from './phrases.ts'
import type { CallSettings } from './settings.ts'
import { fill } from './variables.ts'

export type Role = 'agent' | 'customer' | 'colleague'

export interface Turn {
  role: Role
  text: string
  /** How the customer's mood changes with it. */
  mood: number
  /** Seconds in which nobody says a word before it. */
  pause: number
}

/** What a call needs to know of its flow. */
export type CallFlow = Pick<
  Flow,
  | 'id'
  | 'name'
  | 'description'
  | 'promptType'
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
  /** Seconds of silence at the end, when the call ended because nobody said a word; else null. */
  silence: number | null
}

/** What a call is told by, beside its flow. */
interface Circumstances {
  purpose: Purpose
  /** Values for `{name}` in prompts; a colleague's name is added to them. */
  variables: Record<string, string>
  settings: Pick<CallSettings, 'silence' | 'recorded' | 'outOfHoursMessage'>
  /** Whether it takes place outside the flow's working hours. */
  outside: boolean
}

/** What the call is for, judged by the words of flow and agent. */
export function purposeOf(flow: { name: string; description?: string; prompt: string }, agentName: string): Purpose {
  for (const text of [flow.name, agentName, flow.description ?? '', flow.prompt]) {
    const found = purposes.find((purpose) => purpose !== 'general' && phrases[purpose].words.test(text))
    if (found !== undefined) return found
  }
  return 'general'
}

/** A call does not walk in circles: a node is visited twice at most, and all of them no more than this often. */
const mostSteps = 30
/** After so few turns the agent asks whether there is anything else. */
const fewTurns = 12
/** A mood from which on a customer counts as angry. */
const angry = -2

/** Speaks the turns of one call. */
class Telling {
  readonly turns: Turn[] = []
  private readonly random: Random
  private readonly flow: CallFlow
  private readonly variables: Record<string, string>
  private readonly settings: Circumstances['settings']
  private readonly outside: boolean
  private readonly used: Phrases
  private readonly questions: (readonly [string, string])[]
  private readonly visits = new Map<string, number>()
  private steps = 0
  /** Rules that were followed; none is followed twice. */
  private readonly followed = new Set<FlowRule>()
  private colleague: Dialogue['colleague'] = null
  private message: string | null = null
  private silence: number | null = null
  /** The customer says nothing any more. */
  private silent = false
  /** Seconds without a word before what is said next. */
  private pause = 0
  /** What the agent says first when it speaks next. */
  private lead = ''
  private lastBranch: Branch = 'other'
  private over = false

  constructor(random: Random, flow: CallFlow, { purpose, variables, settings, outside }: Circumstances) {
    this.random = random
    this.flow = flow
    this.variables = variables
    this.settings = settings
    this.outside = outside
    this.used = phrases[purpose]
    this.questions = [...this.used.questions]
  }

  tell(): Dialogue {
    this.greet()
    if (this.outside) this.turnAway()
    else {
      const { nodes } = this.flow.flowData
      const start =
        this.flow.promptType === 'simple' ? undefined : (nodes.find(({ type }) => type === 'start') ?? nodes[0])
      if (start === undefined) this.ask()
      else this.walk(start)
    }
    if (!this.over) this.close()
    const { turns, colleague, message, silence } = this
    return { turns, colleague, message, silence, agreed: this.lastBranch !== 'no' }
  }

  private say(role: Role, text: string, mood = 0) {
    if (role === 'customer' && this.silent) return
    const content = fill(role === 'agent' && this.lead !== '' ? `${this.lead} ${text}` : text, this.variables)
    if (role === 'agent') this.lead = ''
    if (content === '') return
    this.turns.push({ role, text: content, mood, pause: this.pause })
    this.pause = 0
  }

  private one = (list: readonly string[]): string => pick(this.random, list)

  private greet() {
    const { welcomeMessage, customWelcomeMessage } = this.flow
    if (welcomeMessage === 'user_initiated' || chance(this.random, 0.7)) this.say('customer', this.one(hellos))
    const custom = welcomeMessage === 'ai_custom' ? customWelcomeMessage.trim() : ''
    const greeting = custom === '' ? this.one(greetings) : custom
    this.say('agent', this.settings.recorded ? `${greeting} ${recordedLine}` : greeting)
    this.say('customer', this.one(greetingAnswers))
  }

  /** Outside working hours: the flow's own words for it, then what its rule says, else the end. */
  private turnAway() {
    this.say('agent', this.settings.outOfHoursMessage || this.one(closedLines))
    if (!this.obey('outside_working_hours')) this.goodbye('')
  }

  /** What a flow without a graph asks: the questions of its prompt, else those that are usual in such a call. */
  private ask() {
    const own = this.flow.prompt.match(/[^.!?\n]+\?/g)?.map((ask) => ({ ask: ask.trim(), yes: '', no: '' })) ?? []
    for (const { ask, yes, no } of own.length > 0 ? own : this.used.asks) {
      this.say('agent', ask)
      if (this.interrupted()) return
      const agrees = chance(this.random, 0.72)
      this.answer(answerTo(this.random, ask, agrees ? 'yes' : 'no', ''), agrees ? 'yes' : 'no')
      if (this.soured()) return
      this.say('agent', agrees ? yes : no)
      this.digress()
    }
  }

  private walk(start: FlowNode) {
    let node: FlowNode | undefined = start
    /** The branch that an answer has already decided. */
    let decided: FlowEdge | undefined
    while (node !== undefined && !this.over) {
      const { id } = node
      const times = (this.visits.get(id) ?? 0) + 1
      if (times > 2 || ++this.steps > mostSteps) return
      this.visits.set(id, times)
      const edge: FlowEdge | undefined = decided ?? this.way(id)
      decided = undefined
      const text = word(node.data.prompt) || word(node.data.text) || word(node.data.message)
      switch (node.type) {
        case 'start':
        case 'condition':
          break
        case 'ask': {
          const next: FlowNode | undefined = this.nodeAt(edge?.target)
          if (next?.type === 'condition' && labelOf(edge) === '') decided = this.way(next.id)
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

  /** The edge that the call takes from a node: the first whose condition is seen to hold, else as the customer will answer. */
  private way(id: string): FlowEdge | undefined {
    const edges = this.flow.flowData.edges.filter(({ source }) => source === id)
    const judged = edges.map((edge) => ({ edge, holds: this.holds(labelOf(edge)) }))
    const sure = judged.find(({ holds }) => holds === true)
    if (sure !== undefined) return sure.edge
    return choose(
      this.random,
      judged.flatMap(({ edge, holds }) => (holds === null ? [edge] : [])),
    )
  }

  /** Whether a condition holds now; null: the customer's answer decides. */
  private holds(text: string): boolean | null {
    const condition = conditionOf(text)
    switch (condition) {
      case 'outside_working_hours':
        return this.outside
      case 'sentiment_negative':
        return this.mood() <= angry
      case 'silence':
        return this.silent
      case 'caller_asks_for_human':
      case null:
        return null
      default:
        return condition satisfies never
    }
  }

  private question(text: string, label: string) {
    if (text === '') return
    this.say('agent', text)
    if (this.interrupted()) return
    const branch = label === '' ? (chance(this.random, 0.75) ? 'yes' : 'no') : branchOf(label)
    this.answer(answerTo(this.random, text, branch, label), branch)
    if (this.soured()) return
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

  /** What may come instead of an answer. True: the call has taken another way. */
  private interrupted(): boolean {
    if (this.silent || chance(this.random, 0.04)) return this.fallSilent()
    for (const rule of this.flow.rules) {
      if (this.followed.has(rule)) continue
      const condition = conditionOf(rule.when)
      if (condition === 'caller_asks_for_human' && chance(this.random, 0.06)) {
        this.say('customer', this.one(humanWishes))
        return this.obey(condition)
      }
      if (condition === 'sentiment_negative' && chance(this.random, 0.03)) {
        this.say('customer', this.one(complaints), -3)
        return this.soured()
      }
      if (condition === null && rule.when.trim() !== '' && chance(this.random, 0.06)) {
        this.say('customer', wordsFor(this.random, rule.when))
        return this.follow(rule)
      }
    }
    return false
  }

  /** The customer's mood has turned, and a rule is for that. */
  private soured(): boolean {
    if (this.mood() > angry) return false
    this.lead = this.one(soothing)
    return this.obey('sentiment_negative')
  }

  /** Nobody answers. Most customers come back; else the rule for it, or the flow's patience, ends the call. */
  private fallSilent(): boolean {
    const patience = this.settings.silence
    const noticed = whole(this.random, 5, 9)
    if (this.silent || (patience !== null && patience <= noticed)) return this.endInSilence(patience ?? noticed)
    this.pause = noticed
    this.say('agent', this.one(silences))
    if (chance(this.random, 0.7)) {
      this.pause = 2
      this.say('customer', this.one(silenceEnds))
      return false
    }
    this.silent = true
    this.pause = Math.min(patience ?? noticed, noticed)
    if (this.obey('silence')) return true
    this.pause = 0
    return this.endInSilence(patience ?? noticed)
  }

  private endInSilence(seconds: number): true {
    this.silence = seconds
    this.lastBranch = 'no'
    this.over = true
    return true
  }

  /** Follows the first rule for a condition (interface 2: evaluated from the top). False: there is none, or it led nowhere. */
  private obey(condition: Condition): boolean {
    const rule = this.flow.rules.find((rule) => conditionOf(rule.when) === condition && !this.followed.has(rule))
    return rule !== undefined && this.follow(rule)
  }

  private follow(rule: FlowRule): boolean {
    const { then, value } = rule
    this.followed.add(rule)
    if (then === 'transfer') this.handOver(value || 'customer care', '')
    else if (then === 'message') {
      this.message = value || null
      this.say('agent', 'Let me send you the details as a text message, then you can read them in peace.')
      this.goodbye('')
    } else if (then === 'end') this.goodbye(value)
    else {
      const node = this.nodeAt(value)
      if (node === undefined) return false
      this.walk(node)
      if (!this.over) this.close()
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
    if (this.turns.length < fewTurns && !this.silent) {
      this.say('agent', this.one(anythingElse))
      const before = this.turns.length
      this.digress()
      if (this.turns.length === before) this.say('customer', this.one(nothingElse))
    }
    this.goodbye(text)
  }

  private goodbye(text: string) {
    this.say('agent', text || this.one(goodbyes))
    const curt = this.mood() < 0
    this.say('customer', this.one(curt ? curtGoodbyes : customerGoodbyes), curt ? 0 : 1)
    this.over = true
  }
}

/** Tells one conversation. The same random numbers lead the same way. */
export const dialogueOf = (random: Random, flow: CallFlow, circumstances: Circumstances): Dialogue =>
  new Telling(random, flow, circumstances).tell()
