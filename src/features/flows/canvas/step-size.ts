/** The size of a drawn step in pixels. */
export interface Size {
  width: number
  height: number
}

const headHeight = 58
/** The height of one branch in `step-node.tsx`. */
const branchHeight = 24

/** Start and end are small. A condition is as high as its branches need. */
export function sizeOfStep(type: string, branchCount: number): Size {
  if (type === 'start' || type === 'end') return { width: 148, height: 48 }
  if (type === 'condition') return { width: 220, height: headHeight + (branchCount + 1) * branchHeight + 6 }
  return { width: 220, height: 104 }
}
