/**
 * Confirms an action that cannot be undone. The safe button has the focus. A key or mouse button that was pressed before the dialog
 * opened has no effect in it. The label of the action has a verb, the object and the count.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../forms/button.tsx'
import { visible } from '../text/visible-text.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  /** A question about what will happen, such as "Start 4,812 calls now?". */
  title: string
  children: ReactNode
  /** "Keep editing". */
  cancelLabel: string
  /** "Start 4,812 calls"; null: the action's button is in the error, and the footer has only the safe one. */
  action: string | null
  onAction: () => void
  tone?: 'primary' | 'danger'
  pending?: boolean
  /** Why the action is not possible yet, such as "Type the agent's name first." */
  disabledReason?: string | null | false
  band?: ReactNode
  /** The error of the last attempt. */
  error?: ReactNode
  /** The element that gets the focus when it is closed; null or absent: the one that had it before. */
  finalFocus?: () => HTMLElement | null
}

const presses = new Set(['Enter', ' '])

export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  cancelLabel: safe,
  action,
  onAction,
  tone = 'primary',
  pending,
  disabledReason,
  band,
  error,
  finalFocus,
}: ConfirmDialogProps) {
  const safeButton = useRef<HTMLButtonElement>(null)
  // Keys that were pressed in the dialog. The release of any other key is ignored.
  const pressed = useRef(new Set<string>())
  const acts = action !== null
  const acted = useRef(acts)
  // If the action's button disappears while it has the focus, the safe button gets it.
  useEffect(() => {
    if (acted.current === acts) return
    acted.current = acts
    safeButton.current?.focus()
  }, [acts])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      band={band}
      width="small"
      modal
      initialFocus={safeButton}
      finalFocus={finalFocus}
      onKeyDownCapture={(event) => {
        if (!presses.has(event.key)) return
        if (event.repeat) event.preventDefault()
        else pressed.current.add(event.key)
      }}
      onKeyUpCapture={(event) => {
        if (presses.has(event.key) && !pressed.current.delete(event.key)) event.preventDefault()
      }}
      footer={
        <>
          <Button ref={safeButton} onClick={onClose}>
            {safe}
          </Button>
          {action !== null && (
            <Button
              variant={tone}
              pending={pending}
              disabledReason={disabledReason}
              // The second click of a double click was meant for the button that opened the dialog.
              onClick={(event) => event.detail <= 1 && onAction()}
            >
              {visible(action)}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {children}
        {error}
      </div>
    </Dialog>
  )
}
