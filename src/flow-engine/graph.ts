/** Reads a flow's graph (interface 2): its steps, their connections and their texts. Pure. */
import type { Flow, FlowEdge, FlowNode } from '#contract/index.ts'

export type Graph = Flow['flowData']

/** A string from the data of a step or connection, trimmed; '' for any other value. */
const trimText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The step with this ID: the first, if several have it. */
export const stepOf = (graph: Graph, id: string | null | undefined): FlowNode | undefined =>
  graph.nodes.find((node) => node.id === id)

/** The connections that begin at a step. */
export const edgesFrom = (graph: Graph, id: string): FlowEdge[] => graph.edges.filter(({ source }) => source === id)

/** The step at which calls begin: the first start step or, without one, the first step. */
export const entryStep = (graph: Graph): FlowNode | undefined =>
  graph.nodes.find(({ type }) => type === 'start') ?? graph.nodes[0]

/** The name that a person gave a step. */
export const labelOf = (node: FlowNode): string => trimText(node.data?.label)

/** The text of a step, with its variables. */
export const stepText = ({ data }: FlowNode): string =>
  trimText(data?.prompt) || trimText(data?.text) || trimText(data?.message)

/** The label of a connection, or its condition if it has none. */
export const connectionLabel = ({ data }: FlowEdge): string => trimText(data?.label) || trimText(data?.condition)

/** What says when a branch is taken: the texts of its connection or, without any, the name of its handle. */
export const branchLabel = (edge: FlowEdge | undefined): string =>
  edge === undefined ? '' : connectionLabel(edge) || trimText(edge.sourceHandle)

/** The texts of a connection in which a condition is looked for, in this order. */
export const conditionTexts = ({ data, sourceHandle }: FlowEdge): string[] => [
  trimText(data?.condition),
  trimText(data?.label),
  trimText(sourceHandle),
]

/** What the agent does at a step. A text of '' means that the agent uses its own words. */
export type Action =
  | { kind: 'pass' }
  | { kind: 'say'; text: string }
  | { kind: 'ask'; text: string }
  /** `to`: the department or person; '' if the step names none. */
  | { kind: 'transfer'; to: string; text: string }
  /** `spoken`: what the agent says while it sends the text message. */
  | { kind: 'message'; text: string; spoken: string }
  | { kind: 'end'; text: string }

/** What the agent does at a step. A step of an unknown type says its text, if it has one, and the call goes on. */
export function actionOf(node: FlowNode): Action {
  const text = stepText(node)
  switch (node.type) {
    case 'start':
    case 'condition':
      return { kind: 'pass' }
    case 'ask':
      return { kind: 'ask', text: text || labelOf(node) }
    case 'transfer':
      return { kind: 'transfer', to: trimText(node.data?.department) || trimText(node.data?.to), text }
    case 'message':
      return { kind: 'message', text, spoken: trimText(node.data?.spoken) }
    case 'end':
      return { kind: 'end', text }
    default:
      return text === '' ? { kind: 'pass' } : { kind: 'say', text }
  }
}
