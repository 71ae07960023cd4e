/** Draws the graph. Loaded lazily, because nothing else needs the drawing library. */
import '@xyflow/react/dist/base.css'
import './canvas.css'
import {
  Background,
  type FinalConnectionState,
  type NodeChange,
  Panel,
  type ReactFlowInstance,
  SelectionMode,
} from '@xyflow/react'
import Maximize from 'lucide-react/icons/maximize'
import Plus from 'lucide-react/icons/plus'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { type DragEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Graph } from '#flow-engine/graph.ts'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import type { PanelActions } from '../panels/panel-actions.ts'
import type { OutlineLine, Point } from '../steps/graph.ts'
import type { Selection } from '../steps/selection.ts'
import { isStepType, stepTypeInDrag } from '../steps/step-types.ts'
import * as texts from '../steps/texts.tsx'
import type { WalkedPath } from '../steps/walked-path.ts'
import { isUnplaced, placeSteps, structureOf } from './canvas-layout.ts'
import { DiagramMap } from './diagram-map.tsx'
import { drawConnections, drawSteps, sizesOf } from './elements.ts'
import { MovableDiagram } from './movable-diagram.tsx'
import { RoutedEdgeView } from './routed-edge.tsx'
import { SelectionTools } from './selection-tools.tsx'
import { StepChooser } from './step-chooser.tsx'
import { stepTowards } from './step-keys.ts'
import { layOut, type Places } from './step-layout.ts'
import { type StepNode, StepNodeView } from './step-node.tsx'
import { sizeOfStep } from './step-size.ts'
import { animationMs, openingViewport, readableViewport, reveal, smallestZoom, wholeViewport } from './viewport.ts'

export interface CanvasProps {
  graph: Graph
  lines: readonly OutlineLine[]
  /** What to check in each step, by its ID. */
  problems: ReadonlyMap<string, string>
  /** The selected steps: one, or several. */
  selectedIds: readonly string[]
  selectedEdgeId: string | null
  /** The path of a rehearsal; null: none is open. */
  path: WalkedPath | null
  onSelect: (next: Selection) => void
  /** null: read-only, and one step at a time is selected. */
  edit: {
    selectSteps: (ids: readonly string[]) => void
    open: (id: string) => void
    connect: (source: string, target: string) => void
    add: PanelActions['add']
    arrange: (kind: 'move' | 'align' | 'tidy', positions: Places) => void
  } | null
}

const unknownSize = sizeOfStep('')
const nodeTypes = { step: StepNodeView }
const edgeTypes = { routed: RoutedEdgeView }
const keyboardHelp = {
  'node.a11yDescription.default': 'Arrow keys go to other steps. Enter opens the step, with its connections.',
}
/** From this number of steps on, only the visible ones are in the document, and a small map shows which part of the diagram they are. */
const largeFrom = 20

/** The step that an event comes from; undefined: something else on the canvas. */
const stepIdOf = ({ target }: KeyboardEvent | FocusEvent): string | undefined =>
  target instanceof HTMLElement && target.classList.contains('react-flow__node') ? target.dataset.id : undefined

/** Where a connection was dropped on the empty canvas. */
interface Drop {
  source: string
  /** In the diagram, and from the upper left corner of the canvas. */
  place: Point
  corner: Point
}

interface FlowDiagramProps extends CanvasProps {
  /** The element that the diagram fills. */
  frame: HTMLElement
}

function FlowDiagram({
  frame,
  graph,
  lines,
  problems,
  selectedIds,
  selectedEdgeId,
  path,
  onSelect,
  edit,
}: FlowDiagramProps) {
  const [diagram, setDiagram] = useState<ReactFlowInstance<StepNode> | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const [focusedStep, setFocusedStep] = useState<string | null>(null)
  const sizes = sizesOf(lines)
  const sizeOf = (id: string) => sizes.get(id) ?? unknownSize
  const isLarge = lines.length >= largeFrom
  const structure = structureOf(graph)
  const [shown, setShown] = useState(() => ({ structure, places: placeSteps(graph, {}, sizeOf) }))
  const { places } = shown
  // Steps are placed again when the graph changes, not when somebody types a text.
  if (shown.structure !== structure) setShown({ structure, places: placeSteps(graph, shown.places, sizeOf) })
  // Selecting several steps does not move the view: whoever selects them wants to see them.
  const onlySelectedId = selectedIds.length === 1 ? selectedIds[0] : null
  const focusedId =
    path?.currentStepId ?? onlySelectedId ?? graph.edges.find(({ id }) => id === selectedEdgeId)?.source ?? null
  const focusedPlace = focusedId === null ? undefined : places[focusedId]
  const firstId = lines[0]?.node.id ?? ''
  const [viewportAtFirst] = useState(() => openingViewport(frame, { firstId, focusedId, places, sizeOf }))

  /** Changes when all steps are laid out again, because none has a position. */
  const layoutKey = isUnplaced(graph) ? structure : ''
  const shownLayout = useRef(layoutKey)
  useEffect(() => {
    if (shownLayout.current === layoutKey) return
    shownLayout.current = layoutKey
    const viewport = layoutKey === '' ? null : readableViewport(frame, places, sizeOf)
    if (viewport) void diagram?.setViewport(viewport)
    // oxlint-disable-next-line react/exhaustive-deps -- only a new layout moves the view
  }, [diagram, layoutKey])
  // Show the selected step, also if it was selected in the outline, the step where a rehearsal is, and a step that was added.
  useEffect(() => {
    if (diagram && focusedId !== null && focusedPlace) reveal(diagram, frame, focusedPlace, sizeOf(focusedId))
    // oxlint-disable-next-line react/exhaustive-deps -- the view must not move while a step is dragged
  }, [diagram, focusedId, graph.nodes.length])

  const isEditable = edit !== null
  const tabStopId =
    [edit && onlySelectedId, focusedStep, onlySelectedId].find((id) => id && Object.hasOwn(places, id)) ?? firstId
  const nodes = drawSteps(lines, { places, sizeOf, isEditable, selectedIds, tabStopId, problems, path })
  const edges = drawConnections(graph, lines, { places, sizeOf, isEditable, selectedEdgeId, path })

  /** Focuses a step, and shows it. In a large diagram, it is drawn only then. */
  const goTo = (id: string, frames = 30) => {
    const place = places[id]
    if (!place || !diagram) return
    setFocusedStep(id)
    reveal(diagram, frame, place, sizeOf(id))
    const drawn = frame.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
    if (drawn) drawn.focus({ preventScroll: true })
    else if (frames > 0) requestAnimationFrame(() => goTo(id, frames - 1))
  }
  // Before the drawing library, whose arrow keys move a selected step: they do so with Shift.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const id = stepIdOf(event)
    if (id === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    const next = event.key === 'Enter' ? id : stepTowards(event.key, id, graph, lines)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') return edit ? edit.open(id) : onSelect({ node: id })
    goTo(next)
    // A selection goes along: Delete and the other keys of the editor mean the selected step.
    if (selectedIds.length > 0 || selectedEdgeId !== null) edit?.selectSteps([next])
  }

  const select = (changes: NodeChange<StepNode>[]) => {
    const next = new Set(selectedIds)
    let isChanged = false
    for (const change of changes) {
      if (change.type !== 'select' || change.selected === next.has(change.id)) continue
      isChanged = true
      if (change.selected) next.add(change.id)
      else next.delete(change.id)
    }
    if (!isChanged) return
    const ids = [...next]
    if (edit) edit.selectSteps(ids)
    else if (ids.length > 0) onSelect({ node: ids.at(-1) ?? '' })
  }
  const move = (positions: Places) => {
    const isMoved = Object.entries(positions).some(([id, { x, y }]) => x !== places[id]?.x || y !== places[id]?.y)
    if (isMoved) edit?.arrange('move', positions)
  }

  const tidy = () => {
    const tidyPlaces = layOut(graph, sizeOf)
    edit?.arrange('tidy', tidyPlaces)
    const viewport = openingViewport(frame, { firstId, focusedId: null, places: tidyPlaces, sizeOf })
    if (viewport) void diagram?.setViewport(viewport)
  }

  /** Adds a step whose upper edge is at a point, in the middle of its width. */
  const addAt = (type: string, { x, y }: Point, source: string | null) => {
    if (!isStepType(type)) return
    edit?.add(type, source, { x: x - sizeOfStep(type).width / 2, y })
  }
  const onDrop = (event: DragEvent) => {
    const point = diagram?.screenToFlowPosition({ x: event.clientX, y: event.clientY })
    event.preventDefault()
    if (point) addAt(event.dataTransfer.getData(stepTypeInDrag), point, null)
  }
  const onConnectEnd = (event: MouseEvent | TouchEvent, { fromNode, toNode, fromHandle }: FinalConnectionState) => {
    const pointer = 'changedTouches' in event ? event.changedTouches[0] : event
    if (!edit || !fromNode || toNode || fromHandle?.type !== 'source' || !pointer || !diagram) return
    const { left, top } = frame.getBoundingClientRect()
    const { clientX, clientY } = pointer
    setDrop({
      source: fromNode.id,
      place: diagram.screenToFlowPosition({ x: clientX, y: clientY }),
      corner: { x: clientX - left, y: clientY - top },
    })
  }

  return (
    <>
      <MovableDiagram
        onDragOver={(event) => edit && event.dataTransfer.types.includes(stepTypeInDrag) && event.preventDefault()}
        onDrop={onDrop}
        onKeyDownCapture={onKeyDownCapture}
        onFocusCapture={(event) => setFocusedStep(stepIdOf(event) ?? focusedStep)}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        defaultViewport={viewportAtFirst}
        onInit={setDiagram}
        onSelectSteps={select}
        onRelease={move}
        onNodeDoubleClick={(_, { id }) => edit?.open(id)}
        onEdgesChange={(changes) => {
          for (const change of changes) if (change.type === 'select' && change.selected) onSelect({ edge: change.id })
        }}
        onPaneClick={() => onSelect(null)}
        onConnect={({ source, target }) => edit?.connect(source, target)}
        onConnectEnd={onConnectEnd}
        isValidConnection={({ source, target }) => source !== target}
        nodesDraggable={isEditable}
        nodesConnectable={isEditable}
        edgesFocusable={false}
        selectNodesOnDrag={false}
        onlyRenderVisibleElements={isLarge}
        deleteKeyCode={null}
        selectionKeyCode={edit ? 'Shift' : null}
        selectionMode={SelectionMode.Partial}
        multiSelectionKeyCode={edit ? ['Shift', 'Control', 'Meta'] : null}
        // In the editor, the wheel moves the diagram, and zooms with Ctrl or a pinch. On a page to read, it scrolls the page.
        panOnScroll={edit !== null}
        zoomActivationKeyCode={edit ? ['Control', 'Meta'] : null}
        preventScrolling={edit !== null}
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        minZoom={smallestZoom}
        maxZoom={1.5}
        attributionPosition="bottom-left"
        aria-label="Diagram of the steps"
        ariaLabelConfig={keyboardHelp}
      >
        <Background gap={20} size={1.25} />
        {isLarge && <DiagramMap lines={lines} places={places} sizeOf={sizeOf} />}
        <Panel position="top-right" className="m-2! flex rounded-base border border-line-strong bg-raised p-0.5">
          {edit && <IconButton label="Tidy up" icon={WandSparkles} size="small" onClick={tidy} />}
          <IconButton label="Zoom in" icon={ZoomIn} size="small" onClick={() => void diagram?.zoomIn()} />
          <IconButton label="Zoom out" icon={ZoomOut} size="small" onClick={() => void diagram?.zoomOut()} />
          <IconButton
            label="Show all steps"
            icon={Maximize}
            size="small"
            onClick={() =>
              void diagram?.setViewport(wholeViewport(frame, places, sizeOf, isLarge), { duration: animationMs() })
            }
          />
        </Panel>
        {edit && selectedIds.length > 1 && (
          <Panel position="top-left" className="m-2!">
            <SelectionTools ids={selectedIds} places={places} onAlign={(next) => edit.arrange('align', next)} />
          </Panel>
        )}
      </MovableDiagram>
      {edit && lines.length === 0 && (
        // Steps can still be dropped on the canvas.
        <div className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-2 p-4 text-center">
          <p className="text-muted">{texts.noStepsToEdit}</p>
          <div className="pointer-events-auto">
            <Button size="small" icon={Plus} onClick={() => edit.add('start', null)}>
              Add start step
            </Button>
          </div>
        </div>
      )}
      {drop && (
        <StepChooser
          at={drop.corner}
          onClose={() => setDrop(null)}
          onChoose={(type) => {
            setDrop(null)
            addAt(type, drop.place, drop.source)
          }}
        />
      )}
    </>
  )
}

export default function Canvas(props: CanvasProps) {
  // The diagram is drawn when its size is known, so that it shows the right part of the steps at once.
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  return (
    <div ref={setFrame} className="relative size-full">
      {frame && <FlowDiagram {...props} frame={frame} />}
    </div>
  )
}
