/** What is odd about a flow's graph. Nothing of it keeps anybody from saving: a flow may be finished tomorrow. Pure. */
import type { FlowNode, FlowRule } from '#contract/index.ts'
import { edgesFrom, type Graph, labelOf, outlineOf, stepOf, wordsOf } from './graph.ts'
import { isStepType, kindOf } from './step-kinds.ts'

export interface Finding {
  text: string
  /** The step to look at; null: there is none. */
  node: string | null
}

/** Steps that a rule goes to: they are reached without a connection. */
export const entriesOf = (rules: readonly FlowRule[]): string[] =>
  rules.filter(({ then }) => then === 'go_to_node').map(({ value }) => value)

const missingText: Partial<Record<string, string>> = {
  say: 'has nothing to say',
  ask: 'asks nothing',
  message: 'has no text to send',
}

function oddities(graph: Graph, node: FlowNode): string[] {
  const ways = edgesFrom(graph, node.id)
  const isBlank = typeof node.data.prompt !== 'string' || node.data.prompt.trim() === ''
  const spoken = ['prompt', 'text', 'message'].some((key) => {
    const value = node.data[key]
    return typeof value === 'string' && value.trim() !== ''
  })
  return [
    isBlank && !spoken && missingText[node.type],
    node.type === 'transfer' && !node.data.department && !node.data.to && 'does not say to whom it transfers',
    ['start', 'say', 'ask', 'message'].includes(node.type) && ways.length === 0 && 'leads nowhere',
    node.type === 'condition' && ways.length < 2 && 'does not fork: a condition needs two connections',
    node.type === 'condition' &&
      ways.some((edge) => wordsOf(edge) === '') &&
      'has a connection that does not say when it is taken',
    node.type === 'end' && ways.length > 0 && 'ends the call, but a connection leads on',
    node.type === 'start' &&
      graph.edges.some(({ target }) => target === node.id) &&
      'is the start, but a connection leads back to it',
  ].filter((text): text is string => typeof text === 'string')
}

/**
 * What to look at, in the order of the outline.
 *
 * @param rules the flow's routing rules: they may go to a step
 */
export function findingsOf(graph: Graph, rules: readonly FlowRule[]): Finding[] {
  if (graph.nodes.length === 0) return []
  const lines = outlineOf(graph, entriesOf(rules))
  const starts = lines.filter(({ node }) => node.type === 'start')
  const found: Finding[] = []
  if (starts.length === 0) found.push({ text: 'There is no start. A call begins at the first step.', node: null })
  for (const { node } of starts.slice(1)) {
    found.push({ text: 'There is more than one start. A call begins at the first.', node: node.id })
  }
  const ids = new Set<string>()
  for (const { id } of graph.nodes) {
    if (ids.has(id)) found.push({ text: `Two steps have the ID ${id}; only the first can be reached.`, node: id })
    ids.add(id)
  }
  for (const { node, number, isReached } of lines) {
    const name = `${number}. ${labelOf(node) || kindOf(node.type).word}`
    if (!isReached) found.push({ text: `${name} is never reached.`, node: node.id })
    if (isStepType(node.type)) {
      for (const text of oddities(graph, node)) found.push({ text: `${name} ${text}.`, node: node.id })
    }
  }
  for (const { id, source, target } of graph.edges) {
    const from = stepOf(graph, source)
    if (from && stepOf(graph, target)) continue
    found.push({
      text: from
        ? `A connection from ${labelOf(from) || kindOf(from.type).word} leads to ${target || 'nothing'}, which does not exist.`
        : `The connection ${id} comes from ${source || 'nothing'}, which does not exist.`,
      node: from?.id ?? stepOf(graph, target)?.id ?? null,
    })
  }
  return found
}
