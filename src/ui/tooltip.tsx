/**
 * A tooltip on hover and focus. It is our own, because the first page needs it and a library would be heavier; it uses the browser's top
 * layer. It stays while the pointer is on it, and Escape hides it (WCAG 1.4.13).
 */
import { type ReactNode, useId, useRef } from 'react'
import { cx, floatLook } from './classes.ts'

const gapPx = 6
const marginPx = 8
const showAfterMs = 140
const hideAfterMs = 120

/** Places it below its control, or above if there is no space; always inside the window. */
function place(bubble: HTMLElement, trigger: Element) {
  const around = trigger.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const below = around.bottom + gapPx
  const top = below + height + marginPx <= innerHeight ? below : around.top - gapPx - height
  const left = Math.min(innerWidth - width - marginPx, Math.max(marginPx, around.left + (around.width - width) / 2))
  bubble.style.top = `${Math.round(top)}px`
  bubble.style.left = `${Math.round(left)}px`
}

/**
 * @param text its content; without it there is no tooltip
 * @returns `trigger`, to spread on the control, and `bubble`, to render beside it
 */
export function useTip(text: ReactNode) {
  const id = useId()
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (!text) return { trigger: {}, bubble: null, show: () => undefined }

  const set = (open: boolean, trigger?: Element) => {
    clearTimeout(timer.current)
    const element = bubble.current
    if (!element?.isConnected || element.matches(':popover-open') === open) return
    if (!open) return element.hidePopover()
    element.showPopover()
    if (trigger) place(element, trigger)
  }
  const soon = (open: boolean, trigger?: Element) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => set(open, trigger), open ? showAfterMs : hideAfterMs)
  }

  return {
    show: (trigger: Element) => set(true, trigger),
    trigger: {
      'aria-describedby': id,
      onPointerEnter: (event: React.PointerEvent) => {
        if (event.pointerType === 'mouse') soon(true, event.currentTarget)
      },
      onPointerLeave: () => soon(false),
      onFocus: (event: React.FocusEvent) => {
        if (event.currentTarget.matches(':focus-visible')) set(true, event.currentTarget)
      },
      onBlur: () => set(false),
      onKeyDown: (event: React.KeyboardEvent) => {
        if (event.key === 'Escape') set(false)
      },
    },
    bubble: (
      <span
        id={id}
        ref={bubble}
        role="tooltip"
        popover="manual"
        data-floats=""
        className={cx(
          floatLook,
          'fixed inset-auto m-0 max-w-72 px-2.5 py-1.5 text-left text-label font-normal text-pretty whitespace-normal',
        )}
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={() => soon(false)}
      >
        {text}
      </span>
    ),
  }
}
