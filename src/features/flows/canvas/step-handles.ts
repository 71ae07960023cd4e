/**
 * Where the handles of a step are, which `step-node.tsx` draws. Without it, the drawing library would draw every step once to measure them,
 * also the steps that are not visible.
 */
import { type NodeHandle, Position } from '@xyflow/react'
import { connectionTop, type Size, type StepContent } from './step-size.ts'

/** The handle of the branch at an index, from which its connection is drawn. */
export const branchHandle = (index: number) => `branch-${index}`
/** The handle from which a new branch of a condition is drawn. */
export const newBranchHandle = 'branch-new'

/** The diameter of a handle in `canvas.css`. */
const diameter = 12

export function handlesOf({ type, branchCount, isEditable }: StepContent, { width, height }: Size): NodeHandle[] {
  const around = (x: number, y: number) => ({
    x: x - diameter / 2,
    y: y - diameter / 2,
    width: diameter,
    height: diameter,
  })
  const source = (y: number, id?: string): NodeHandle => ({
    type: 'source',
    position: Position.Right,
    id,
    ...around(width, y),
  })
  const target: NodeHandle = { type: 'target', position: Position.Left, ...around(0, height / 2) }
  const sourceAt = (index: number, id?: string) => source(connectionTop(type, { width, height }, index), id)
  if (type !== 'condition') return [target, sourceAt(0)]
  const branches = Array.from({ length: branchCount }, (_, index) => sourceAt(index, branchHandle(index)))
  return isEditable ? [target, ...branches, sourceAt(branchCount, newBranchHandle)] : [target, ...branches]
}
