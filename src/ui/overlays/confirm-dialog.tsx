/**
 * Confirms an action that cannot be undone. The cancel button has the focus. A key or mouse button that was pressed before the dialog
 * opened has no effect in it. The label of the action has a verb, an object and, if there are several, a count.
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
  /** "Start 4,812 calls"; null if the error has the action's button, so that the footer has only the cancel button. */
  action: string | null
  onAction: () => void
  tone?: 'primary' | 'danger'
  pending?: boolean
  /** Why the action is not possible yet, such as "Type the agent's name first." */
  disabledReason?: string | null | false
  /** Shown above the title, across the whole width. */
  band?: ReactNode
  /** The error of the last attempt. */
  error?: ReactNode
  /** The element that gets the focus when the dialog is closed; null or absent: the one that had it before. */
  finalFocus?: () => HTMLElement | null
}

const activationKeys = new Set(['Enter', ' '])

export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  cancelLabel,
  action,
  onAction,
  tone = 'primary',
  pending,
  disabledReason,
  band,
  error,
  finalFocus,
}: ConfirmDialogProps) {
  const cancelButton = useRef<HTMLButtonElement>(null)
  // Keys that were pressed while the dialog was open. The release of any other key is ignored.
  const pressedKeys = useRef(new Set<string>())
  const hasAction = action !== null
  const hadAction = useRef(hasAction)
  // If the action's button disappears while it has the focus, the cancel button gets it.
  useEffect(() => {
    if (hadAction.current === hasAction) return
    hadAction.current = hasAction
    cancelButton.current?.focus()
  }, [hasAction])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      band={band}
      width="small"
      modal
      initialFocus={cancelButton}
      finalFocus={finalFocus}
      onKeyDownCapture={(event) => {
        if (!activationKeys.has(event.key)) return
        if (event.repeat) event.preventDefault()
        else pressedKeys.current.add(event.key)
      }}
      onKeyUpCapture={(event) => {
        if (activationKeys.has(event.key) && !pressedKeys.current.delete(event.key)) event.preventDefault()
      }}
      footer={
        <>
          <Button ref={cancelButton} onClick={onClose}>
            {cancelLabel}
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
