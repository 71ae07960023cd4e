/**
 * A window above the page that receives the keyboard immediately, even while the code of its content is loading. It is the browser's
 * modal dialog: the page behind it is inert, and the focus returns to where it was.
 */
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx, floatingClasses } from '../classes.ts'

interface Props {
  label: string
  onClose: () => void
  /** The element that gets the focus; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The classes for its maximum width and its position. */
  className: string
  children: ReactNode
}

export function Overlay({ label, onClose, initialFocus, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect, so that the dialog receives the next key.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    initialFocus?.current?.focus()
    return () => element?.close()
  }, [initialFocus])
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={label}
      // Without this, a click on text inside would move the focus to the page.
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        // The browser fires `cancel` later, after a window below this one has handled the key too.
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
      className="fixed inset-0 m-0 flex size-full max-h-none max-w-none items-start justify-center overscroll-contain bg-transparent p-2 outline-none backdrop:bg-veil"
    >
      <div
        data-floats=""
        className={cx(floatingClasses, 'flex w-full flex-col overflow-clip rounded-large', className)}
      >
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
