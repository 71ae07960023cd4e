/** The size of a drawn step in pixels. */
export interface Size {
  width: number
  height: number
}

/** The height of the tail of a speech bubble, which is below the frame of the step. */
export const tailHeight = 8

export function sizeOfStep(type: string): Size {
  if (type === 'start' || type === 'end') return { width: 172, height: 44 }
  if (type === 'condition') return { width: 220, height: 60 }
  return { width: 220, height: type === 'say' || type === 'ask' ? 76 + tailHeight : 76 }
}

/** Where the connections of a step begin, from its upper left corner: side by side, in their order, at its lower edge. */
export const connectionStart = (type: string, { width, height }: Size, index: number, count: number) => ({
  x: (width * (index + 1)) / (count + 1),
  y: type === 'say' || type === 'ask' ? height - tailHeight : height,
})
