/**
 * Changes a flow's graph, its steps and their connections. Pure: every change returns a new graph and keeps the unknown fields of steps, connections
 * and the graph itself (reliability R29).
 */
import type { FlowEdge, FlowNode } from '#contract/index.ts'
import { edgesFrom, entryStep, type Graph, stepOf } from '#flow-engine/graph.ts'
import * as texts from './texts.tsx'

export interface Point {
  x: number
  y: number
}

export const emptyGraph: Graph = {
  nodes: [{ id: 'start', type: 'start', data: { label: texts.stepTypeNames.start } }],
  edges: [],
}

type Fields = Record<string, unknown>
/** The keys and values of a part whose type the service does not guarantee. */
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
export const dataOf = ({ data }: { data?: unknown }): Fields => fieldsOf(data)

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })

/** Where somebody placed a step; null if nobody did. */
export function positionOf({ position }: FlowNode): Point | null {
  const { x, y } = fieldsOf(position)
  return Number.isFinite(x) && Number.isFinite(y) ? { x: x as number, y: y as number } : null
}

/** The first unused ID in the series `ask_1`, `ask_2`, … for the stem `ask`. */
export function unusedId(items: readonly { id: string }[], stem: string): string {
  const ids = new Set(items.map(({ id }) => id))
  let count = 1
  while (ids.has(`${stem}_${count}`)) count += 1
  return `${stem}_${count}`
}

const edgeBetween = (graph: Graph, source: string, target: string): FlowEdge => ({
  id: unusedId(graph.edges, 'edge'),
  source,
  target,
})

/** Whether no step can follow a step of this type. */
export const endsCall = (type: string): boolean => type === 'end' || type === 'transfer'

/**
 * Adds a step. It gets no position: the canvas shows it beside the step that leads to it, until somebody moves it.
 *
 * @param step the new step, with an unused ID
 * @param at where somebody placed it: then it is another branch, never inserted, and has a position
 * @param after the step that leads to it; null: none. If that step has exactly one connection, is not a condition, and the new step does not end the
 *   call, the new step is inserted into the connection. Otherwise it becomes another branch.
 */
export function addStep(
  graph: Graph,
  { id, type, label }: { id: string; type: string; label: string },
  after: string | null,
  at: Point | null = null,
): Graph {
  const before = stepOf(graph, after)
  const node: FlowNode = { id, type, ...(at && { position: rounded(at) }), data: { label } }
  const withNode = { ...graph, nodes: [...graph.nodes, node] }
  if (before === undefined) return withNode
  const [onlyEdge, ...otherEdges] = edgesFrom(graph, before.id)
  const isInserted =
    at === null && onlyEdge !== undefined && otherEdges.length === 0 && before.type !== 'condition' && !endsCall(type)
  if (!isInserted) return connect(withNode, before.id, node.id)
  const edges = withNode.edges.map((edge) => (edge === onlyEdge ? { ...edge, target: node.id } : edge))
  return connect({ ...withNode, edges }, node.id, onlyEdge.target)
}

/** Connects two steps, unless they are connected already. */
export function connect(graph: Graph, source: string, target: string): Graph {
  if (edgesFrom(graph, source).some((edge) => edge.target === target)) return graph
  return { ...graph, edges: [...graph.edges, edgeBetween(graph, source, target)] }
}

const withData = <Item extends { data?: Fields }>(item: Item, key: string, value: string): Item => {
  const { [key]: _, ...rest } = dataOf(item)
  return { ...item, data: value === '' ? rest : { ...dataOf(item), [key]: value } }
}

/** Sets a value in a step's data; '' removes it. */
export const setStepData = (graph: Graph, id: string, key: string, value: string): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? withData(node, key, value) : node)),
})

export const setStepType = (graph: Graph, id: string, type: string): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? { ...node, type } : node)),
})

/** Sets a value in a connection's data; '' removes it. */
export const setEdgeData = (graph: Graph, id: string, key: string, value: string): Graph => ({
  ...graph,
  edges: graph.edges.map((edge) => (edge.id === id ? withData(edge, key, value) : edge)),
})

export const setEdgeTarget = (graph: Graph, id: string, target: string): Graph => ({
  ...graph,
  edges: graph.edges.map((edge) => (edge.id === id ? { ...edge, target } : edge)),
})

/** Removes steps and their connections. */
export const removeSteps = (graph: Graph, ids: readonly string[]): Graph => ({
  ...graph,
  nodes: graph.nodes.filter(({ id }) => !ids.includes(id)),
  edges: graph.edges.filter(({ source, target }) => !ids.includes(source) && !ids.includes(target)),
})

export const removeEdge = (graph: Graph, id: string): Graph => ({
  ...graph,
  edges: graph.edges.filter((edge) => edge.id !== id),
})

/** Moves steps to new positions, rounded to whole pixels. */
export const moveSteps = (graph: Graph, positions: Readonly<Record<string, Point>>): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => {
    const position = positions[node.id]
    return position ? { ...node, position: { ...fieldsOf(node.position), ...rounded(position) } } : node
  }),
})

export interface OutlineLine {
  node: FlowNode
  /** Counted along the connections from the start. Unreachable steps come last. */
  number: number
  isReachable: boolean
  next: readonly { edge: FlowEdge; node: FlowNode | undefined; number: number | null }[]
}

/** The IDs of the steps that can be reached from where calls begin, then of those that only a rule reaches, in the order of the connections. */
function reachableSteps(
  graph: Graph,
  entryIds: readonly string[],
  steps: ReadonlyMap<string, FlowNode>,
  edgesBySource: ReadonlyMap<string, readonly FlowEdge[]>,
): Set<string> {
  const reachable = new Set<string>()
  const follow = (id: string) => {
    if (!steps.has(id) || reachable.has(id)) return
    reachable.add(id)
    const queue = [id]
    for (const stepId of queue) {
      for (const { target } of edgesBySource.get(stepId) ?? []) {
        if (!steps.has(target) || reachable.has(target)) continue
        reachable.add(target)
        queue.push(target)
      }
    }
  }
  const entry = entryStep(graph)
  if (entry) follow(entry.id)
  for (const id of entryIds) follow(id)
  return reachable
}

/**
 * The graph as a numbered list.
 *
 * @param entryIds IDs of the steps that a rule goes to
 */
export function outlineOf(graph: Graph, entryIds: readonly string[] = []): OutlineLine[] {
  // Of several steps with the same ID, the first is shown.
  const steps = new Map(graph.nodes.toReversed().map((node) => [node.id, node]))
  const edgesBySource = Map.groupBy(graph.edges, ({ source }) => source)
  const reachable = reachableSteps(graph, entryIds, steps, edgesBySource)
  const ids = [...reachable, ...graph.nodes.map(({ id }) => id).filter((id) => !reachable.has(id))]
  const numbers = new Map([...new Set(ids)].map((id, index) => [id, index + 1]))
  return [...numbers].flatMap(([id, number]) => {
    const node = steps.get(id)
    if (!node) return []
    const next = (edgesBySource.get(id) ?? []).map((edge) => ({
      edge,
      node: steps.get(edge.target),
      number: numbers.get(edge.target) ?? null,
    }))
    return [{ node, number, isReachable: reachable.has(id), next }]
  })
}
