/** Decides which part of the diagram the canvas shows. */
import type { ReactFlowInstance, Viewport } from '@xyflow/react'
import type { Point } from '../steps/graph.ts'
import type { Places, SizeOf } from './step-layout.ts'
import type { StepNode } from './step-node.tsx'
import type { Size } from './step-size.ts'

type Diagram = ReactFlowInstance<StepNode>

/** The smallest zoom at which the label of a step is readable. A larger graph is shown in part. */
const readableZoom = 0.6
/** Small enough to show a flow of 500 steps at once. */
export const smallestZoom = 0.02
const margin = 24
/** The height of the buttons in the upper right corner, without the margin below them. */
const buttonsHeight = 28
/** The size of the map of a large diagram. */
export const mapSize = { width: 200, height: 150 }

export const animationMs = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150)

/** The smallest rectangle that contains all steps. */
export function boundsOf(places: Places, sizeOf: SizeOf): Point & Size {
  const boxes = Object.entries(places).map(([id, { x, y }]) => {
    const { width, height } = sizeOf(id)
    return { x, y, right: x + width, bottom: y + height }
  })
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))]
  return { x, y, width: right - x, height: bottom - y }
}

/** The viewport that shows the whole graph in the middle of what the buttons and the map of a large diagram leave free. */
export function wholeViewport(frame: HTMLElement, places: Places, sizeOf: SizeOf, hasMap: boolean): Viewport {
  const { x: left, y: top, width, height } = boundsOf(places, sizeOf)
  const [besideMap, aboveMap] = [mapSize.width + margin, mapSize.height + margin]
  /** What is covered at the right and at the bottom. */
  const covered = hasMap ? [[besideMap, 0] as const, [0, aboveMap] as const] : [[0, 0] as const]
  const viewports = covered.map(([right, bottom]) => {
    const [freeWidth, freeHeight] = [frame.clientWidth - right, frame.clientHeight - buttonsHeight - bottom]
    const zoom = Math.min((freeWidth - 2 * margin) / width, (freeHeight - 2 * margin) / height, 1)
    return {
      x: (freeWidth - width * zoom) / 2 - left * zoom,
      y: buttonsHeight + (freeHeight - height * zoom) / 2 - top * zoom,
      zoom: Math.max(zoom, smallestZoom),
    }
  })
  return viewports.reduce((best, viewport) => (viewport.zoom > best.zoom ? viewport : best))
}

/** The same for a diagram without a map; null if its text would not be readable. */
export function readableViewport(frame: HTMLElement, places: Places, sizeOf: SizeOf): Viewport | null {
  const viewport = wholeViewport(frame, places, sizeOf, false)
  return viewport.zoom < readableZoom ? null : viewport
}

/** The viewport that shows the first step at the top, readable, and as much as possible of the steps left and right of it. */
function viewportOfFirst(frame: HTMLElement, firstId: string, places: Places, sizeOf: SizeOf): Viewport | undefined {
  const first = places[firstId]
  if (!first) return undefined
  const zoom = readableZoom
  const { x: left, width } = boundsOf(places, sizeOf)
  const visibleWidth = frame.clientWidth / zoom - 2 * margin
  const middle = first.x + sizeOf(firstId).width / 2
  const visibleLeft =
    width < visibleWidth
      ? left - (visibleWidth - width) / 2
      : Math.min(Math.max(middle - visibleWidth / 2, left), left + width - visibleWidth)
  return { x: (margin - visibleLeft) * zoom, y: buttonsHeight + margin - first.y * zoom, zoom }
}

/** Whether all of a step is in view. */
function isVisible({ x, y, zoom }: Viewport, frame: HTMLElement, place: Point, { width, height }: Size): boolean {
  const [left, top] = [place.x * zoom + x, place.y * zoom + y]
  return left >= 0 && top >= 0 && left + width * zoom <= frame.clientWidth && top + height * zoom <= frame.clientHeight
}

/** The viewport that has a step in its middle. */
const centred = (frame: HTMLElement, { x, y }: Point, { width, height }: Size, zoom: number): Viewport => ({
  x: frame.clientWidth / 2 - (x + width / 2) * zoom,
  y: frame.clientHeight / 2 - (y + height / 2) * zoom,
  zoom,
})

interface Opening {
  firstId: string
  /** The step to show, if not all are visible; null: the first. */
  focusedId: string | null
  places: Places
  sizeOf: SizeOf
}

/** What a diagram shows when it opens; undefined if it has no steps. */
export function openingViewport(
  frame: HTMLElement,
  { firstId, focusedId, places, sizeOf }: Opening,
): Viewport | undefined {
  const whole = readableViewport(frame, places, sizeOf)
  if (whole) return whole
  const focused = places[focusedId ?? '']
  const first = viewportOfFirst(frame, firstId, places, sizeOf)
  if (focusedId === null || !focused || (first && isVisible(first, frame, focused, sizeOf(focusedId)))) return first
  return centred(frame, focused, sizeOf(focusedId), readableZoom)
}

/** Moves the view to a step that is not visible. */
export function reveal(diagram: Diagram, frame: HTMLElement, place: Point, size: Size): void {
  const shown = diagram.getViewport()
  if (isVisible(shown, frame, place, size)) return
  void diagram.setViewport(centred(frame, place, size, Math.max(shown.zoom, readableZoom)), { duration: animationMs() })
}
