/** Draws the graph. Loaded lazily, because nothing else needs the drawing library. */
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
import { layOut } from './canvas-layout.ts'
import { connectionLabel, type Graph, hasNoLayout, labelOf, type OutlineLine, type Point, stepSize } from './graph.ts'
import { type Selection, selectedEdge, selectedNode } from './selection.ts'
import { type StepNode, StepNodeView } from './step-node.tsx'
import { stepName, stepTypeOf } from './step-types.ts'
import * as texts from './texts.tsx'

export interface CanvasProps {
  graph: Graph
  lines: readonly OutlineLine[]
  /** IDs of the steps with suggestions. */
  flagged: ReadonlySet<string>
  selection: Selection
  onSelect: (next: Selection) => void
  /** null: read-only. */
  edit: {
    connect: (source: string, target: string) => void
    move: (positions: Record<string, Point>) => void
    tidy: (positions: Record<string, Point>) => void
  } | null
}

/** Fits a label on an arrow. The panel and the list show all of it. */
const truncated = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text)

const nodeTypes = { step: StepNodeView }
const marker = { type: MarkerType.ArrowClosed, color: 'var(--color-control)', width: 16, height: 16 }
const animationMs = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150)

/** Shows the whole graph if it is readable then, otherwise its beginning. */
function showBeginning(flow: ReactFlowInstance<StepNode>, frame: HTMLElement, positions: readonly Point[]): void {
  if (positions.length === 0) return
  const [xs, ys] = [positions.map(({ x }) => x), positions.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - x + stepSize.width, Math.max(...ys) - y + stepSize.height]
  const frameSize = { width: frame.clientWidth - 48, height: frame.clientHeight - 48 }
  const zoom = Math.min(1, Math.max(0.78, Math.min(frameSize.width / width, frameSize.height / height)))
  const left = Math.max(0, (frameSize.width - width * zoom) / 2)
  const top = Math.max(0, (frameSize.height - height * zoom) / 2)
  void flow.setViewport({ x: 24 + left - x * zoom, y: 24 + top - y * zoom, zoom })
}

/** Moves the view to a step that is not visible. */
function reveal(flow: ReactFlowInstance<StepNode>, frame: HTMLElement, at: Point): void {
  const { left, top, right, bottom } = frame.getBoundingClientRect()
  const upper = flow.flowToScreenPosition(at)
  const lower = flow.flowToScreenPosition({ x: at.x + stepSize.width, y: at.y + stepSize.height })
  if (upper.x >= left && upper.y >= top && lower.x <= right && lower.y <= bottom) return
  void flow.setCenter(at.x + stepSize.width / 2, at.y + stepSize.height / 2, {
    zoom: flow.getZoom(),
    duration: animationMs(),
  })
}

function FlowDiagram({ graph, lines, flagged, selection, onSelect, edit }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [flow, setFlow] = useState<ReactFlowInstance<StepNode> | null>(null)
  /** Positions while steps are dragged. They are saved on release. */
  const [dragged, setDragged] = useState<Record<string, Point>>({})
  const isLaidOutHere = hasNoLayout(graph)
  const positions = useMemo<Record<string, Point>>(
    () =>
      isLaidOutHere
        ? layOut(graph)
        : Object.fromEntries(graph.nodes.map(({ id, position: { x, y } }) => [id, { x, y }])),
    [graph, isLaidOutHere],
  )
  const selectedConnection = graph.edges.find(({ id }) => id === selectedEdge(selection))
  const focusedStep = selectedNode(selection) ?? selectedConnection?.source ?? null
  const selectedPosition = focusedStep === null ? undefined : positions[focusedStep]

  /** Changes when the whole graph is laid out again. */
  const arrangement = isLaidOutHere ? `${graph.nodes.length} ${graph.edges.length}` : ''
  // The view follows the selection, wherever it was made, and a graph that is laid out again as it grows.
  useEffect(() => {
    if (!flow || !frame.current) return
    if (arrangement !== '') showBeginning(flow, frame.current, Object.values(positions))
    if (selectedPosition) reveal(flow, frame.current, selectedPosition)
    // oxlint-disable-next-line react/exhaustive-deps -- the view must not move while a step is dragged
  }, [flow, focusedStep, arrangement])

  const nodes = lines.map(
    ({ node, number, next }): StepNode => ({
      id: node.id,
      type: 'step',
      position: dragged[node.id] ?? positions[node.id] ?? { x: 0, y: 0 },
      ...stepSize,
      measured: stepSize,
      selected: node.id === selectedNode(selection),
      data: { step: node, number, isFlagged: flagged.has(node.id) },
      ariaLabel: texts.stepInDiagram(
        number,
        stepTypeOf(node.type).name,
        labelOf(node),
        next.map((target) => target.number),
      ),
    }),
  )
  const names = new Map(lines.map((line) => [line.node.id, stepName(line)]))
  const edges = graph.edges
    .filter(({ source, target }) => names.has(source) && names.has(target))
    .map(
      (edge): Edge => ({
        id: edge.id,
        source: edge.source,
        target: edge.target,
        label: truncated(connectionLabel(edge)),
        selected: edge === selectedConnection,
        markerEnd: marker,
        labelBgPadding: [4, 2],
        ariaLabel: texts.connectionInDiagram(
          connectionLabel(edge),
          names.get(edge.source) ?? '',
          names.get(edge.target) ?? '',
        ),
      }),
    )

  const onNodesChange = (changes: NodeChange<StepNode>[]) => {
    const moved: Record<string, Point> = {}
    let isDragging = false
    for (const change of changes) {
      if (change.type === 'select' && change.selected) onSelect({ node: change.id })
      if (change.type !== 'position' || !change.position) continue
      moved[change.id] = change.position
      isDragging ||= change.dragging === true
    }
    if (Object.keys(moved).length === 0) return
    if (isDragging) return setDragged(moved)
    setDragged({})
    const isMoved = Object.entries(moved).some(([id, { x, y }]) => x !== positions[id]?.x || y !== positions[id]?.y)
    // A graph without positions gets all of them at once, so that the other steps do not move.
    if (isMoved) edit?.move(isLaidOutHere ? { ...positions, ...moved } : moved)
  }

  const tidy = () => {
    const tidied = layOut(graph)
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
          if (frame.current) showBeginning(instance, frame.current, Object.values(positions))
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
        aria-label={texts.diagram}
      >
        <Background gap={20} size={1.25} />
        <Panel position="top-right" className="m-2! flex rounded-base border border-line-strong bg-raised p-0.5">
          {edit && <IconButton label={texts.tidyUp} icon={WandSparkles} size="small" onClick={tidy} />}
          <IconButton label={texts.zoomIn} icon={ZoomIn} size="small" onClick={() => void flow?.zoomIn()} />
          <IconButton label={texts.zoomOut} icon={ZoomOut} size="small" onClick={() => void flow?.zoomOut()} />
          <IconButton
            label={texts.showAllSteps}
            icon={Maximize}
            size="small"
            onClick={() => void flow?.fitView({ padding: 0.08, maxZoom: 1, duration: animationMs() })}
          />
        </Panel>
      </ReactFlow>
    </div>
  )
}

export default function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <FlowDiagram {...props} />
    </ReactFlowProvider>
  )
}
