/** Suggests what to check in a flow's graph. No suggestion prevents saving, since a flow may be finished later. Pure. */
import type { FlowNode, FlowRule } from '#contract/index.ts'
import { connectionLabel, edgesFrom, type Graph, labelOf, stepOf, stepText } from '#flow-engine/graph.ts'
import { outlineOf } from './graph.ts'
import { isStepType, stepName, stepTypeOf } from './step-types.ts'
import * as texts from './texts.tsx'

export interface Suggestion {
  text: string
  /** The ID of the step to check; null if the suggestion is not about one step. */
  node: string | null
}

/** IDs of the steps that a rule goes to. Calls can reach them without a connection. */
export const ruleTargets = (rules: readonly FlowRule[]): string[] =>
  rules.filter(({ then }) => then === 'go_to_node').map(({ value }) => value)

/** What to check in each step, as one text, by the ID of the step. */
export function problemsByStep(suggestions: readonly Suggestion[]): ReadonlyMap<string, string> {
  const byStep = new Map<string, string>()
  for (const { node, text } of suggestions)
    if (node !== null) byStep.set(node, byStep.has(node) ? `${byStep.get(node)} ${text}` : text)
  return byStep
}

const missingTextSuggestions: Partial<Record<string, (step: string) => string>> = {
  say: texts.nothingToSay,
  ask: texts.nothingToAsk,
  message: texts.nothingToSend,
}

function stepSuggestions(graph: Graph, node: FlowNode, name: string): string[] {
  const connections = edgesFrom(graph, node.id)
  return [
    stepText(node) === '' && missingTextSuggestions[node.type]?.(name),
    node.type === 'transfer' && !node.data?.department && !node.data?.to && texts.noTransferTarget(name),
    ['start', 'say', 'ask', 'message'].includes(node.type) && connections.length === 0 && texts.stepWithoutNext(name),
    node.type === 'condition' && connections.length < 2 && texts.tooFewBranches(name),
    node.type === 'condition' &&
      connections.some((edge) => connectionLabel(edge) === '') &&
      texts.unlabelledBranch(name),
    node.type === 'end' && connections.length > 0 && texts.stepAfterEnd(name),
    node.type === 'start' && graph.edges.some(({ target }) => target === node.id) && texts.loopToStart(name),
  ].filter((text): text is string => typeof text === 'string')
}

/**
 * The suggestions in the order of the outline.
 *
 * @param rules the flow's rules, which may go to a step
 */
export function suggestionsFor(graph: Graph, rules: readonly FlowRule[]): Suggestion[] {
  if (graph.nodes.length === 0) return []
  const lines = outlineOf(graph, ruleTargets(rules))
  const starts = lines.filter(({ node }) => node.type === 'start')
  const suggestions: Suggestion[] = []
  if (starts.length === 0) suggestions.push({ text: texts.noStart, node: null })
  for (const { node } of starts.slice(1)) suggestions.push({ text: texts.severalStarts, node: node.id })
  const ids = new Set<string>()
  for (const { id } of graph.nodes) {
    if (ids.has(id)) suggestions.push({ text: texts.duplicateId(id), node: id })
    ids.add(id)
  }
  for (const line of lines) {
    const { node, isReachable } = line
    const name = stepName(line)
    if (!isReachable) suggestions.push({ text: texts.stepUnreachable(name), node: node.id })
    if (isStepType(node.type)) {
      for (const text of stepSuggestions(graph, node, name)) suggestions.push({ text, node: node.id })
    }
  }
  for (const { id, source, target } of graph.edges) {
    const from = stepOf(graph, source)
    if (from && stepOf(graph, target)) continue
    suggestions.push({
      text: from
        ? texts.missingTarget(labelOf(from) || stepTypeOf(from.type).name, target)
        : texts.missingSource(id, source),
      node: from?.id ?? stepOf(graph, target)?.id ?? null,
    })
  }
  return suggestions
}
