/**
 * What is said in a call: a walk along the flow's graph and its rules, or, for a flow that has only a prompt, along what such a
 * call is usually about. Pure: the same random numbers lead the same way. Over 300 lines, since one conversation is one state.
 */
import type { Flow, FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import { chance, integerBetween, pick, type Random } from '../shared/random.ts'
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
} from './customer-answers.ts'
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

/** Tells one conversation. The same random numbers lead the same way. */
export function dialogueOf(
  random: Random,
  flow: CallFlow,
  { purpose, variables, settings, outside }: Circumstances,
): Dialogue {
  const turns: Turn[] = []
  const used = phrases[purpose]
  const questions = [...used.questions]
  const visits = new Map<string, number>()
  let steps = 0
  /** Rules that were followed; none is followed twice. */
  const followed = new Set<FlowRule>()
  let colleague: Dialogue['colleague'] = null
  let message: string | null = null
  let silence: number | null = null
  /** The customer says nothing any more. */
  let silent = false
  /** Seconds without a word before what is said next. */
  let pause = 0
  /** What the agent says first when it speaks next. */
  let lead = ''
  let agreed = true
  let over = false

  const one = (list: readonly string[]): string => pick(random, list)
  const mood = () => turns.reduce((sum, turn) => sum + turn.mood, 0)
  const nodeAt = (id: string | undefined) => flow.flowData.nodes.find((node) => node.id === id)

  function say(role: Role, text: string, mood = 0) {
    if (role === 'customer' && silent) return
    const content = fill(role === 'agent' && lead !== '' ? `${lead} ${text}` : text, variables)
    if (role === 'agent') lead = ''
    if (content === '') return
    turns.push({ role, text: content, mood, pause })
    pause = 0
  }

  function greet() {
    const { welcomeMessage, customWelcomeMessage } = flow
    if (welcomeMessage === 'user_initiated' || chance(random, 0.7)) say('customer', one(hellos))
    const custom = welcomeMessage === 'ai_custom' ? customWelcomeMessage.trim() : ''
    const greeting = custom === '' ? one(greetings) : custom
    say('agent', settings.recorded ? `${greeting} ${recordedLine}` : greeting)
    say('customer', one(greetingAnswers))
  }

  /** Outside working hours: the flow's own words for it, then what its rule says, else the end. */
  function turnAway() {
    say('agent', settings.outOfHoursMessage || one(closedLines))
    if (!obey('outside_working_hours')) goodbye('')
  }

  /** What a flow without a graph asks: the questions of its prompt, else those that are usual in such a call. */
  function askAll() {
    const own = flow.prompt.match(/[^.!?\n]+\?/g)?.map((ask) => ({ ask: ask.trim(), yes: '', no: '' })) ?? []
    for (const { ask, yes, no } of own.length > 0 ? own : used.asks) {
      say('agent', ask)
      if (interrupted()) return
      const agrees = chance(random, 0.72)
      answer(answerTo(random, ask, agrees ? 'yes' : 'no', ''), agrees ? 'yes' : 'no')
      if (soured()) return
      say('agent', agrees ? yes : no)
      digress()
    }
  }

  function walk(start: FlowNode) {
    let node: FlowNode | undefined = start
    /** The branch that an answer has already decided. */
    let decided: FlowEdge | undefined
    while (node !== undefined && !over) {
      const { id } = node
      const times = (visits.get(id) ?? 0) + 1
      if (times > 2 || ++steps > mostSteps) return
      visits.set(id, times)
      const edge: FlowEdge | undefined = decided ?? way(id)
      decided = undefined
      const text = word(node.data.prompt) || word(node.data.text) || word(node.data.message)
      switch (node.type) {
        case 'start':
        case 'condition':
          break
        case 'ask': {
          const next: FlowNode | undefined = nodeAt(edge?.target)
          if (next?.type === 'condition' && labelOf(edge) === '') decided = way(next.id)
          question(text || word(node.data.label), labelOf(decided ?? edge))
          break
        }
        case 'transfer':
          handOver(word(node.data.department) || word(node.data.to) || 'customer care', text)
          return
        case 'message':
          message = text || null
          say('agent', word(node.data.spoken) || 'I will send you that as a text message in a moment.')
          break
        case 'end':
          close(text)
          return
        default:
          say('agent', text)
      }
      node = nodeAt(edge?.target)
    }
  }

  /** The edge that the call takes from a node: the first whose condition is seen to hold, else as the customer will answer. */
  function way(id: string): FlowEdge | undefined {
    const edges = flow.flowData.edges.filter(({ source }) => source === id)
    const judged = edges.map((edge) => ({ edge, holds: holds(labelOf(edge)) }))
    const sure = judged.find(({ holds }) => holds === true)
    if (sure !== undefined) return sure.edge
    return choose(
      random,
      judged.flatMap(({ edge, holds }) => (holds === null ? [edge] : [])),
    )
  }

  /** Whether a condition holds now; null: the customer's answer decides. */
  function holds(text: string): boolean | null {
    const condition = conditionOf(text)
    switch (condition) {
      case 'outside_working_hours':
        return outside
      case 'sentiment_negative':
        return mood() <= angry
      case 'silence':
        return silent
      case 'caller_asks_for_human':
      case null:
        return null
      default:
        return condition satisfies never
    }
  }

  function question(text: string, label: string) {
    if (text === '') return
    say('agent', text)
    if (interrupted()) return
    const branch = label === '' ? (chance(random, 0.75) ? 'yes' : 'no') : branchOf(label)
    answer(answerTo(random, text, branch, label), branch)
    if (soured()) return
    lead = branch === 'yes' ? one(thanks) : branch === 'no' ? one(regrets) : ''
    digress()
  }

  function answer(text: string, branch: Branch) {
    agreed = branch !== 'no'
    const grumbles = branch === 'no' && chance(random, 0.2)
    const mood = { yes: 1, no: -1, other: 0 }[branch] - (grumbles ? 2 : 0)
    say('customer', grumbles ? `${text} ${one(complaints)}` : text, mood)
  }

  /** A question of the customer's own, with the agent's answer. */
  function digress() {
    if (over || questions.length === 0 || !chance(random, 0.55)) return
    const at = Math.floor(random() * questions.length)
    const [asked] = questions.splice(at, 1)
    if (asked === undefined) return
    lead = ''
    const opening = one(questionLeads)
    say(
      'customer',
      opening === 'And, ' ? opening + asked[0].charAt(0).toLowerCase() + asked[0].slice(1) : opening + asked[0],
    )
    say('agent', asked[1])
    if (chance(random, 0.6))
      say('customer', one(['Okay, good.', 'Ah, good.', 'I see, thanks.', 'Right.', 'Good to know.']), 1)
  }

  /** What may come instead of an answer. True: the call has taken another way. */
  function interrupted(): boolean {
    if (silent || chance(random, 0.04)) return fallSilent()
    for (const rule of flow.rules) {
      if (followed.has(rule)) continue
      const condition = conditionOf(rule.when)
      if (condition === 'caller_asks_for_human' && chance(random, 0.06)) {
        say('customer', one(humanWishes))
        return obey(condition)
      }
      if (condition === 'sentiment_negative' && chance(random, 0.03)) {
        say('customer', one(complaints), -3)
        return soured()
      }
      if (condition === null && rule.when.trim() !== '' && chance(random, 0.06)) {
        say('customer', wordsFor(random, rule.when))
        return follow(rule)
      }
    }
    return false
  }

  /** The customer's mood has turned, and a rule is for that. */
  function soured(): boolean {
    if (mood() > angry) return false
    lead = one(soothing)
    return obey('sentiment_negative')
  }

  /** Nobody answers. Most customers come back; else the rule for it, or the flow's patience, ends the call. */
  function fallSilent(): boolean {
    const patience = settings.silence
    const noticed = integerBetween(random, 5, 9)
    if (silent || (patience !== null && patience <= noticed)) return endInSilence(patience ?? noticed)
    pause = noticed
    say('agent', one(silences))
    if (chance(random, 0.7)) {
      pause = 2
      say('customer', one(silenceEnds))
      return false
    }
    silent = true
    pause = Math.min(patience ?? noticed, noticed)
    if (obey('silence')) return true
    pause = 0
    return endInSilence(patience ?? noticed)
  }

  function endInSilence(seconds: number): true {
    silence = seconds
    agreed = false
    over = true
    return true
  }

  /** Follows the first rule for a condition (interface 2: evaluated from the top). False: there is none, or it led nowhere. */
  function obey(condition: Condition): boolean {
    const rule = flow.rules.find((rule) => conditionOf(rule.when) === condition && !followed.has(rule))
    return rule !== undefined && follow(rule)
  }

  function follow(rule: FlowRule): boolean {
    const { then, value } = rule
    followed.add(rule)
    if (then === 'transfer') handOver(value || 'customer care', '')
    else if (then === 'message') {
      message = value || null
      say('agent', 'Let me send you the details as a text message, then you can read them in peace.')
      goodbye('')
    } else if (then === 'end') goodbye(value)
    else {
      const node = nodeAt(value)
      if (node === undefined) return false
      walk(node)
      if (!over) close()
    }
    return true
  }

  function handOver(department: string, text: string) {
    colleague = { name: one(colleagues), department }
    variables.colleague = colleague.name
    variables.department = department
    say('agent', text || one(transferLines))
    say('customer', 'Thank you.', 1)
    say('colleague', one(colleagueLines))
    say('customer', 'Oh good. So you know what it is about?')
    say('colleague', one(colleagueOffers), 2)
    say('customer', one(customerGoodbyes), 1)
    over = true
  }

  function close(text = '') {
    if (turns.length < fewTurns && !silent) {
      say('agent', one(anythingElse))
      const before = turns.length
      digress()
      if (turns.length === before) say('customer', one(nothingElse))
    }
    goodbye(text)
  }

  function goodbye(text: string) {
    say('agent', text || one(goodbyes))
    const curt = mood() < 0
    say('customer', one(curt ? curtGoodbyes : customerGoodbyes), curt ? 0 : 1)
    over = true
  }

  function talk() {
    greet()
    if (outside) turnAway()
    else {
      const { nodes } = flow.flowData
      const start = flow.promptType === 'simple' ? undefined : (nodes.find(({ type }) => type === 'start') ?? nodes[0])
      if (start === undefined) askAll()
      else walk(start)
    }
    if (!over) close()
  }

  talk()
  return { turns, colleague, message, silence, agreed }
}
