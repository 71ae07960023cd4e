/** Draws the graph. Loaded lazily, because nothing else needs the drawing library. */
import '@xyflow/react/dist/base.css'
import './canvas.css'
import {
  Background,
  type Edge,
  MarkerType,
  MiniMap,
  type NodeChange,
  Panel,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  type Viewport,
} from '@xyflow/react'
import Maximize from 'lucide-react/icons/maximize'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { connectionLabel, type Graph, labelOf, type OutlineLine, type Point } from '../steps/graph.ts'
import { type Selection, selectedEdgeId, selectedStepId } from '../steps/selection.ts'
import { stepName, stepTypeOf } from '../steps/step-types.ts'
import * as texts from '../steps/texts.tsx'
import { markOf, type WalkedPath } from '../steps/walked-path.ts'
import { isUnplaced, layOut, type Places, placeSteps, stepSize, structureOf } from './canvas-layout.ts'
import { type StepNode, StepNodeView } from './step-node.tsx'

export interface CanvasProps {
  graph: Graph
  lines: readonly OutlineLine[]
  /** IDs of the steps with suggestions. */
  flaggedStepIds: ReadonlySet<string>
  selection: Selection
  /** The path of a rehearsal; null: none is open. */
  path: WalkedPath | null
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

/** The smallest zoom at which the text of a step is readable. */
const readableZoom = 0.75
/** Small enough to show a flow of 500 steps at once. */
const smallestZoom = 0.02
const margin = 32
/** From this number of steps on, a small map shows which part of the diagram is visible. */
const minimapFrom = 20

/** The viewport that shows the whole graph in the middle; null if its text would not be readable. */
function readableViewport({ clientWidth, clientHeight }: HTMLElement, places: Places): Viewport | null {
  const points = Object.values(places)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left + stepSize.width, Math.max(...ys) - top + stepSize.height]
  const zoom = Math.min((clientWidth - 2 * margin) / width, (clientHeight - 2 * margin) / height, 1)
  if (zoom < readableZoom) return null
  return {
    x: (clientWidth - width * zoom) / 2 - left * zoom,
    y: (clientHeight - height * zoom) / 2 - top * zoom,
    zoom,
  }
}

/** The viewport that shows the first step at the left, readable. A corner of the graph would be empty if the graph branches. */
const viewportOfFirst = ({ clientHeight }: HTMLElement, first: Point): Viewport => ({
  x: margin - first.x * readableZoom,
  y: clientHeight / 2 - (first.y + stepSize.height / 2) * readableZoom,
  zoom: readableZoom,
})

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

function FlowDiagram({ graph, lines, flaggedStepIds, selection, path, onSelect, edit }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [diagram, setDiagram] = useState<ReactFlowInstance<StepNode> | null>(null)
  /** Positions of the steps that are being dragged. They are saved on release. */
  const [draggedPositions, setDraggedPositions] = useState<Record<string, Point>>({})
  const structure = structureOf(graph)
  const [shown, setShown] = useState(() => ({ structure, places: placeSteps(graph, {}) }))
  const { places } = shown
  // Steps are placed again when the graph changes, not when somebody types a text.
  if (shown.structure !== structure) setShown({ structure, places: placeSteps(graph, shown.places) })
  const selectedConnection = graph.edges.find(({ id }) => id === selectedEdgeId(selection))
  const focusedStepId = path?.currentStepId ?? selectedStepId(selection) ?? selectedConnection?.source ?? null
  const selectedPlace = focusedStepId === null ? undefined : places[focusedStepId]
  const firstId = lines[0]?.node.id

  const showBeginning = (instance: ReactFlowInstance<StepNode>, shownPlaces: Places) => {
    const first = shownPlaces[firstId ?? ''] ?? Object.values(shownPlaces)[0]
    if (!frame.current || !first) return
    void instance.setViewport(readableViewport(frame.current, shownPlaces) ?? viewportOfFirst(frame.current, first))
  }

  /** Changes when all steps are laid out again, because none has a position. */
  const layoutKey = isUnplaced(graph) ? structure : ''
  useEffect(() => {
    const viewport = layoutKey !== '' && frame.current ? readableViewport(frame.current, places) : null
    if (diagram && viewport) void diagram.setViewport(viewport)
    // oxlint-disable-next-line react/exhaustive-deps -- only a new layout moves the view
  }, [diagram, layoutKey])
  // Show the selected step, also if it was selected in the outline, the step where a rehearsal is, and a step that was added.
  useEffect(() => {
    if (diagram && frame.current && selectedPlace) reveal(diagram, frame.current, selectedPlace)
    // oxlint-disable-next-line react/exhaustive-deps -- the view must not move while a step is dragged
  }, [diagram, focusedStepId, graph.nodes.length])

  const nodes = lines.map(({ node, number, next }): StepNode => {
    const mark = markOf(path, node.id)
    const name = texts.stepInDiagram(
      number,
      stepTypeOf(node.type).name,
      labelOf(node),
      next.map((target) => target.number),
    )
    return {
      id: node.id,
      type: 'step',
      position: draggedPositions[node.id] ?? places[node.id] ?? { x: 0, y: 0 },
      ...stepSize,
      measured: stepSize,
      selected: node.id === selectedStepId(selection),
      data: { step: node, number, isFlagged: flaggedStepIds.has(node.id), mark },
      ariaLabel: mark === null ? name : texts.markedInDiagram(name, mark),
    }
  })
  const names = new Map(lines.map((line) => [line.node.id, stepName(line)]))
  const edges = graph.edges
    .filter(({ source, target }) => names.has(source) && names.has(target))
    .map((edge): Edge => {
      const isOnPath = path?.edgeIds.has(edge.id) ?? false
      const name = texts.connectionInDiagram(
        connectionLabel(edge),
        names.get(edge.source) ?? '',
        names.get(edge.target) ?? '',
      )
      return {
        id: edge.id,
        source: edge.source,
        target: edge.target,
        label: truncated(connectionLabel(edge)),
        selected: edge === selectedConnection,
        markerEnd: isOnPath ? { ...marker, color: 'var(--color-accent)', width: 9, height: 9 } : marker,
        className: isOnPath ? 'on-path' : undefined,
        labelBgPadding: [4, 2],
        ariaLabel: isOnPath ? texts.markedInDiagram(name, 'passed') : name,
      }
    })

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
    const isMoved = Object.entries(movedPositions).some(([id, { x, y }]) => x !== places[id]?.x || y !== places[id]?.y)
    if (isMoved) edit?.move(movedPositions)
  }

  const tidy = () => {
    const tidyPlaces = layOut(graph)
    edit?.tidy(tidyPlaces)
    if (diagram) showBeginning(diagram, tidyPlaces)
  }

  return (
    <div ref={frame} className="size-full">
      <ReactFlow<StepNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onInit={(instance) => {
          setDiagram(instance)
          showBeginning(instance, places)
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
        minZoom={smallestZoom}
        maxZoom={1.5}
        aria-label={texts.diagram}
      >
        <Background gap={20} size={1.25} />
        {nodes.length >= minimapFrom && (
          <MiniMap<StepNode>
            pannable
            zoomable
            ariaLabel={texts.minimap}
            nodeColor="var(--color-control)"
            nodeBorderRadius={16}
            maskColor="var(--color-pressed)"
            bgColor="var(--color-raised)"
          />
        )}
        <Panel position="top-right" className="m-2! flex rounded-base border border-line-strong bg-raised p-0.5">
          {edit && <IconButton label={texts.tidyUp} icon={WandSparkles} size="small" onClick={tidy} />}
          <IconButton label={texts.zoomIn} icon={ZoomIn} size="small" onClick={() => void diagram?.zoomIn()} />
          <IconButton label={texts.zoomOut} icon={ZoomOut} size="small" onClick={() => void diagram?.zoomOut()} />
          <IconButton
            label={texts.showAllSteps}
            icon={Maximize}
            size="small"
            onClick={() =>
              void diagram?.fitView({ padding: 0.05, minZoom: smallestZoom, maxZoom: 1, duration: animationMs() })
            }
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
