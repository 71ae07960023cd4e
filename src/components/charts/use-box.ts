import { type RefCallback, useState } from 'react'

/** The width of an element, px; 0 until it is measured, which is before it is painted. */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0)
  const observe: RefCallback<HTMLElement> = (element) => {
    if (!element) return
    const measure = () => setWidth(Math.floor(element.clientWidth))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }
  return [observe, width]
}
