/** A connection that goes around the steps between its source and its target. */
import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react'
import { pathThrough } from './connection-route.ts'

type RoutedEdge = Edge<{ laneY: number }, 'routed'>

export function RoutedEdgeView({
  data,
  label,
  labelStyle,
  labelBgPadding,
  style,
  markerEnd,
  ...edge
}: EdgeProps<RoutedEdge>) {
  const laneY = data?.laneY ?? (edge.sourceY + edge.targetY) / 2
  return (
    <BaseEdge
      id={edge.id}
      path={pathThrough({ x: edge.sourceX, y: edge.sourceY }, { x: edge.targetX, y: edge.targetY }, laneY)}
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
