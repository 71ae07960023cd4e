/** A connection that leads back to the left. It goes around the steps, where a curve would run behind them. */
import { BaseEdge, type Edge, type EdgeProps, getSmoothStepPath } from '@xyflow/react'
import type { Places, SizeOf } from './step-layout.ts'

type LoopEdge = Edge<{ laneY: number }, 'loop'>

/** How far the connection is from the steps beside it, and how near it may come to one between two others. */
const distance = 20
const clearance = 14

/** Where a connection that leads back crosses the diagram: a free height between its steps or below them; null if it leads to the right. */
export function laneOf(places: Places, sizeOf: SizeOf, source: string, target: string): number | null {
  const [from, to] = [places[source], places[target]]
  if (!from || !to) return null
  const right = from.x + sizeOf(source).width
  if (right <= to.x) return null
  const [fromBottom, toBottom] = [from.y + sizeOf(source).height, to.y + sizeOf(target).height]
  const passed = Object.entries(places)
    .map(([id, { x, y }]) => ({ x, y, right: x + sizeOf(id).width, bottom: y + sizeOf(id).height }))
    .filter((step) => step.x < right && to.x < step.right)
    .toSorted((one, other) => one.y - other.y)
  const isFree = (height: number) =>
    passed.every(({ y, bottom }) => height <= y - clearance || bottom + clearance <= height)
  const [upper, lower] = [Math.min(fromBottom, toBottom), Math.max(from.y, to.y)]
  const between = [(upper + lower) / 2, lower - clearance, upper + clearance].find(isFree)
  if (upper < lower && between !== undefined) return between
  let lane = Math.max(fromBottom, toBottom) + distance
  for (const { y, bottom } of passed) if (y - clearance < lane && lane < bottom + clearance) lane = bottom + distance
  return lane
}

export function LoopEdgeView({
  data,
  label,
  labelStyle,
  labelBgPadding,
  style,
  markerEnd,
  ...edge
}: EdgeProps<LoopEdge>) {
  const laneY = data?.laneY ?? (edge.sourceY + edge.targetY) / 2
  const [path] = getSmoothStepPath({ ...edge, centerY: laneY, offset: distance, borderRadius: 12 })
  return (
    <BaseEdge
      id={edge.id}
      path={path}
      label={label}
      labelX={(edge.sourceX + edge.targetX) / 2}
      labelY={laneY}
      labelStyle={labelStyle}
      labelBgPadding={labelBgPadding}
      style={style}
      markerEnd={markerEnd}
      interactionWidth={edge.interactionWidth}
    />
  )
}
