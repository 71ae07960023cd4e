/** A connection: a curve, or a way around the steps between its source and its target. Its label is where the branches are apart. */
import { BaseEdge, type Edge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { pathThrough } from './connection-route.ts'
import { useHasLabelsOnly } from './step-node.tsx'

/** `laneX` null: a curve. */
type RoutedEdge = Edge<{ laneX: number | null }, 'routed'>

/** The point of a curve at 60 % of its way, as a share of the distance between its ends. */
const labelShare = { x: 0.648, y: 0.576 }

export function RoutedEdgeView({
  data,
  label,
  labelBgPadding,
  style,
  markerEnd,
  sourcePosition,
  targetPosition,
  ...edge
}: EdgeProps<RoutedEdge>) {
  const hasLabelsOnly = useHasLabelsOnly()
  const laneX = data?.laneX ?? null
  const { sourceX, sourceY, targetX, targetY } = edge
  const path =
    laneX === null
      ? getBezierPath({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition })[0]
      : pathThrough({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, laneX)
  return (
    <BaseEdge
      id={edge.id}
      path={path}
      label={label}
      labelX={laneX ?? sourceX + labelShare.x * (targetX - sourceX)}
      labelY={laneX === null ? sourceY + labelShare.y * (targetY - sourceY) : (sourceY + targetY) / 2}
      labelStyle={hasLabelsOnly ? { fontSize: '1.25rem' } : undefined}
      labelBgPadding={labelBgPadding}
      style={style}
      markerEnd={markerEnd}
      interactionWidth={edge.interactionWidth}
    />
  )
}
