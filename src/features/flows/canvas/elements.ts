/**
 * The steps and connections of a graph as the drawing library wants them. What did not change keeps its object, so that only changed steps
 * are rendered again while somebody types or drags.
 */
import { type Edge, MarkerType } from '@xyflow/react'
import type { FlowEdge, FlowNode } from '#contract/index.ts'
import { connectionLabel, type Graph, labelOf } from '#flow-engine/graph.ts'
import type { OutlineLine } from '../steps/graph.ts'
import { stepName, stepTypeOf } from '../steps/step-types.ts'
import * as texts from '../steps/texts.tsx'
import { markOf, type WalkedPath } from '../steps/walked-path.ts'
import { boxesOf, laneOf } from './connection-route.ts'
import { handlesOf, startsOf } from './step-handles.ts'
import type { Places, SizeOf } from './step-layout.ts'
import type { StepNode } from './step-node.tsx'
import { type Size, sizeOfStep } from './step-size.ts'

/** The last drawn object of each step and connection, with everything that it depends on. */
const drawnSteps = new WeakMap<FlowNode, { key: string; drawn: StepNode }>()
const drawnEdges = new WeakMap<FlowEdge, { key: string; drawn: Edge }>()

function reuse<Item extends object, Drawn>(
  cache: WeakMap<Item, { key: string; drawn: Drawn }>,
  item: Item,
  key: string,
  draw: () => Drawn,
): Drawn {
  const known = cache.get(item)
  if (known?.key === key) return known.drawn
  const drawn = draw()
  cache.set(item, { key, drawn })
  return drawn
}

/** The sizes of the steps, by their IDs. */
export const sizesOf = (lines: readonly OutlineLine[]): ReadonlyMap<string, Size> =>
  new Map(lines.map(({ node }) => [node.id, sizeOfStep(node.type)]))

interface Shown {
  places: Places
  sizeOf: SizeOf
  /** Whether steps and connections can be added. */
  isEditable: boolean
  selectedIds: readonly string[]
  /** The step at which Tab stops. Arrow keys go to the others. */
  tabStopId: string
  /** What to check in each step, by its ID. */
  problems: ReadonlyMap<string, string>
  /** The path of a rehearsal; null: none is open. */
  path: WalkedPath | null
}

export function drawSteps(
  lines: readonly OutlineLine[],
  { places, sizeOf, isEditable, selectedIds, tabStopId, problems, path }: Shown,
): StepNode[] {
  const selected = new Set(selectedIds)
  return lines.map((line) => {
    const { node, number, next } = line
    const { id, type } = node
    const { x, y } = places[id] ?? { x: 0, y: 0 }
    const branchCount = type === 'condition' ? next.length : 0
    const isSelected = selected.has(id)
    const isTabStop = id === tabStopId
    const problem = problems.get(id) ?? ''
    const mark = markOf(path, id)
    const nextNumbers = next.map((target) => target.number)
    const size = sizeOf(id)
    const key = JSON.stringify([x, y, number, isSelected, isTabStop, isEditable, problem, mark, nextNumbers])
    return reuse(drawnSteps, node, key, () => {
      const starts = startsOf(type, size, branchCount, isEditable)
      const step = texts.stepInDiagram(number, stepTypeOf(type).name, labelOf(node), nextNumbers)
      const name = mark === null ? step : texts.markedInDiagram(step, mark)
      return {
        id,
        type: 'step',
        position: { x, y },
        ...size,
        measured: size,
        handles: handlesOf(starts, size),
        selected: isSelected,
        domAttributes: { tabIndex: isTabStop ? 0 : -1 },
        data: { step: node, number, size, problems: problem, mark, starts },
        ariaLabel: problem === '' ? name : `${name}. ${problem}`,
      }
    })
  })
}

/** Shortens a label so that it fits on an arrow. The panel and the outline show all of it. */
const truncated = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text)
const marker = { type: MarkerType.ArrowClosed, color: 'var(--color-control)', width: 16, height: 16 }

export function drawConnections(
  { edges }: Graph,
  lines: readonly OutlineLine[],
  {
    places,
    sizeOf,
    isEditable,
    selectedEdgeId,
    path,
  }: Pick<Shown, 'places' | 'sizeOf' | 'isEditable' | 'path'> & { selectedEdgeId: string | null },
): Edge[] {
  const byId = new Map(lines.map((line) => [line.node.id, line]))
  const boxes = boxesOf(places, sizeOf)
  return edges.flatMap((edge) => {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)]
    if (!source || !target) return []
    const { type } = source.node
    const starts = startsOf(type, sizeOf(edge.source), source.next.length, isEditable)
    const start = starts[type === 'condition' ? source.next.findIndex((branch) => branch.edge === edge) : 0]
    const isSelected = edge.id === selectedEdgeId
    const isOnPath = path?.edgeIds.has(edge.id) ?? false
    const [from, to] = [stepName(source), stepName(target)]
    const laneX = laneOf(boxes, { source: edge.source, target: edge.target, left: start?.x ?? 0 })
    return reuse(drawnEdges, edge, JSON.stringify([isSelected, isOnPath, start?.id, from, to, laneX]), () => ({
      id: edge.id,
      source: edge.source,
      target: edge.target,
      sourceHandle: start?.id,
      label: truncated(connectionLabel(edge)),
      type: 'routed',
      data: { laneX },
      selected: isSelected,
      markerEnd: isOnPath ? { ...marker, color: 'var(--color-accent)', width: 9, height: 9 } : marker,
      className: isOnPath ? 'on-path' : undefined,
      labelBgPadding: [4, 2],
      ariaLabel: isOnPath
        ? texts.markedInDiagram(texts.connectionInDiagram(connectionLabel(edge), from, to), 'passed')
        : texts.connectionInDiagram(connectionLabel(edge), from, to),
    }))
  })
}
