/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an image that is a file could not be pressed, and would not have the colors of the theme */
/**
 * A small map of a large diagram, which shows the visible part and moves it. It draws the steps where they are when nobody drags them: the
 * map of the drawing library follows every move, which makes dragging slow. All steps of a type are one shape.
 */
import { Panel, useReactFlow, useStore } from '@xyflow/react'
import { type PointerEvent, useRef } from 'react'
import { cx } from '#ui/classes.ts'
import type { OutlineLine, Point } from '../steps/graph.ts'
import { stepTypeOf } from '../steps/step-types.ts'
import type { Places, SizeOf } from './step-layout.ts'
import type { Size } from './step-size.ts'
import { boundsOf, mapSize } from './viewport.ts'

interface Props {
  lines: readonly OutlineLine[]
  places: Places
  sizeOf: SizeOf
}

/** The space around the diagram in the map, as a share of the diagram. */
const margin = 0.05

const outlineOfStep = (place: Point | undefined, { width, height }: Size) =>
  place ? `M${place.x} ${place.y}h${width}v${height}h${-width}Z` : ''

export function DiagramMap({ lines, places, sizeOf }: Props) {
  const { setCenter, getZoom } = useReactFlow()
  const map = useRef<SVGSVGElement>(null)
  const bounds = boundsOf(places, sizeOf)
  const padding = margin * Math.max(bounds.width, bounds.height)
  const viewBox = [bounds.x - padding, bounds.y - padding, bounds.width + 2 * padding, bounds.height + 2 * padding]

  const moveTo = ({ clientX, clientY }: PointerEvent) => {
    const matrix = map.current?.getScreenCTM()
    if (!matrix) return
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
    void setCenter(x, y, { zoom: getZoom() })
  }
  return (
    <Panel position="bottom-right" className="m-2! overflow-clip rounded-base border border-line-strong bg-raised">
      <svg
        ref={map}
        role="img"
        aria-label="Map of the whole diagram"
        width={mapSize.width}
        height={mapSize.height}
        viewBox={viewBox.join(' ')}
        className="block cursor-pointer touch-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          moveTo(event)
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && moveTo(event)}
      >
        {[...Map.groupBy(lines, ({ node }) => stepTypeOf(node.type).colour)].map(([colour, steps]) => (
          <path
            key={colour}
            className={cx('opacity-75', colour)}
            fill="currentColor"
            d={steps.map(({ node: { id } }) => outlineOfStep(places[id], sizeOf(id))).join('')}
          />
        ))}
        <VisiblePart />
      </svg>
    </Panel>
  )
}

/** The part of the diagram that the canvas shows. Only this is rendered again when the view moves. */
function VisiblePart() {
  const [left, top, zoom] = useStore(({ transform }) => transform)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  return (
    <rect
      x={-left / zoom}
      y={-top / zoom}
      width={width / zoom}
      height={height / zoom}
      rx={16}
      className="fill-pressed stroke-control"
      fillOpacity={0.5}
      strokeWidth={1.5}
      vectorEffect="non-scaling-stroke"
    />
  )
}
