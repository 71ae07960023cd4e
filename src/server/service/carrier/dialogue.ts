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
  labelOf,
  parseCondition,
  statementFor,
  trimText,
} from './customer-answers.ts'
import {
  acknowledgements,
  anythingElse,
  apologies,
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
  humanRequests,
  nothingElse,
  type Purpose,
  phrases,
  purposes,
  questionOpenings,
  recordedLine,
  silenceAnswers,
  silenceQuestions,
  thanks,
  transferLines,
} from './phrases.ts'
import type { CallSettings } from './settings.ts'
import { fillVariables } from './variables.ts'

export type Role = 'agent' | 'customer' | 'colleague'

export interface Turn {
  role: Role
  text: string
  /** Change of the customer's mood. */
  moodChange: number
  /** Seconds of silence before the turn. */
  pauseSeconds: number
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
  /** The text message that the flow sends, with its variables not yet filled; null if it sends none. */
  message: string | null
  /** False if the customer's last answer was a no. */
  hasAgreed: boolean
  /** Seconds of silence that ended the call; null if it ended otherwise. */
  finalSilenceSeconds: number | null
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
    const matching = purposes.find((purpose) => purpose !== 'general' && phrases[purpose].pattern.test(text))
    if (matching !== undefined) return matching
  }
  return 'general'
}

/** Limits cycles: a call takes at most this many steps, and visits each node at most twice. */
const maxSteps = 30
/** In a conversation with fewer turns, the agent asks whether there is anything else. */
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
  const questions = [...purposePhrases.customerQuestions]
  const visits = new Map<string, number>()
  let steps = 0
  /** Rules are followed at most once. */
  const followedRules = new Set<FlowRule>()
  let colleague: Dialogue['colleague'] = null
  let message: string | null = null
  let finalSilenceSeconds: number | null = null
  /** The customer has stopped speaking. */
  let isCustomerSilent = false
  /** Seconds of silence before the next turn. */
  let pauseSeconds = 0
  /** Text that precedes the agent's next turn. */
  let nextTurnPrefix = ''
  let hasAgreed = true
  let isOver = false

  const pickOne = (list: readonly string[]): string => pick(random, list)
  const currentMood = () => turns.reduce((sum, turn) => sum + turn.moodChange, 0)
  const nodeAt = (id: string | undefined) => flow.flowData.nodes.find((node) => node.id === id)

  function say(role: Role, text: string, moodChange = 0) {
    if (role === 'customer' && isCustomerSilent) return
    const content = fillVariables(
      role === 'agent' && nextTurnPrefix !== '' ? `${nextTurnPrefix} ${text}` : text,
      variables,
    )
    if (role === 'agent') nextTurnPrefix = ''
    if (content === '') return
    turns.push({ role, text: content, moodChange, pauseSeconds })
    pauseSeconds = 0
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
  function askScriptedQuestions() {
    const promptQuestions =
      flow.prompt.match(/[^.!?\n]+\?/g)?.map((ask) => ({ ask: ask.trim(), yes: '', no: '' })) ?? []
    for (const { ask, yes, no } of promptQuestions.length > 0 ? promptQuestions : purposePhrases.scriptedQuestions) {
      say('agent', ask)
      if (maybeInterrupt()) return
      const isYes = chance(random, 0.72)
      sayAnswer(answerQuestion(random, ask, isYes ? 'yes' : 'no', ''), isYes ? 'yes' : 'no')
      if (followNegativeMoodRule()) return
      say('agent', isYes ? yes : no)
      maybeAskAgent()
    }
  }

  function followGraph(start: FlowNode) {
    let node: FlowNode | undefined = start
    /** The edge that the previous answer already chose. */
    let chosenEdge: FlowEdge | undefined
    while (node !== undefined && !isOver) {
      const { id } = node
      const visitCount = (visits.get(id) ?? 0) + 1
      if (visitCount > 2 || ++steps > maxSteps) return
      visits.set(id, visitCount)
      const edge: FlowEdge | undefined = chosenEdge ?? chooseNextEdge(id)
      chosenEdge = undefined
      const text = trimText(node.data.prompt) || trimText(node.data.text) || trimText(node.data.message)
      switch (node.type) {
        case 'start':
        case 'condition':
          break
        case 'ask': {
          const next: FlowNode | undefined = nodeAt(edge?.target)
          if (next?.type === 'condition' && labelOf(edge) === '') chosenEdge = chooseNextEdge(next.id)
          askQuestion(text || trimText(node.data.label), labelOf(chosenEdge ?? edge))
          break
        }
        case 'transfer':
          handOver(trimText(node.data.department) || trimText(node.data.to) || 'customer care', text)
          return
        case 'message':
          message = text || null
          say('agent', trimText(node.data.spoken) || 'I will send you that as a text message in a moment.')
          break
        case 'end':
          finish(text)
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
    const evaluated = edges.map((edge) => ({ edge, isTrue: evaluateCondition(labelOf(edge)) }))
    const certain = evaluated.find(({ isTrue }) => isTrue === true)
    if (certain !== undefined) return certain.edge
    return chooseEdge(
      random,
      evaluated.flatMap(({ edge, isTrue }) => (isTrue === null ? [edge] : [])),
    )
  }

  /** Returns whether a condition is true now; null if the customer's answer decides. */
  function evaluateCondition(text: string): boolean | null {
    const condition = parseCondition(text)
    switch (condition) {
      case 'outside_working_hours':
        return isOutsideHours
      case 'sentiment_negative':
        return currentMood() <= angryMood
      case 'silence':
        return isCustomerSilent
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
    nextTurnPrefix = branch === 'yes' ? pickOne(thanks) : branch === 'no' ? pickOne(acknowledgements) : ''
    maybeAskAgent()
  }

  function sayAnswer(text: string, branch: Branch) {
    hasAgreed = branch !== 'no'
    const isComplaining = branch === 'no' && chance(random, 0.2)
    const moodChange = { yes: 1, no: -1, other: 0 }[branch] - (isComplaining ? 2 : 0)
    say('customer', isComplaining ? `${text} ${pickOne(complaints)}` : text, moodChange)
  }

  /** Sometimes the customer asks a question, and the agent answers it. */
  function maybeAskAgent() {
    if (isOver || questions.length === 0 || !chance(random, 0.55)) return
    const index = Math.floor(random() * questions.length)
    const [question] = questions.splice(index, 1)
    if (question === undefined) return
    nextTurnPrefix = ''
    const opening = pickOne(questionOpenings)
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

  /** Sometimes the customer does not answer, or triggers a rule. Returns true if the call then ends or leaves the current question. */
  function maybeInterrupt(): boolean {
    if (isCustomerSilent || chance(random, 0.04)) return handleSilence()
    for (const rule of flow.rules) {
      if (followedRules.has(rule)) continue
      const condition = parseCondition(rule.when)
      if (condition === 'caller_asks_for_human' && chance(random, 0.06)) {
        say('customer', pickOne(humanRequests))
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
    if (currentMood() > angryMood) return false
    nextTurnPrefix = pickOne(apologies)
    return followRuleFor('sentiment_negative')
  }

  /** The customer is silent. Most come back; otherwise the rule for silence or the flow's silence limit ends the call. */
  function handleSilence(): boolean {
    const silenceLimit = settings.silenceSeconds
    const noticedAfterSeconds = integerBetween(random, 5, 9)
    if (isCustomerSilent || (silenceLimit !== null && silenceLimit <= noticedAfterSeconds))
      return endInSilence(silenceLimit ?? noticedAfterSeconds)
    pauseSeconds = noticedAfterSeconds
    say('agent', pickOne(silenceQuestions))
    if (chance(random, 0.7)) {
      pauseSeconds = 2
      say('customer', pickOne(silenceAnswers))
      return false
    }
    isCustomerSilent = true
    pauseSeconds = Math.min(silenceLimit ?? noticedAfterSeconds, noticedAfterSeconds)
    if (followRuleFor('silence')) return true
    pauseSeconds = 0
    return endInSilence(silenceLimit ?? noticedAfterSeconds)
  }

  function endInSilence(seconds: number): true {
    finalSilenceSeconds = seconds
    hasAgreed = false
    isOver = true
    return true
  }

  /** Follows the first unused rule for a condition (interface section 2). Returns false if there is none or its node is missing. */
  function followRuleFor(condition: Condition): boolean {
    const rule = flow.rules.find((rule) => parseCondition(rule.when) === condition && !followedRules.has(rule))
    return rule !== undefined && followRule(rule)
  }

  function followRule(rule: FlowRule): boolean {
    const { then, value } = rule
    followedRules.add(rule)
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
      if (!isOver) finish()
    }
    return true
  }

  /** Hands the call over to a colleague, who finishes it. */
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

  /** Says goodbye. In a short conversation, the agent first asks whether there is anything else. */
  function finish(text = '') {
    if (turns.length < minTurns && !isCustomerSilent) {
      say('agent', pickOne(anythingElse))
      const turnCount = turns.length
      maybeAskAgent()
      if (turns.length === turnCount) say('customer', pickOne(nothingElse))
    }
    sayGoodbye(text)
  }

  function sayGoodbye(text: string) {
    say('agent', text || pickOne(goodbyes))
    const isCurt = currentMood() < 0
    say('customer', pickOne(isCurt ? curtGoodbyes : customerGoodbyes), isCurt ? 0 : 1)
    isOver = true
  }

  function simulate() {
    greet()
    if (isOutsideHours) sayClosed()
    else {
      const { nodes } = flow.flowData
      const start = flow.promptType === 'simple' ? undefined : (nodes.find(({ type }) => type === 'start') ?? nodes[0])
      if (start === undefined) askScriptedQuestions()
      else followGraph(start)
    }
    if (!isOver) finish()
  }

  simulate()
  return { turns, colleague, message, finalSilenceSeconds, hasAgreed }
}
