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
import { type Selection, selectedEdgeId, selectedStepId } from './selection.ts'
import { type StepNode, StepNodeView } from './step-node.tsx'
import { stepName, stepTypeOf } from './step-types.ts'
import * as texts from './texts.tsx'

export interface CanvasProps {
  graph: Graph
  lines: readonly OutlineLine[]
  /** IDs of the steps with suggestions. */
  flaggedStepIds: ReadonlySet<string>
  selection: Selection
  onSelect: (next: Selection) => void
  /** null: read-only. */
  edit: {
    connect: (source: string, target: string) => void
    move: (positions: Record<string, Point>) => void
    tidy: (positions: Record<string, Point>) => void
  } | null
}

/** Shortens a label so that it fits on an arrow. The panel and the outline show all of it. */
const truncated = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text)

const nodeTypes = { step: StepNodeView }
const marker = { type: MarkerType.ArrowClosed, color: 'var(--color-control)', width: 16, height: 16 }
const animationMs = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150)

/** Shows the whole graph if its text is still readable at that zoom, otherwise the beginning of the graph. */
function showBeginning(diagram: ReactFlowInstance<StepNode>, frame: HTMLElement, positions: readonly Point[]): void {
  if (positions.length === 0) return
  const [xs, ys] = [positions.map(({ x }) => x), positions.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - x + stepSize.width, Math.max(...ys) - y + stepSize.height]
  const frameSize = { width: frame.clientWidth - 48, height: frame.clientHeight - 48 }
  const zoom = Math.min(1, Math.max(0.78, Math.min(frameSize.width / width, frameSize.height / height)))
  const left = Math.max(0, (frameSize.width - width * zoom) / 2)
  const top = Math.max(0, (frameSize.height - height * zoom) / 2)
  void diagram.setViewport({ x: 24 + left - x * zoom, y: 24 + top - y * zoom, zoom })
}

/** Moves the view to a step that is not visible. */
function reveal(diagram: ReactFlowInstance<StepNode>, frame: HTMLElement, position: Point): void {
  const { left, top, right, bottom } = frame.getBoundingClientRect()
  const upper = diagram.flowToScreenPosition(position)
  const lower = diagram.flowToScreenPosition({ x: position.x + stepSize.width, y: position.y + stepSize.height })
  if (upper.x >= left && upper.y >= top && lower.x <= right && lower.y <= bottom) return
  void diagram.setCenter(position.x + stepSize.width / 2, position.y + stepSize.height / 2, {
    zoom: diagram.getZoom(),
    duration: animationMs(),
  })
}

function FlowDiagram({ graph, lines, flaggedStepIds, selection, onSelect, edit }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [diagram, setDiagram] = useState<ReactFlowInstance<StepNode> | null>(null)
  /** Positions of the steps that are being dragged. They are saved on release. */
  const [draggedPositions, setDraggedPositions] = useState<Record<string, Point>>({})
  const isLaidOutAutomatically = hasNoLayout(graph)
  const positions = useMemo<Record<string, Point>>(
    () =>
      isLaidOutAutomatically
        ? layOut(graph)
        : Object.fromEntries(graph.nodes.map(({ id, position: { x, y } }) => [id, { x, y }])),
    [graph, isLaidOutAutomatically],
  )
  const selectedConnection = graph.edges.find(({ id }) => id === selectedEdgeId(selection))
  const focusedStepId = selectedStepId(selection) ?? selectedConnection?.source ?? null
  const selectedPosition = focusedStepId === null ? undefined : positions[focusedStepId]

  /** Changes when the whole graph is laid out again. '' if the graph has positions of its own. */
  const layoutKey = isLaidOutAutomatically ? `${graph.nodes.length} ${graph.edges.length}` : ''
  // Show the selected step, also if it was selected in the outline, and a graph that was laid out again because it grew.
  useEffect(() => {
    if (!diagram || !frame.current) return
    if (layoutKey !== '') showBeginning(diagram, frame.current, Object.values(positions))
    if (selectedPosition) reveal(diagram, frame.current, selectedPosition)
    // oxlint-disable-next-line react/exhaustive-deps -- the view must not move while a step is dragged
  }, [diagram, focusedStepId, layoutKey])

  const nodes = lines.map(
    ({ node, number, next }): StepNode => ({
      id: node.id,
      type: 'step',
      position: draggedPositions[node.id] ?? positions[node.id] ?? { x: 0, y: 0 },
      ...stepSize,
      measured: stepSize,
      selected: node.id === selectedStepId(selection),
      data: { step: node, number, isFlagged: flaggedStepIds.has(node.id) },
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
    const movedPositions: Record<string, Point> = {}
    let isDragging = false
    for (const change of changes) {
      if (change.type === 'select' && change.selected) onSelect({ node: change.id })
      if (change.type !== 'position' || !change.position) continue
      movedPositions[change.id] = change.position
      isDragging ||= change.dragging === true
    }
    if (Object.keys(movedPositions).length === 0) return
    if (isDragging) return setDraggedPositions(movedPositions)
    setDraggedPositions({})
    const isMoved = Object.entries(movedPositions).some(
      ([id, { x, y }]) => x !== positions[id]?.x || y !== positions[id]?.y,
    )
    // If the graph has no positions yet, save those of all steps, so that the other steps do not move.
    if (isMoved) edit?.move(isLaidOutAutomatically ? { ...positions, ...movedPositions } : movedPositions)
  }

  const tidy = () => {
    const tidyPositions = layOut(graph)
    edit?.tidy(tidyPositions)
    if (diagram && frame.current) showBeginning(diagram, frame.current, Object.values(tidyPositions))
  }

  return (
    <div ref={frame} className="size-full">
      <ReactFlow<StepNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onInit={(instance) => {
          setDiagram(instance)
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
          <IconButton label={texts.zoomIn} icon={ZoomIn} size="small" onClick={() => void diagram?.zoomIn()} />
          <IconButton label={texts.zoomOut} icon={ZoomOut} size="small" onClick={() => void diagram?.zoomOut()} />
          <IconButton
            label={texts.showAllSteps}
            icon={Maximize}
            size="small"
            onClick={() => void diagram?.fitView({ padding: 0.08, maxZoom: 1, duration: animationMs() })}
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
