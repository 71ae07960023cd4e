/** Copies steps with the connections between them, and pastes them into the same or another flow. Pure. */
import * as z from 'zod/mini'
import { FlowEdge, FlowNode } from '#contract/index.ts'
import type { Graph } from '#flow-engine/graph.ts'
import { moveSteps, positionOf, unusedId } from './graph.ts'
import { isStepType } from './step-types.ts'

const Copied = z.object({ nodes: z.array(FlowNode).check(z.minLength(1)), edges: z.array(FlowEdge) })
export type Copied = z.output<typeof Copied>

/** The steps with these IDs, and the connections between them. Of steps with the same ID, only the first. */
export function copySteps({ nodes, edges }: Graph, ids: readonly string[]): Copied {
  const copied = nodes.filter(
    ({ id }, index) => ids.includes(id) && nodes.findIndex((node) => node.id === id) === index,
  )
  const copiedIds = new Set(copied.map(({ id }) => id))
  return { nodes: copied, edges: edges.filter(({ source, target }) => copiedIds.has(source) && copiedIds.has(target)) }
}

/** Identifies our text in the clipboard. */
const format = 'switchboard-steps'
const Clipboard = z.object({ format: z.literal(format), steps: Copied })

export const clipboardTextOf = (steps: Copied): string => JSON.stringify({ format, steps })

/** The steps in a text from the clipboard; null if it has none. */
export function copiedIn(text: string): Copied | null {
  try {
    return Clipboard.parse(JSON.parse(text)).steps
  } catch {
    return null
  }
}

/** How far from the original a pasted step is placed, in pixels. */
const pasteOffset = 40

/**
 * Pastes copied steps. They get new IDs, and those that have a position are placed beside the originals.
 *
 * @returns the IDs of the new steps, too
 */
export function pasteSteps(graph: Graph, copied: Copied): { graph: Graph; ids: string[] } {
  const newIds = new Map<string, string>()
  let { nodes, edges } = graph
  for (const node of copied.nodes) {
    const id = unusedId(nodes, isStepType(node.type) ? node.type : 'step')
    newIds.set(node.id, id)
    nodes = [...nodes, { ...node, id }]
  }
  for (const edge of copied.edges) {
    const [source, target] = [newIds.get(edge.source), newIds.get(edge.target)]
    if (source === undefined || target === undefined) continue
    edges = [...edges, { ...edge, id: unusedId(edges, 'edge'), source, target }]
  }
  const positions = copied.nodes.flatMap((node) => {
    const position = positionOf(node)
    const id = newIds.get(node.id) ?? ''
    return position ? [[id, { x: position.x + pasteOffset, y: position.y + pasteOffset }] as const] : []
  })
  return { graph: moveSteps({ ...graph, nodes, edges }, Object.fromEntries(positions)), ids: [...newIds.values()] }
}
