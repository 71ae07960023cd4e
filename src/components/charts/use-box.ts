import { type RefCallback, useState } from 'react'

/** What a drawing needs to know of the element that it fills. */
export interface Box {
  /** px; 0 until it is measured, which is before it is painted. */
  width: number
  /** The font of its text. */
  font: Font
}

export interface Font {
  /** As CSS writes it. */
  css: string
  /** px. */
  letterSpacing: number
}

/** Its parts, because the shorthand is empty for some fonts. */
function fontOf(element: Element): Font {
  const { fontWeight, fontSize, fontFamily, letterSpacing } = getComputedStyle(element)
  return { css: `${fontWeight} ${fontSize} ${fontFamily}`, letterSpacing: Number.parseFloat(letterSpacing) || 0 }
}

export function useBox(): [RefCallback<HTMLElement>, Box] {
  const [box, setBox] = useState<Box>({ width: 0, font: { css: '', letterSpacing: 0 } })
  const observe: RefCallback<HTMLElement> = (element) => {
    if (!element) return
    const measure = () => {
      const width = Math.floor(element.clientWidth)
      const font = fontOf(element)
      setBox((before) => (before.width === width && before.font.css === font.css ? before : { width, font }))
    }
    // Names are measured again once the font of the page is there.
    const measureAgain = () => setBox((before) => ({ ...before }))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    document.fonts.addEventListener('loadingdone', measureAgain)
    return () => {
      observer.disconnect()
      document.fonts.removeEventListener('loadingdone', measureAgain)
    }
  }
  return [observe, box]
}

let canvas: CanvasRenderingContext2D | null | undefined
/** Used where nothing can be measured, px. */
const averageCharacter = 6.8

/** The width of a text, px. */
export function textWidth(text: string, { css, letterSpacing }: Font): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return text.length * averageCharacter
  canvas.font = css
  return canvas.measureText(text).width + text.length * letterSpacing
}
