/**
 * Rehearses a flow: what a call would do and say, move by move, with a simulated customer or with the answers that a person gives. Pure: the
 * same flow, options and inputs always give the same moves, so going back means leaving out inputs.
 */
import type { FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import {
  type Answer,
  answerFor,
  asksForPerson,
  branchOf,
  decideBranch,
  type Reason,
  type SimulatedCustomer,
} from './answers.ts'
import { parseCondition, type Situation } from './conditions.ts'
import { actionOf, branchLabel, edgesFrom } from './graph.ts'
import type { End, Event, Input, Move, Rehearsal, RehearsalOptions, Via, Waiting } from './rehearsal.ts'
import { settingsOf } from './settings.ts'
import { splitVariables } from './variables.ts'
import {
  type Branches,
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
} from './walk.ts'

/** Rehearses a flow as far as the inputs go. An input that does not fit, because the flow was edited, is left out with those after it. */
export function rehearse(flow: WalkedFlow, options: RehearsalOptions, inputs: readonly Input[]): Rehearsal {
  const { customer, values, isOutsideHours } = options
  const settings = settingsOf(flow)
  const graph = flow.flowData
  const start = startWalk(flow)
  const moves: Move[] = []
  const followedRules = new Set<FlowRule>()
  let walk: Walk = { ...start, step: null }
  let via: Via | null = null
  let answer: Answer | null = null
  /** The branch that was chosen together with the answer. */
  let chosenEdge: FlowEdge | undefined
  let waiting: Waiting | null = null
  let isOver = false
  let usedInputs = 0
  /** A simulated customer asks for a person, stays silent or hangs up only once. */
  let hasActed = false

  const piecesOf = (text: string) => splitVariables(text, values)

  function add(event: Event) {
    moves.push({ step: walk.step, via, event })
    via = null
  }
  const say = (occasion: Extract<Event, { kind: 'agent' }>['occasion'], text = '') =>
    add({ kind: 'agent', occasion, pieces: piecesOf(text) })
  /** Ends the call. Always returns true. */
  function end(why: End): true {
    add({ kind: 'end', why })
    isOver = true
    return true
  }
  /** Waits for a person. Always returns true. */
  function waitFor(kind: Waiting['for'], branches: readonly FlowEdge[]): true {
    const rules = flow.rules.flatMap((rule, index) => (canTrigger(rule) ? [{ rule, index }] : []))
    waiting = { for: kind, branches, rules: kind === 'answer' ? rules : [] }
    isOver = true
    return true
  }
  /** Whether a person has to say that a rule applies. The other conditions follow from the answer and the options. */
  const canTrigger = (rule: FlowRule | undefined): boolean =>
    rule !== undefined &&
    rule.when.trim() !== '' &&
    !followedRules.has(rule) &&
    [null, 'sentiment_negative'].includes(parseCondition(rule.when))

  const isAskingForPerson = () =>
    answer?.kind === 'asks-for-person' || (answer?.kind === 'typed' && asksForPerson(answer.text))
  const currentSituation = (): Situation => ({
    outside_working_hours: isOutsideHours,
    silence: answer?.kind === 'silent',
    caller_asks_for_human: isAskingForPerson(),
    // Words do not tell for sure, so the person who types decides. A simulated customer is never angry.
    sentiment_negative: customer === 'typed' ? null : false,
  })

  /** Follows a rule. Returns false if it has no effect. */
  function followRule(rule: FlowRule, reason: Reason): boolean {
    followedRules.add(rule)
    via = { by: 'rule', rule, reason }
    const action = ruleAction(graph, rule)
    switch (action.kind) {
      case 'transfer':
        say('transfer')
        return end({ kind: 'transferred', to: action.to })
      case 'message':
        add({ kind: 'text-message', pieces: piecesOf(action.text) })
        say('goodbye')
        return end({ kind: 'rule' })
      case 'end':
        say('goodbye', action.text)
        return end({ kind: 'rule' })
      case 'go-to':
        goOn(walkTo(walk, action.step.id))
        return true
      case 'nothing':
        add({ kind: 'rule-without-effect' })
        return false
      default:
        return action satisfies never
    }
  }

  /** Follows the first rule from the top whose condition the answer meets. Returns false if none has an effect. */
  function followRules(): boolean {
    const situation = currentSituation()
    return flow.rules.some((rule) => {
      const condition = parseCondition(rule.when)
      const applies = condition !== null && condition !== 'outside_working_hours' && situation[condition] === true
      return applies && !followedRules.has(rule) && followRule(rule, { kind: 'condition', condition })
    })
  }

  /** Goes on from the next step, or ends the call where the walk stopped. */
  function goOn(next: Walk) {
    if (next.stop === null) walk = next
    else end(next.stop)
  }

  /** The branches of a question: those of its own step or, if only one leads on, of the condition after it. */
  function branchesOfQuestion(): Branches {
    if (walk.step === null) return { taken: null, open: [] }
    const branches = branchesAt(graph, walk.step.id, currentSituation())
    if (branches.taken !== null || branches.open.length !== 1) return branches
    const condition = conditionAfter(graph, branches.open[0])
    return condition === undefined ? branches : branchesAt(graph, condition.id, currentSituation())
  }
  const openBranches = (): readonly FlowEdge[] => {
    const branches = branchesOfQuestion()
    return branches.taken === null && branches.open.length > 1 ? branches.open : []
  }

  /** The customer answers. Returns true if that decides where the call goes on, ends it, or if the rehearsal waits for the answer. */
  function takeAnswer(): boolean {
    answer = null
    chosenEdge = undefined
    const branches = openBranches()
    return customer === 'typed' ? takeTypedAnswer(branches) : simulateAnswer(customer, branches)
  }

  function takeTypedAnswer(branches: readonly FlowEdge[]): boolean {
    const input = inputs[usedInputs]
    const edge = input?.kind === 'branch' ? branches.find(({ id }) => id === input.edgeId) : undefined
    const rule = input?.kind === 'rule' ? flow.rules[input.index] : undefined
    if (input === undefined || (input.kind === 'branch' && !edge) || (input.kind === 'rule' && !canTrigger(rule)))
      return waitFor('answer', branches)
    usedInputs++
    // A person may go round in a loop as often as they answer.
    if (walk.step !== null) walk = { ...walk, visits: new Map([[walk.step.id, 1]]) }
    if (input.kind === 'answer') return react({ kind: 'typed', text: input.text })
    if (rule !== undefined) {
      answer = { kind: 'rule', when: rule.when }
      add({ kind: 'customer', answer })
      return followRule(rule, { kind: 'person-chose' })
    }
    chosenEdge = edge
    return react(input.kind === 'branch' || input.kind === 'rule' ? answerTo(edge) : { kind: input.kind })
  }
  const answerTo = (edge: FlowEdge | undefined): Answer => ({ kind: 'branch', label: branchLabel(edge) })

  function simulateAnswer(kind: SimulatedCustomer, branches: readonly FlowEdge[]): boolean {
    if ((kind === 'asks-for-person' || kind === 'silent' || kind === 'hangs-up') && !hasActed) {
      hasActed = true
      if (react({ kind })) return true
      if (branchesOfQuestion().taken !== null) return false
      // Nobody takes over, so the customer goes on like one who agrees.
    }
    chosenEdge = branchOf(kind, branches)
    return react(answerFor(kind, chosenEdge))
  }

  /** What an answer causes besides the choice of a branch. Returns true if the call then goes on from another step or ends. */
  function react(next: Answer): boolean {
    answer = next
    add({ kind: 'customer', answer })
    if (next.kind === 'hangs-up') return end({ kind: 'hung-up' })
    const followedBefore = followedRules.size
    if (followRules()) return true
    if (branchesOfQuestion().taken !== null) return false
    if (next.kind === 'silent') return end({ kind: 'silence', afterSeconds: settings.silenceSeconds })
    if (isAskingForPerson() && followedRules.size === followedBefore) add({ kind: 'nobody-to-transfer-to' })
    return false
  }

  /** Leaves a step on one of its connections, waits until a person chooses one, or ends the call. */
  function leave(step: FlowNode) {
    const branches = branchesAt(graph, step.id, currentSituation())
    if (branches.taken !== null) return take(branches.taken, { kind: 'condition', condition: branches.condition })
    const [onlyEdge, ...others] = branches.open
    if (onlyEdge === undefined)
      return end(edgesFrom(graph, step.id).length > 0 ? { kind: 'no-branch' } : { kind: 'no-next', step })
    if (others.length === 0) return take(onlyEdge, { kind: 'only-connection' })
    return choose(branches.open)
  }

  /** Chooses between open branches by the answer. */
  function choose(open: readonly FlowEdge[]) {
    if (chosenEdge !== undefined && open.includes(chosenEdge))
      return take(chosenEdge, { kind: customer === 'typed' ? 'person-chose' : 'customer-chose' })
    if (customer !== 'typed') {
      const edge = branchOf(customer, open)
      return edge && take(edge, { kind: 'customer-chose' })
    }
    const decided = answer?.kind === 'typed' ? decideBranch(answer.text, open) : null
    if (decided !== null) {
      // The same words do not decide about another condition.
      answer = null
      return take(decided.edge, decided.reason)
    }
    const input = inputs[usedInputs]
    const edge = input?.kind === 'branch' ? open.find(({ id }) => id === input.edgeId) : undefined
    if (edge === undefined) return waitFor('branch', open)
    usedInputs++
    return take(edge, { kind: 'person-chose' })
  }

  function take(edge: FlowEdge, reason: Reason) {
    via = { by: 'connection', edge, reason }
    goOn(walkAlong(walk, edge))
  }

  function followSteps() {
    while (walk.step !== null && !isOver) {
      const { step } = walk
      const action = actionOf(step)
      switch (action.kind) {
        case 'pass':
          add({ kind: 'pass' })
          break
        case 'say':
          say('say', action.text)
          break
        case 'ask':
          say('ask', action.text)
          if (takeAnswer()) continue
          break
        case 'message':
          add({ kind: 'text-message', pieces: piecesOf(action.text) })
          say('message', action.spoken)
          break
        case 'transfer':
          say('transfer', action.text)
          end({ kind: 'transferred', to: action.to })
          return
        case 'end':
          say('goodbye', action.text)
          end({ kind: 'end-step' })
          return
        default:
          action satisfies never
      }
      leave(step)
    }
  }

  /** Without steps: asks the questions in the prompt. */
  function followPrompt() {
    add({ kind: 'prompt', pieces: piecesOf(flow.prompt.trim()) })
    for (const question of promptQuestions(flow.prompt)) {
      say('ask', question)
      if (takeAnswer()) return followSteps()
    }
    say('goodbye')
    end({ kind: 'end-of-prompt' })
  }

  function followOutsideHours() {
    say('closed', settings.outOfHoursMessage)
    const rule = ruleFor(flow.rules, 'outside_working_hours', followedRules)
    if (rule && followRule(rule, { kind: 'condition', condition: 'outside_working_hours' })) return followSteps()
    say('goodbye')
    end({ kind: 'closed' })
  }

  const { isCustomerFirst, text } = greetingOf(flow)
  if (isCustomerFirst) add({ kind: 'customer', answer: { kind: 'speaks-first' } })
  say('greeting', text)
  if (isOutsideHours) followOutsideHours()
  else {
    walk = start
    if (walk.step === null) followPrompt()
    else followSteps()
  }
  return { moves, waiting }
}
