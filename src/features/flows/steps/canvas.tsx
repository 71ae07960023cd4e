/** The graph, drawn. Loaded when a flow is opened: nothing else needs what draws it. */
import '@xyflow/react/dist/base.css'
import './canvas.css'
import {
  Background,
  type Edge,
  MarkerType,
  type NodeChange,
  Panel,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
} from '@xyflow/react'
import Maximize from 'lucide-react/icons/maximize'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { laidOut } from './canvas-layout.ts'
import { type Graph, isUnplaced, labelOf, type OutlineLine, type Place, stepSize, wordsOf } from './graph.ts'
import { type Selection, selectedEdge, selectedNode } from './selection.ts'
import { kindOf } from './step-kinds.ts'
import { type StepNode, StepNodeView } from './step-node.tsx'

export interface CanvasProps {
  graph: Graph
  lines: readonly OutlineLine[]
  /** Ids of the steps that want a look. */
  odd: ReadonlySet<string>
  selection: Selection
  onSelect: (next: Selection) => void
  /** What may be done to the graph; null: it is only looked at. */
  edit: {
    connect: (source: string, target: string) => void
    move: (places: Record<string, Place>) => void
    tidy: (places: Record<string, Place>) => void
  } | null
}

/** What has room at an arrow; the panel and the list have it whole. */
const shortened = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text)

const nodeTypes = { step: StepNodeView }
const marker = { type: MarkerType.ArrowClosed, color: 'var(--color-control)', width: 16, height: 16 }
const calm = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150)

/** The part of the graph that is big enough to be read, from its beginning; all of it where it fits. */
function showBeginning(flow: ReactFlowInstance<StepNode>, frame: HTMLElement, places: readonly Place[]): void {
  if (places.length === 0) return
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - x + stepSize.width, Math.max(...ys) - y + stepSize.height]
  const room = { width: frame.clientWidth - 48, height: frame.clientHeight - 48 }
  const zoom = Math.min(1, Math.max(0.78, Math.min(room.width / width, room.height / height)))
  const left = Math.max(0, (room.width - width * zoom) / 2)
  const top = Math.max(0, (room.height - height * zoom) / 2)
  void flow.setViewport({ x: 24 + left - x * zoom, y: 24 + top - y * zoom, zoom })
}

/** Brings a step into view, if it is not. */
function reveal(flow: ReactFlowInstance<StepNode>, frame: HTMLElement, at: Place): void {
  const { left, top, right, bottom } = frame.getBoundingClientRect()
  const upper = flow.flowToScreenPosition(at)
  const lower = flow.flowToScreenPosition({ x: at.x + stepSize.width, y: at.y + stepSize.height })
  if (upper.x >= left && upper.y >= top && lower.x <= right && lower.y <= bottom) return
  void flow.setCenter(at.x + stepSize.width / 2, at.y + stepSize.height / 2, {
    zoom: flow.getZoom(),
    duration: calm(),
  })
}

function Drawing({ graph, lines, odd, selection, onSelect, edit }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [flow, setFlow] = useState<ReactFlowInstance<StepNode> | null>(null)
  /** Where a step is while it is dragged; it is placed when it is let go. */
  const [dragged, setDragged] = useState<Record<string, Place>>({})
  const unplaced = isUnplaced(graph)
  const places = useMemo<Record<string, Place>>(
    () =>
      unplaced ? laidOut(graph) : Object.fromEntries(graph.nodes.map(({ id, position: { x, y } }) => [id, { x, y }])),
    [graph, unplaced],
  )
  const chosenEdge = graph.edges.find(({ id }) => id === selectedEdge(selection))
  const chosen = selectedNode(selection) ?? chosenEdge?.source ?? null
  const chosenPlace = chosen === null ? undefined : places[chosen]

  /** Changes when the whole graph is laid out anew. */
  const arrangement = unplaced ? `${graph.nodes.length} ${graph.edges.length}` : ''
  // The view follows the selection, wherever it was made, and a graph that arranges itself as it grows.
  useEffect(() => {
    if (!flow || !frame.current) return
    if (arrangement !== '') showBeginning(flow, frame.current, Object.values(places))
    if (chosenPlace) reveal(flow, frame.current, chosenPlace)
    // oxlint-disable-next-line react/exhaustive-deps -- not while a step is dragged: the hand leads there
  }, [flow, chosen, arrangement])

  const nodes = lines.map(
    ({ node, number, next }): StepNode => ({
      id: node.id,
      type: 'step',
      position: dragged[node.id] ?? places[node.id] ?? { x: 0, y: 0 },
      ...stepSize,
      measured: stepSize,
      selected: node.id === selectedNode(selection),
      data: { step: node, number, isOdd: odd.has(node.id) },
      ariaLabel: `${number}. ${kindOf(node.type).word}: ${labelOf(node)}${next.length > 0 ? `, leads to ${next.map((way) => way.number ?? 'nothing').join(', ')}` : ''}`,
    }),
  )
  const known = new Set(nodes.map(({ id }) => id))
  const edges = graph.edges
    .filter(({ source, target }) => known.has(source) && known.has(target))
    .map(
      (edge): Edge => ({
        id: edge.id,
        source: edge.source,
        target: edge.target,
        label: shortened(wordsOf(edge)),
        selected: edge === chosenEdge,
        markerEnd: marker,
        labelBgPadding: [4, 2],
        ariaLabel: `Connection${wordsOf(edge) && ` “${wordsOf(edge)}”`} from ${edge.source} to ${edge.target}`,
      }),
    )

  const onNodesChange = (changes: NodeChange<StepNode>[]) => {
    const moved: Record<string, Place> = {}
    let isHeld = false
    for (const change of changes) {
      if (change.type === 'select' && change.selected) onSelect({ node: change.id })
      if (change.type !== 'position' || !change.position) continue
      moved[change.id] = change.position
      isHeld ||= change.dragging === true
    }
    if (Object.keys(moved).length === 0) return
    if (isHeld) return setDragged(moved)
    setDragged({})
    const isMoved = Object.entries(moved).some(([id, { x, y }]) => x !== places[id]?.x || y !== places[id]?.y)
    // Where nobody placed anything yet, all stay where they are seen.
    if (isMoved) edit?.move(unplaced ? { ...places, ...moved } : moved)
  }

  const tidy = () => {
    const tidied = laidOut(graph)
    edit?.tidy(tidied)
    if (flow && frame.current) showBeginning(flow, frame.current, Object.values(tidied))
  }

  return (
    <div ref={frame} className="size-full">
      <ReactFlow<StepNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onInit={(instance) => {
          setFlow(instance)
          if (frame.current) showBeginning(instance, frame.current, Object.values(places))
        }}
        onNodesChange={onNodesChange}
        onEdgesChange={(changes) => {
          for (const change of changes) if (change.type === 'select' && change.selected) onSelect({ edge: change.id })
        }}
        onPaneClick={() => onSelect(null)}
        onConnect={({ source, target }) => edit?.connect(source, target)}
        isValidConnection={({ source, target }) => source !== target}
        nodesDraggable={edit !== null}
        nodesConnectable={edit !== null}
        selectNodesOnDrag={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        zoomActivationKeyCode={null}
        preventScrolling={false}
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        minZoom={0.2}
        maxZoom={1.5}
        aria-label="Steps, drawn"
      >
        <Background gap={20} size={1.25} />
        <Panel position="top-right" className="m-2! flex rounded-base border border-line-strong bg-raised p-0.5">
          {edit && <IconButton label="Tidy up" icon={WandSparkles} size="small" onClick={tidy} />}
          <IconButton label="Zoom in" icon={ZoomIn} size="small" onClick={() => void flow?.zoomIn()} />
          <IconButton label="Zoom out" icon={ZoomOut} size="small" onClick={() => void flow?.zoomOut()} />
          <IconButton
            label="Show all steps"
            icon={Maximize}
            size="small"
            onClick={() => void flow?.fitView({ padding: 0.08, maxZoom: 1, duration: calm() })}
          />
        </Panel>
      </ReactFlow>
    </div>
  )
}

export default function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  )
}
