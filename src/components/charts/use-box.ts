import { type RefCallback, useState } from 'react'

/** What a drawing needs to know of the element that it fills. */
export interface Box {
  /** px; 0 until it is measured, which is before it is painted. */
  width: number
  /** The font of its text, as CSS writes it. */
  font: string
}

export function useBox(): [RefCallback<HTMLElement>, Box] {
  const [box, setBox] = useState<Box>({ width: 0, font: '' })
  const observe: RefCallback<HTMLElement> = (element) => {
    if (!element) return
    const measure = () => {
      const width = Math.floor(element.clientWidth)
      const { font } = getComputedStyle(element)
      setBox((before) => (before.width === width && before.font === font ? before : { width, font }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }
  return [observe, box]
}

let canvas: CanvasRenderingContext2D | null | undefined
/** Used where nothing can be measured, px. */
const averageCharacter = 6.8

/** The width of a text, px. @param font as CSS writes it */
export function textWidth(text: string, font: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return text.length * averageCharacter
  canvas.font = font
  return canvas.measureText(text).width
}
