/** For a part whose buttons disappear when they are pressed: the focus moves to the nearest control that is left, and is not lost. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'

const controls = ':is(button, a[href], input, select):not(:disabled)'

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentElement
  return parent ? [parent, ...ancestorsOf(parent)] : []
}

export function KeptFocus({ children }: { children: ReactNode }) {
  const part = useRef<HTMLSpanElement>(null)
  useLayoutEffect(
    () => () => {
      // On unmount, the focus is still inside.
      if (!part.current?.contains(document.activeElement)) return
      const around = ancestorsOf(part.current)
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const place = around.find((element) => element.isConnected && element.querySelector(controls))
        place?.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true })
      })
    },
    [],
  )
  return (
    <span ref={part} className="contents">
      {children}
    </span>
  )
}
