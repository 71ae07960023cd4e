/**
 * Simulates the conversation of a call: follows the flow's graph and rules or, for a flow with only a prompt, typical questions
 * for its purpose. Pure: the same random numbers give the same conversation.
 * Longer than 300 lines, because all parts share the state of one conversation.
 */
import type { Flow, FlowEdge, FlowRule } from '#contract/index.ts'
import { type Branch, type Condition, classifyBranch, parseCondition, type Situation } from '#flow-engine/conditions.ts'
import { actionOf, branchLabel } from '#flow-engine/graph.ts'
import type { CallSettings } from '#flow-engine/settings.ts'
import { fillVariables } from '#flow-engine/variables.ts'
import {
  branchesAt,
  conditionAfter,
  greetingOf,
  promptQuestions,
  ruleAction,
  ruleFor,
  startWalk,
  type Walk,
  type WalkedFlow,
  walkAlong,
  walkTo,
} from '#flow-engine/walk.ts'
import { chance, integerBetween, pick, type Random } from '../shared/random.ts'
import { answerQuestion, chooseEdge, statementFor } from './customer-answers.ts'
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
export type CallFlow = Pick<Flow, 'id' | 'name' | 'description'> & WalkedFlow

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
  let walk: Walk = startWalk(flow)
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
    const { isCustomerFirst, text } = greetingOf(flow)
    if (isCustomerFirst || chance(random, 0.7)) say('customer', pickOne(hellos))
    const greeting = text || pickOne(greetings)
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
    const questions = promptQuestions(flow.prompt).map((ask) => ({ ask, yes: '', no: '' }))
    for (const { ask, yes, no } of questions.length > 0 ? questions : purposePhrases.scriptedQuestions) {
      say('agent', ask)
      if (maybeInterrupt()) return
      const isYes = chance(random, 0.72)
      sayAnswer(answerQuestion(random, ask, isYes ? 'yes' : 'no', ''), isYes ? 'yes' : 'no')
      if (followNegativeMoodRule()) return
      say('agent', isYes ? yes : no)
      maybeAskAgent()
    }
  }

  /** Follows the steps from the one where the walk is. */
  function followSteps() {
    /** The edge that the previous answer already chose. */
    let chosenEdge: FlowEdge | undefined
    while (walk.step !== null && !isOver) {
      const edge: FlowEdge | undefined = chosenEdge ?? chooseNextEdge(walk.step.id)
      chosenEdge = undefined
      const action = actionOf(walk.step)
      switch (action.kind) {
        case 'pass':
          break
        case 'say':
          say('agent', action.text)
          break
        case 'ask': {
          const condition = conditionAfter(walk.graph, edge)
          if (condition !== undefined) chosenEdge = chooseNextEdge(condition.id)
          askQuestion(action.text, branchLabel(chosenEdge ?? edge))
          break
        }
        case 'transfer':
          handOver(action.to, action.text)
          return
        case 'message':
          message = action.text || null
          say('agent', action.spoken || 'I will send you that as a text message in a moment.')
          break
        case 'end':
          finish(action.text)
          return
        default:
          action satisfies never
      }
      walk = walkAlong(walk, edge)
    }
  }

  /** Chooses the edge to take from a step: the first with a true condition, or one by the customer's answer. */
  function chooseNextEdge(stepId: string): FlowEdge | undefined {
    const branches = branchesAt(walk.graph, stepId, currentSituation())
    return branches.taken ?? chooseEdge(random, branches.open)
  }

  /** Whether a customer asks for a person is decided by their answer. */
  const currentSituation = (): Situation => ({
    outside_working_hours: isOutsideHours,
    sentiment_negative: currentMood() <= angryMood,
    silence: isCustomerSilent,
    caller_asks_for_human: null,
  })

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
    const rule = ruleFor(flow.rules, condition, followedRules)
    return rule !== undefined && followRule(rule)
  }

  function followRule(rule: FlowRule): boolean {
    followedRules.add(rule)
    const action = ruleAction(walk.graph, rule)
    switch (action.kind) {
      case 'transfer':
        handOver(action.to, '')
        break
      case 'message':
        message = action.text || null
        say('agent', 'Let me send you the details as a text message, then you can read them in peace.')
        sayGoodbye('')
        break
      case 'end':
        sayGoodbye(action.text)
        break
      case 'go-to':
        walk = walkTo(walk, action.step.id)
        followSteps()
        if (!isOver) finish()
        break
      case 'nothing':
        return false
      default:
        action satisfies never
    }
    return true
  }

  /** Hands the call over to a colleague, who finishes it. */
  function handOver(to: string, text: string) {
    const department = to || 'customer care'
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
      if (walk.step === null) askScriptedQuestions()
      else followSteps()
    }
    if (!isOver) finish()
  }

  simulate()
  return { turns, colleague, message, finalSilenceSeconds, hasAgreed }
}
