/** Finds problems in a flow's graph. None of them prevents saving, since a flow may be finished later. Pure. */
import type { FlowRule } from '#contract/index.ts'
import { connectionLabel, type Graph, labelOf, stepText } from '#flow-engine/graph.ts'
import type { OutlineLine } from './graph.ts'
import { isStepType, stepName, stepTypeOf } from './step-types.ts'
import * as texts from './texts.tsx'

export interface Problem {
  text: string
  /** The ID of the step to check; null if the problem is not in one step. */
  node: string | null
}

/** IDs of the steps that a rule goes to. Calls can reach them without a connection. */
export const ruleTargets = (rules: readonly FlowRule[]): string[] =>
  rules.filter(({ then }) => then === 'go_to_node').map(({ value }) => value)

/** What to check in each step, as one text, by the ID of the step. */
export function problemsByStep(problems: readonly Problem[]): ReadonlyMap<string, string> {
  const byStep = new Map<string, string>()
  for (const { node, text } of problems)
    if (node !== null) byStep.set(node, byStep.has(node) ? `${byStep.get(node)} ${text}` : text)
  return byStep
}

const missingTexts: Partial<Record<string, (step: string) => string>> = {
  say: texts.nothingToSay,
  ask: texts.nothingToAsk,
  message: texts.nothingToSend,
}

function problemsOfStep(graph: Graph, { node, next }: OutlineLine, name: string): string[] {
  const connections = next.map(({ edge }) => edge)
  return [
    stepText(node) === '' && missingTexts[node.type]?.(name),
    node.type === 'transfer' &&
      !node.data?.department &&
      !node.data?.to &&
      `${name} does not name who takes over the call.`,
    ['start', 'say', 'ask', 'message'].includes(node.type) && connections.length === 0 && `${name} has no next step.`,
    node.type === 'condition' && connections.length < 2 && `${name} needs at least two branches.`,
    node.type === 'condition' &&
      connections.some((edge) => connectionLabel(edge) === '') &&
      `${name} has a branch without a label or condition.`,
    node.type === 'end' && connections.length > 0 && `${name} ends the call, but leads to another step.`,
    node.type === 'start' &&
      graph.edges.some(({ target }) => target === node.id) &&
      `${name} begins the call, but another step leads back to it.`,
  ].filter((text): text is string => typeof text === 'string')
}

/**
 * The problems in the order of the outline.
 *
 * @param lines the outline of the graph
 */
export function problemsIn(graph: Graph, lines: readonly OutlineLine[]): Problem[] {
  if (graph.nodes.length === 0) return []
  const starts = lines.filter(({ node }) => node.type === 'start')
  const problems: Problem[] = []
  if (starts.length === 0)
    problems.push({ text: 'This flow has no start step. Calls begin at the first step.', node: null })
  for (const { node } of starts.slice(1))
    problems.push({ text: 'This flow has more than one start step. Calls begin at the first one.', node: node.id })
  const ids = new Set<string>()
  for (const { id } of graph.nodes) {
    if (ids.has(id))
      problems.push({ text: `Two steps have the ID ${id}. Only the first one can be reached.`, node: id })
    ids.add(id)
  }
  for (const line of lines) {
    const { node, isReachable } = line
    const name = stepName(line)
    // That there is more than one start step is a problem of its own.
    if (!isReachable && node.type !== 'start') problems.push({ text: `Calls never get to ${name}.`, node: node.id })
    if (isStepType(node.type)) {
      for (const text of problemsOfStep(graph, line, name)) problems.push({ text, node: node.id })
    }
  }
  const steps = new Map(lines.map(({ node }) => [node.id, node]))
  for (const { id, source, target } of graph.edges) {
    const [from, to] = [steps.get(source), steps.get(target)]
    if (from && to) continue
    problems.push({
      text: from
        ? texts.missingTarget(labelOf(from) || stepTypeOf(from.type).name, target)
        : source === ''
          ? `Connection ${id} begins at no step.`
          : `Connection ${id} begins at ${source}, which does not exist.`,
      node: from?.id ?? to?.id ?? null,
    })
  }
  return problems
}
