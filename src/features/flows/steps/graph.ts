/**
 * A flow's graph: its steps and their connections. Pure: every change gives a new graph, and what it does not know of a step, a
 * connection or the graph itself stays (reliability R29).
 */
import type { Flow, FlowEdge, FlowNode } from '#contract/index.ts'

export type Graph = Flow['flowData']
export interface Place {
  x: number
  y: number
}

/** How big a step is drawn, and how far apart two stand. */
export const stepSize = { width: 200, height: 92 } as const
const apart = { x: stepSize.width + 60, y: stepSize.height + 38 } as const

export const emptyGraph: Graph = {
  nodes: [{ id: 'start', type: 'start', position: { x: 0, y: 0 }, data: { label: 'Start' } }],
  edges: [],
}

const word = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const labelOf = (node: FlowNode): string => word(node.data.label)
/** What a connection says: its label, else its condition. */
export const wordsOf = ({ data }: FlowEdge): string => word(data?.label) || word(data?.condition)

export const stepOf = (graph: Graph, id: string | null | undefined): FlowNode | undefined =>
  graph.nodes.find((node) => node.id === id)
export const edgesFrom = (graph: Graph, id: string): FlowEdge[] => graph.edges.filter(({ source }) => source === id)

/** The first of `ask_1`, `ask_2`, … that nobody has. */
export function freshId(taken: readonly { id: string }[], stem: string): string {
  const ids = new Set(taken.map(({ id }) => id))
  let count = 1
  while (ids.has(`${stem}_${count}`)) count += 1
  return `${stem}_${count}`
}

/** Whether nobody ever placed the steps: then they are laid out when they are drawn. */
export const isUnplaced = ({ nodes }: Graph): boolean => nodes.every(({ position: { x, y } }) => x === 0 && y === 0)

/** A free place right of a step. */
function placeAfter({ nodes }: Graph, { x, y }: Place): FlowNode['position'] {
  const place = { x: x + apart.x, y }
  const isTaken = ({ position }: FlowNode) =>
    Math.abs(position.x - place.x) < stepSize.width && Math.abs(position.y - place.y) < stepSize.height
  while (nodes.some(isTaken)) place.y += apart.y
  return place
}

const edgeBetween = (graph: Graph, source: string, target: string): FlowEdge => ({
  id: freshId(graph.edges, 'way'),
  source,
  target,
})

/** Steps after which no other comes. */
export const isLast = (type: string): boolean => type === 'end' || type === 'transfer'

/**
 * Adds a step.
 *
 * @param step the new step's id and type; the id is nobody else's
 * @param after the step that leads to it; null: nothing does yet. On a straight way the new step stands between that step and
 *   the next; where the way forks, or the call would end, it is another branch.
 */
export function addStep(graph: Graph, step: { id: string; type: string; label: string }, after: string | null): Graph {
  const before = stepOf(graph, after)
  const position = isUnplaced(graph)
    ? { x: 0, y: 0 }
    : placeAfter(graph, before?.position ?? graph.nodes.at(-1)?.position ?? { x: 0, y: 0 })
  const node: FlowNode = { id: step.id, type: step.type, position, data: { label: step.label } }
  const grown = { ...graph, nodes: [...graph.nodes, node] }
  if (before === undefined) return grown
  const [only, ...others] = edgesFrom(graph, before.id)
  const between = only !== undefined && others.length === 0 && before.type !== 'condition' && !isLast(step.type)
  if (!between) return connect(grown, before.id, node.id)
  const led = grown.edges.map((edge) => (edge === only ? { ...edge, target: node.id } : edge))
  return connect({ ...grown, edges: led }, node.id, only.target)
}

/** Connects two steps; once is enough. */
export function connect(graph: Graph, source: string, target: string): Graph {
  if (edgesFrom(graph, source).some((edge) => edge.target === target)) return graph
  return { ...graph, edges: [...graph.edges, edgeBetween(graph, source, target)] }
}

const withData = <Item extends { data?: Record<string, unknown> }>(item: Item, key: string, value: string): Item => {
  const { [key]: _, ...rest } = item.data ?? {}
  return { ...item, data: value === '' ? rest : { ...item.data, [key]: value } }
}

/** Sets one of a step's data; '' takes it away. */
export const setStepData = (graph: Graph, id: string, key: string, value: string): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? withData(node, key, value) : node)),
})

export const setStepType = (graph: Graph, id: string, type: string): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? { ...node, type } : node)),
})

/** Sets one of a connection's data; '' takes it away. */
export const setEdgeData = (graph: Graph, id: string, key: string, value: string): Graph => ({
  ...graph,
  edges: graph.edges.map((edge) => (edge.id === id ? withData(edge, key, value) : edge)),
})

export const setEdgeTarget = (graph: Graph, id: string, target: string): Graph => ({
  ...graph,
  edges: graph.edges.map((edge) => (edge.id === id ? { ...edge, target } : edge)),
})

/** Takes a step away, and the connections that would lead nowhere. */
export const removeStep = (graph: Graph, id: string): Graph => ({
  ...graph,
  nodes: graph.nodes.filter((node) => node.id !== id),
  edges: graph.edges.filter(({ source, target }) => source !== id && target !== id),
})

export const removeEdge = (graph: Graph, id: string): Graph => ({
  ...graph,
  edges: graph.edges.filter((edge) => edge.id !== id),
})

/** Puts steps where they were dragged or laid out to; in whole pixels. */
export const place = (graph: Graph, places: Readonly<Record<string, Place>>): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => {
    const at = places[node.id]
    return at ? { ...node, position: { ...node.position, x: Math.round(at.x), y: Math.round(at.y) } } : node
  }),
})

export interface OutlineLine {
  node: FlowNode
  /** Counted along the ways from the start; what no way reaches comes last. */
  number: number
  isReached: boolean
  next: readonly { edge: FlowEdge; node: FlowNode | undefined; number: number | null }[]
}

/** The steps that are reached from the start, then those that only a rule reaches, in the order of the ways. */
function reached(graph: Graph, entries: readonly string[]): Set<string> {
  const known = new Set(graph.nodes.map(({ id }) => id))
  const found = new Set<string>()
  const follow = (id: string) => {
    if (!known.has(id) || found.has(id)) return
    found.add(id)
    const walked = [id]
    for (const at of walked) {
      for (const { target } of edgesFrom(graph, at)) {
        if (!known.has(target) || found.has(target)) continue
        found.add(target)
        walked.push(target)
      }
    }
  }
  const starts = graph.nodes.filter(({ type }) => type === 'start')
  // Without a start a call begins at the first step.
  for (const { id } of starts.length > 0 ? starts : graph.nodes.slice(0, 1)) follow(id)
  for (const id of entries) follow(id)
  return found
}

/**
 * The graph as a list, for those who read it.
 *
 * @param entries ids of steps that a rule goes to
 */
export function outlineOf(graph: Graph, entries: readonly string[] = []): OutlineLine[] {
  const order = reached(graph, entries)
  const ids = [...order, ...graph.nodes.map(({ id }) => id).filter((id) => !order.has(id))]
  const numbers = new Map([...new Set(ids)].map((id, at) => [id, at + 1]))
  return [...numbers].flatMap(([id, number]) => {
    const node = stepOf(graph, id)
    if (!node) return []
    const next = edgesFrom(graph, id).map((edge) => ({
      edge,
      node: stepOf(graph, edge.target),
      number: numbers.get(edge.target) ?? null,
    }))
    return [{ node, number, isReached: order.has(id), next }]
  })
}
