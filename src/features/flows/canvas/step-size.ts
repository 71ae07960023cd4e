/** The size of a drawn step in pixels. */
export interface Size {
  width: number
  height: number
}

/** The height of a condition above its branches; `bottom` is the height below them. */
const headHeight = 52
/** The height of one branch in `step-node.tsx`. */
const branchHeight = 24
const bottom = 6

/** The parts of a step on which its size depends. */
export interface StepContent {
  type: string
  branchCount: number
  /** Whether a condition shows a row from which a new branch is drawn. */
  isEditable: boolean
}

/** Start and end are small. A condition is as high as its branches need. */
export function sizeOfStep({ type, branchCount, isEditable }: StepContent): Size {
  if (type === 'start' || type === 'end') return { width: 172, height: 48 }
  if (type !== 'condition') return { width: 220, height: 104 }
  const rows = branchCount + (isEditable ? 1 : 0)
  return { width: 220, height: headHeight + rows * branchHeight + bottom }
}

/** How far below the top of a condition its row at an index is in the middle. */
const rowMiddle = (index: number) => headHeight + (index + 0.5) * branchHeight

/** How far below the top of a step its connection at an index begins. */
export const connectionTop = (type: string, { height }: Size, index: number): number =>
  type === 'condition' ? rowMiddle(index) : height / 2
