/**
 * The last look before something that cannot be taken back. The safe button has the focus; a key or a mouse button that was
 * pressed before the dialog came does nothing in it; the acting button says the verb, the object and the count.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../forms/button.tsx'
import { visible } from '../text/visible-text.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  /** A question that names what will happen: "Start 4,812 calls now?" */
  title: string
  children: ReactNode
  /** "Keep editing". */
  safe: string
  /** "Start 4,812 calls"; null: the error has the button that can be pressed, and the footer only the safe one. */
  action: string | null
  onAction: () => void
  tone?: 'primary' | 'danger'
  pending?: boolean
  /** Why it cannot be done yet: "Type the agent's name first." */
  disabledReason?: string | null | false
  band?: ReactNode
  /** What went wrong with the last try. */
  error?: ReactNode
  /** What has the focus once it is closed; null, as without it: what had it before. */
  finalFocus?: () => HTMLElement | null
}

const presses = new Set(['Enter', ' '])

export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  safe,
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
  // Keys that went down in here: only their release counts.
  const pressed = useRef(new Set<string>())
  const acts = action !== null
  const acted = useRef(acts)
  // The button that was pressed gives way to another: the focus stays in the window, where nothing is done by mistake.
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
              // The second click of a double click was meant for the button that opened this.
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
