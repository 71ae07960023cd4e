/**
 * Where the handles of a step are, which `step-node.tsx` draws. Without it, the drawing library would draw every step once to measure them,
 * also the steps that are not visible.
 */
import { type NodeHandle, Position } from '@xyflow/react'
import type { Point } from '../steps/graph.ts'
import { connectionStart, type Size } from './step-size.ts'

/** The handle of the branch at an index, from which its connection is drawn. */
const branchHandle = (index: number) => `branch-${index}`
/** The handle from which a new branch of a condition is drawn. */
export const newBranchHandle = 'branch-new'

/** The diameter of a handle in `canvas.css`. */
const diameter = 12

/** Where the connections of a step begin. A condition has a place for each branch and, if it can be changed, for a new one; other steps have one place. */
export function startsOf(
  type: string,
  size: Size,
  branchCount: number,
  isEditable: boolean,
): (Point & { id?: string })[] {
  if (type !== 'condition') return [connectionStart(type, size, 0, 1)]
  const ids = [
    ...Array.from({ length: branchCount }, (_, index) => branchHandle(index)),
    ...(isEditable ? [newBranchHandle] : []),
  ]
  return ids.map((id, index) => ({ id, ...connectionStart(type, size, index, ids.length) }))
}

export function handlesOf(starts: readonly (Point & { id?: string })[], { width }: Size): NodeHandle[] {
  const around = ({ x, y }: Point) => ({ x: x - diameter / 2, y: y - diameter / 2, width: diameter, height: diameter })
  return [
    { type: 'target', position: Position.Top, ...around({ x: width / 2, y: 0 }) },
    ...starts.map(({ id, ...start }) => ({ type: 'source' as const, position: Position.Bottom, id, ...around(start) })),
  ]
}
