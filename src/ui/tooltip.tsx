/**
 * A tooltip on hover and focus. It uses the browser's popovers instead of a library, because the first page loads it. It stays open while
 * the pointer is on it, and Escape hides it (WCAG 1.4.13).
 */
import { type ReactNode, useId, useRef } from 'react'
import { cx, floatingClasses } from './classes.ts'

const gapPx = 6
const marginPx = 8
const showAfterMs = 140
const hideAfterMs = 120

/** Places the tooltip below its control, or above if there is no space; always inside the window. */
function placeBubble(bubble: HTMLElement, trigger: Element) {
  const triggerRect = trigger.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const below = triggerRect.bottom + gapPx
  const top = below + height + marginPx <= innerHeight ? below : Math.max(marginPx, triggerRect.top - gapPx - height)
  const left = Math.min(
    innerWidth - width - marginPx,
    Math.max(marginPx, triggerRect.left + (triggerRect.width - width) / 2),
  )
  bubble.style.top = `${Math.round(top)}px`
  bubble.style.left = `${Math.round(left)}px`
}

/**
 * @param text the content; if it is empty, there is no tooltip
 * @returns `trigger`, to spread on the control, and `bubble`, to render beside it
 */
export function useTip(text: ReactNode) {
  const id = useId()
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (!text) return { trigger: {}, bubble: null, show: () => undefined }

  const setOpen = (open: boolean, trigger?: Element) => {
    clearTimeout(timer.current)
    const element = bubble.current
    if (!element?.isConnected || element.matches(':popover-open') === open) return
    if (!open) return element.hidePopover()
    element.showPopover()
    if (trigger) placeBubble(element, trigger)
  }
  const setOpenLater = (open: boolean, trigger?: Element) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(open, trigger), open ? showAfterMs : hideAfterMs)
  }

  return {
    show: (trigger: Element) => setOpen(true, trigger),
    trigger: {
      'aria-describedby': id,
      onPointerEnter: (event: React.PointerEvent) => {
        if (event.pointerType === 'mouse') setOpenLater(true, event.currentTarget)
      },
      onPointerLeave: () => setOpenLater(false),
      onFocus: (event: React.FocusEvent) => {
        if (event.currentTarget.matches(':focus-visible')) setOpen(true, event.currentTarget)
      },
      onBlur: () => setOpen(false),
      onKeyDown: (event: React.KeyboardEvent) => {
        if (event.key === 'Escape') setOpen(false)
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
          floatingClasses,
          'fixed inset-auto m-0 max-w-72 px-2.5 py-1.5 text-left text-label font-normal text-pretty whitespace-normal',
        )}
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={() => setOpenLater(false)}
      >
        {text}
      </span>
    ),
  }
}
