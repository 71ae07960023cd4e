/**
 * A window above the page that has the keyboard from the key that opens it, also while the code of what it shows is still loading.
 * It is the browser's own modal dialog: the page behind it is inert, and the focus returns to where it was.
 */
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx, floatLook } from '../classes.ts'

interface Props {
  label: string
  onClose: () => void
  /** Takes the focus; without it the first control of the window does. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Its maximum width and its position. */
  className: string
  children: ReactNode
}

export function Overlay({ label, onClose, initialFocus, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The browser's modal dialog is open while this is shown: before the next key, not soon after this one.
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
      // A click on plain text in it keeps the keyboard in it.
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        // Not the browser's own way, which is later: a second window below this one would take the key too.
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
      className="fixed inset-0 m-0 flex size-full max-h-none max-w-none items-start justify-center overscroll-contain bg-transparent p-2 outline-none backdrop:bg-veil"
    >
      <div data-floats="" className={cx(floatLook, 'flex w-full flex-col overflow-clip rounded-large', className)}>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
