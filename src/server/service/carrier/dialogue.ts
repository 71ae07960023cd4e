/**
 * Simulates the conversation of a call: follows the flow's graph and rules or, for a flow with only a prompt, typical questions
 * for its purpose. Pure: the same random numbers give the same conversation.
 * Longer than 300 lines, because all parts share the state of one conversation.
 */
import type { Flow, FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import { chance, integerBetween, pick, type Random } from '../shared/random.ts'
import {
  answerQuestion,
  type Branch,
  type Condition,
  chooseEdge,
  classifyBranch,
  conditionOf,
  labelOf,
  statementFor,
  textIn,
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
  /** Change of the customer's mood. */
  mood: number
  /** Seconds of silence before the turn. */
  pause: number
}

/** The fields of a flow that a call depends on. */
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
  /** The colleague who took over from the agent, if any. */
  colleague: { name: string; department: string } | null
  /** The text message that the flow sends, with unfilled variables; null if it sends none. */
  message: string | null
  /** False if the customer's last answer was a no. */
  agreed: boolean
  /** Seconds of silence that ended the call; null if it ended otherwise. */
  silence: number | null
}

/** The input of a conversation besides its flow. */
interface DialogueInput {
  purpose: Purpose
  /** Values of `{name}` variables. A handover adds the colleague's name and department. */
  variables: Record<string, string>
  settings: Pick<CallSettings, 'silenceSeconds' | 'isRecorded' | 'outOfHoursMessage'>
  /** Whether the call is outside the flow's working hours. */
  isOutsideHours: boolean
}

/** Guesses the purpose of a call from words in the flow's and agent's names and prompts. */
export function purposeOf(flow: { name: string; description?: string; prompt: string }, agentName: string): Purpose {
  for (const text of [flow.name, agentName, flow.description ?? '', flow.prompt]) {
    const found = purposes.find((purpose) => purpose !== 'general' && phrases[purpose].words.test(text))
    if (found !== undefined) return found
  }
  return 'general'
}

/** Ends cycles: a call takes at most this many steps, and visits each node at most twice. */
const maxSteps = 30
/** In a call with fewer turns the agent asks whether there is anything else. */
const minTurns = 12
/** A customer with this mood or a lower one is angry. */
const angryMood = -2

/** Simulates one conversation. The same random numbers give the same conversation. */
export function simulateDialogue(
  random: Random,
  flow: CallFlow,
  { purpose, variables, settings, isOutsideHours }: DialogueInput,
): Dialogue {
  const turns: Turn[] = []
  const purposePhrases = phrases[purpose]
  const questions = [...purposePhrases.questions]
  const visits = new Map<string, number>()
  let steps = 0
  /** Rules are followed at most once. */
  const followed = new Set<FlowRule>()
  let colleague: Dialogue['colleague'] = null
  let message: string | null = null
  let silence: number | null = null
  /** The customer has stopped speaking. */
  let isSilent = false
  /** Seconds of silence before the next turn. */
  let pause = 0
  /** Text that precedes the agent's next turn. */
  let prefix = ''
  let agreed = true
  let isOver = false

  const pickOne = (list: readonly string[]): string => pick(random, list)
  const mood = () => turns.reduce((sum, turn) => sum + turn.mood, 0)
  const nodeAt = (id: string | undefined) => flow.flowData.nodes.find((node) => node.id === id)

  function say(role: Role, text: string, mood = 0) {
    if (role === 'customer' && isSilent) return
    const content = fill(role === 'agent' && prefix !== '' ? `${prefix} ${text}` : text, variables)
    if (role === 'agent') prefix = ''
    if (content === '') return
    turns.push({ role, text: content, mood, pause })
    pause = 0
  }

  function greet() {
    const { welcomeMessage, customWelcomeMessage } = flow
    if (welcomeMessage === 'user_initiated' || chance(random, 0.7)) say('customer', pickOne(hellos))
    const custom = welcomeMessage === 'ai_custom' ? customWelcomeMessage.trim() : ''
    const greeting = custom === '' ? pickOne(greetings) : custom
    say('agent', settings.isRecorded ? `${greeting} ${recordedLine}` : greeting)
    say('customer', pickOne(greetingAnswers))
  }

  /** Outside working hours: says so, then follows the flow's rule for it or ends the call. */
  function sayClosed() {
    say('agent', settings.outOfHoursMessage || pickOne(closedLines))
    if (!followRuleFor('outside_working_hours')) sayGoodbye('')
  }

  /** Without a graph: asks the questions in the prompt or, if there are none, typical ones for the purpose. */
  function askAll() {
    const own = flow.prompt.match(/[^.!?\n]+\?/g)?.map((ask) => ({ ask: ask.trim(), yes: '', no: '' })) ?? []
    for (const { ask, yes, no } of own.length > 0 ? own : purposePhrases.asks) {
      say('agent', ask)
      if (maybeInterrupt()) return
      const agrees = chance(random, 0.72)
      sayAnswer(answerQuestion(random, ask, agrees ? 'yes' : 'no', ''), agrees ? 'yes' : 'no')
      if (followNegativeMoodRule()) return
      say('agent', agrees ? yes : no)
      maybeAskAgent()
    }
  }

  function followGraph(start: FlowNode) {
    let node: FlowNode | undefined = start
    /** The edge that the previous answer already decided. */
    let decided: FlowEdge | undefined
    while (node !== undefined && !isOver) {
      const { id } = node
      const times = (visits.get(id) ?? 0) + 1
      if (times > 2 || ++steps > maxSteps) return
      visits.set(id, times)
      const edge: FlowEdge | undefined = decided ?? chooseNextEdge(id)
      decided = undefined
      const text = textIn(node.data.prompt) || textIn(node.data.text) || textIn(node.data.message)
      switch (node.type) {
        case 'start':
        case 'condition':
          break
        case 'ask': {
          const next: FlowNode | undefined = nodeAt(edge?.target)
          if (next?.type === 'condition' && labelOf(edge) === '') decided = chooseNextEdge(next.id)
          askQuestion(text || textIn(node.data.label), labelOf(decided ?? edge))
          break
        }
        case 'transfer':
          handOver(textIn(node.data.department) || textIn(node.data.to) || 'customer care', text)
          return
        case 'message':
          message = text || null
          say('agent', textIn(node.data.spoken) || 'I will send you that as a text message in a moment.')
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

  /** Chooses the edge to take from a node: the first with a true condition, or one by the customer's answer. */
  function chooseNextEdge(id: string): FlowEdge | undefined {
    const edges = flow.flowData.edges.filter(({ source }) => source === id)
    const judged = edges.map((edge) => ({ edge, holds: holds(labelOf(edge)) }))
    const sure = judged.find(({ holds }) => holds === true)
    if (sure !== undefined) return sure.edge
    return chooseEdge(
      random,
      judged.flatMap(({ edge, holds }) => (holds === null ? [edge] : [])),
    )
  }

  /** Whether a condition is true now; null if the customer's answer decides. */
  function holds(text: string): boolean | null {
    const condition = conditionOf(text)
    switch (condition) {
      case 'outside_working_hours':
        return isOutsideHours
      case 'sentiment_negative':
        return mood() <= angryMood
      case 'silence':
        return isSilent
      case 'caller_asks_for_human':
      case null:
        return null
      default:
        return condition satisfies never
    }
  }

  function askQuestion(text: string, label: string) {
    if (text === '') return
    say('agent', text)
    if (maybeInterrupt()) return
    const branch = label === '' ? (chance(random, 0.75) ? 'yes' : 'no') : classifyBranch(label)
    sayAnswer(answerQuestion(random, text, branch, label), branch)
    if (followNegativeMoodRule()) return
    prefix = branch === 'yes' ? pickOne(thanks) : branch === 'no' ? pickOne(regrets) : ''
    maybeAskAgent()
  }

  function sayAnswer(text: string, branch: Branch) {
    agreed = branch !== 'no'
    const grumbles = branch === 'no' && chance(random, 0.2)
    const mood = { yes: 1, no: -1, other: 0 }[branch] - (grumbles ? 2 : 0)
    say('customer', grumbles ? `${text} ${pickOne(complaints)}` : text, mood)
  }

  /** Sometimes the customer asks a question, and the agent answers it. */
  function maybeAskAgent() {
    if (isOver || questions.length === 0 || !chance(random, 0.55)) return
    const at = Math.floor(random() * questions.length)
    const [question] = questions.splice(at, 1)
    if (question === undefined) return
    prefix = ''
    const opening = pickOne(questionLeads)
    say(
      'customer',
      opening === 'And, '
        ? opening + question[0].charAt(0).toLowerCase() + question[0].slice(1)
        : opening + question[0],
    )
    say('agent', question[1])
    if (chance(random, 0.6))
      say('customer', pickOne(['Okay, good.', 'Ah, good.', 'I see, thanks.', 'Right.', 'Good to know.']), 1)
  }

  /** Sometimes the customer does not answer. Returns true if the call has left the current question for good. */
  function maybeInterrupt(): boolean {
    if (isSilent || chance(random, 0.04)) return handleSilence()
    for (const rule of flow.rules) {
      if (followed.has(rule)) continue
      const condition = conditionOf(rule.when)
      if (condition === 'caller_asks_for_human' && chance(random, 0.06)) {
        say('customer', pickOne(humanWishes))
        return followRuleFor(condition)
      }
      if (condition === 'sentiment_negative' && chance(random, 0.03)) {
        say('customer', pickOne(complaints), -3)
        return followNegativeMoodRule()
      }
      if (condition === null && rule.when.trim() !== '' && chance(random, 0.06)) {
        say('customer', statementFor(random, rule.when))
        return followRule(rule)
      }
    }
    return false
  }

  /** Follows the rule for an angry customer, if the mood is low. Returns true if a rule was followed. */
  function followNegativeMoodRule(): boolean {
    if (mood() > angryMood) return false
    prefix = pickOne(soothing)
    return followRuleFor('sentiment_negative')
  }

  /** The customer is silent. Most come back; otherwise the rule for silence or the flow's silence limit ends the call. */
  function handleSilence(): boolean {
    const silenceLimit = settings.silenceSeconds
    const noticed = integerBetween(random, 5, 9)
    if (isSilent || (silenceLimit !== null && silenceLimit <= noticed)) return endInSilence(silenceLimit ?? noticed)
    pause = noticed
    say('agent', pickOne(silences))
    if (chance(random, 0.7)) {
      pause = 2
      say('customer', pickOne(silenceEnds))
      return false
    }
    isSilent = true
    pause = Math.min(silenceLimit ?? noticed, noticed)
    if (followRuleFor('silence')) return true
    pause = 0
    return endInSilence(silenceLimit ?? noticed)
  }

  function endInSilence(seconds: number): true {
    silence = seconds
    agreed = false
    isOver = true
    return true
  }

  /** Follows the first unused rule for a condition (interface 2). Returns false if there is none or its node is missing. */
  function followRuleFor(condition: Condition): boolean {
    const rule = flow.rules.find((rule) => conditionOf(rule.when) === condition && !followed.has(rule))
    return rule !== undefined && followRule(rule)
  }

  function followRule(rule: FlowRule): boolean {
    const { then, value } = rule
    followed.add(rule)
    if (then === 'transfer') handOver(value || 'customer care', '')
    else if (then === 'message') {
      message = value || null
      say('agent', 'Let me send you the details as a text message, then you can read them in peace.')
      sayGoodbye('')
    } else if (then === 'end') sayGoodbye(value)
    else {
      const node = nodeAt(value)
      if (node === undefined) return false
      followGraph(node)
      if (!isOver) close()
    }
    return true
  }

  function handOver(department: string, text: string) {
    colleague = { name: pickOne(colleagues), department }
    variables.colleague = colleague.name
    variables.department = department
    say('agent', text || pickOne(transferLines))
    say('customer', 'Thank you.', 1)
    say('colleague', pickOne(colleagueLines))
    say('customer', 'Oh good. So you know what it is about?')
    say('colleague', pickOne(colleagueOffers), 2)
    say('customer', pickOne(customerGoodbyes), 1)
    isOver = true
  }

  function close(text = '') {
    if (turns.length < minTurns && !isSilent) {
      say('agent', pickOne(anythingElse))
      const before = turns.length
      maybeAskAgent()
      if (turns.length === before) say('customer', pickOne(nothingElse))
    }
    sayGoodbye(text)
  }

  function sayGoodbye(text: string) {
    say('agent', text || pickOne(goodbyes))
    const curt = mood() < 0
    say('customer', pickOne(curt ? curtGoodbyes : customerGoodbyes), curt ? 0 : 1)
    isOver = true
  }

  function run() {
    greet()
    if (isOutsideHours) sayClosed()
    else {
      const { nodes } = flow.flowData
      const start = flow.promptType === 'simple' ? undefined : (nodes.find(({ type }) => type === 'start') ?? nodes[0])
      if (start === undefined) askAll()
      else followGraph(start)
    }
    if (!isOver) close()
  }

  run()
  return { turns, colleague, message, silence, agreed }
}
