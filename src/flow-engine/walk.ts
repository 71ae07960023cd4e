/**
 * Walks a flow: from step to step along its connections, and from a rule to its step (interface 2). The one place that decides where a
 * call begins, which way it can go and where it stops. Whoever walks decides between open branches: the embedded service by chance, a
 * rehearsal by a person's answer. Pure: a walk never changes; each move returns a new one.
 */
import type { Flow, FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import { type Condition, conditionOf, parseCondition, type Situation } from './conditions.ts'
import { branchLabel, edgesFrom, entryStep, type Graph, stepOf } from './graph.ts'

/** The fields of a flow that decide what a call does. */
export type WalkedFlow = Pick<
  Flow,
  'promptType' | 'prompt' | 'flowData' | 'rules' | 'settings' | 'welcomeMessage' | 'customWelcomeMessage'
>

/** Why a walk is at no step. */
export type Stop =
  /** The flow has only a prompt. */
  | { kind: 'no-steps' }
  /** Nothing leads on from this step. */
  | { kind: 'no-next'; step: FlowNode }
  | { kind: 'missing-step'; id: string }
  /** The call came to this step again and again. */
  | { kind: 'loop'; step: FlowNode }

export interface Walk {
  readonly graph: Graph
  /** Where the call is; null if it is at no step. */
  readonly step: FlowNode | null
  /** null while the call is at a step. */
  readonly stop: Stop | null
  /** How often the call was at each step. */
  readonly visits: ReadonlyMap<string, number>
}

/** A call that comes to a step more often goes round in a loop. */
const maxVisits = 2

/** Whether a call follows the steps of a flow, or only its prompt. */
export const hasSteps = ({ promptType, flowData }: Pick<Flow, 'promptType' | 'flowData'>): boolean =>
  promptType !== 'simple' && flowData.nodes.length > 0

/** A walk at the first step of a flow. */
export function startWalk(flow: Pick<Flow, 'promptType' | 'flowData'>): Walk {
  const walk: Walk = { graph: flow.flowData, step: null, stop: { kind: 'no-steps' }, visits: new Map() }
  const entry = hasSteps(flow) ? entryStep(flow.flowData) : undefined
  return entry === undefined ? walk : walkTo(walk, entry.id)
}

/** Goes to a step without a connection, as a rule does. */
export function walkTo(walk: Walk, id: string): Walk {
  const step = stepOf(walk.graph, id)
  if (step === undefined) return { ...walk, step: null, stop: { kind: 'missing-step', id } }
  const visitCount = (walk.visits.get(id) ?? 0) + 1
  if (visitCount > maxVisits) return { ...walk, step: null, stop: { kind: 'loop', step } }
  return { ...walk, step, stop: null, visits: new Map(walk.visits).set(id, visitCount) }
}

/** Follows a connection of the current step; undefined: the step has none. */
export function walkAlong(walk: Walk, edge: FlowEdge | undefined): Walk {
  if (walk.step === null) return walk
  if (edge === undefined) return { ...walk, step: null, stop: { kind: 'no-next', step: walk.step } }
  return walkTo(walk, edge.target)
}

/** The branches of a step: the first whose condition is true or, if none is, those between which the customer's answer decides. */
export type Branches = { taken: FlowEdge; condition: Condition } | { taken: null; open: readonly FlowEdge[] }

/** Evaluates the conditions of the connections that begin at a step, in their order. */
export function branchesAt(graph: Graph, stepId: string, situation: Situation): Branches {
  const open: FlowEdge[] = []
  for (const edge of edgesFrom(graph, stepId)) {
    const condition = conditionOf(edge)
    if (condition !== null && situation[condition] === true) return { taken: edge, condition }
    if (condition === null || situation[condition] === null) open.push(edge)
  }
  return { taken: null, open }
}

/** The condition step that decides on the answer to a question, if the question leads to one without a condition of its own. */
export function conditionAfter(graph: Graph, edge: FlowEdge | undefined): FlowNode | undefined {
  const next = branchLabel(edge) === '' ? stepOf(graph, edge?.target) : undefined
  return next?.type === 'condition' ? next : undefined
}

/** The first rule from the top that has this condition and was not followed yet. A call follows each rule at most once. */
export const ruleFor = (
  rules: readonly FlowRule[],
  condition: Condition,
  followed: ReadonlySet<FlowRule>,
): FlowRule | undefined => rules.find((rule) => parseCondition(rule.when) === condition && !followed.has(rule))

/** What a rule does. A text of '' means that the agent uses its own words. */
export type RuleAction =
  | { kind: 'transfer'; to: string }
  | { kind: 'message'; text: string }
  | { kind: 'end'; text: string }
  | { kind: 'go-to'; step: FlowNode }
  /** The step does not exist, or the service's word for the action is unknown: the call goes on as if there were no such rule. */
  | { kind: 'nothing' }

/** What a rule does in this graph. */
export function ruleAction(graph: Graph, { then, value }: FlowRule): RuleAction {
  switch (then) {
    case 'transfer':
      return { kind: 'transfer', to: value.trim() }
    case 'message':
      return { kind: 'message', text: value.trim() }
    case 'end':
      return { kind: 'end', text: value.trim() }
    case 'go_to_node': {
      const step = stepOf(graph, value)
      return step === undefined ? { kind: 'nothing' } : { kind: 'go-to', step }
    }
    default:
      return { kind: 'nothing' }
  }
}

/** Why the customer never gets to answer in a flow. */
export type NoQuestion = 'no-question-step' | 'question-out-of-reach' | 'no-question-in-prompt'

/** Why the customer never gets to answer; null if a call can come to a question. Rules other than for working hours need an answer first. */
export function noQuestionReason(flow: WalkedFlow): NoQuestion | null {
  const { flowData: graph, rules } = flow
  if (!hasSteps(flow)) return promptQuestions(flow.prompt).length > 0 ? null : 'no-question-in-prompt'
  if (!graph.nodes.some(({ type }) => type === 'ask')) return 'no-question-step'
  const afterHours = rules.filter(
    ({ when, then }) => then === 'go_to_node' && parseCondition(when) === 'outside_working_hours',
  )
  const reached = new Set([entryStep(graph)?.id ?? '', ...afterHours.map(({ value }) => value)])
  for (const id of reached) {
    const type = stepOf(graph, id)?.type ?? ''
    if (type === 'ask') return null
    if (type !== 'end' && type !== 'transfer') for (const { target } of edgesFrom(graph, id)) reached.add(target)
  }
  return 'question-out-of-reach'
}

/** How a call begins. A text of '' means that the agent uses its own words. */
export function greetingOf(flow: Pick<Flow, 'welcomeMessage' | 'customWelcomeMessage'>): {
  isCustomerFirst: boolean
  text: string
} {
  const { welcomeMessage, customWelcomeMessage } = flow
  return {
    isCustomerFirst: welcomeMessage === 'user_initiated',
    text: welcomeMessage === 'ai_custom' ? customWelcomeMessage.trim() : '',
  }
}

/** The questions in the prompt of a flow without steps. */
export const promptQuestions = (prompt: string): string[] =>
  prompt.match(/[^.!?\n]+\?/g)?.map((question) => question.trim()) ?? []
