/** A dialog above the page. Escape closes it, and the focus returns to where it was. */
import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { ReactNode, RefObject } from 'react'
import { cx } from '../classes.ts'
import { IconButton } from '../forms/icon-button.tsx'
import { visible } from '../text/visible-text.tsx'

const widths = { small: 'max-w-md', base: 'max-w-xl', large: 'max-w-3xl' } as const

interface Props {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons, the cancel button first. */
  footer?: ReactNode
  /** Shown above the title, across the whole width. */
  band?: ReactNode
  width?: keyof typeof widths
  initialFocus?: RefObject<HTMLElement | null>
  /** The element that gets the focus when the dialog is closed; null or absent: the one that had it before. */
  finalFocus?: () => HTMLElement | null
  /** A click outside does not close the dialog. For dialogs with input or a decision. */
  modal?: boolean
  /** Hides the page behind the dialog. */
  coversPage?: boolean
  /** Handles keys before any element in the dialog. */
  onKeyDownCapture?: (event: React.KeyboardEvent) => void
  onKeyUpCapture?: (event: React.KeyboardEvent) => void
}

export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  band,
  width = 'base',
  initialFocus,
  finalFocus,
  modal = false,
  coversPage = false,
  onKeyDownCapture,
  onKeyUpCapture,
}: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={modal}>
      <Base.Portal>
        <Base.Backdrop
          className={cx(
            'fixed inset-0 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
            // Above a dialog that was already open.
            coversPage ? 'z-50 bg-ground' : 'z-40 bg-veil',
          )}
        />
        <Base.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-3">
          <Base.Popup
            initialFocus={initialFocus}
            finalFocus={finalFocus}
            data-floats=""
            onKeyDownCapture={onKeyDownCapture}
            onKeyUpCapture={onKeyUpCapture}
            className={cx(
              'relative flex max-h-[calc(100dvh-1.5rem)] w-full flex-col overflow-clip rounded-large bg-raised shadow-float outline-none transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0',
              widths[width],
            )}
          >
            {band}
            <Base.Title className="px-4 pt-3.5 pr-12 pb-1 text-large text-pretty">{visible(title)}</Base.Title>
            <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-4">{children}</div>
            {footer && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-4 py-3">{footer}</div>
            )}
            {/* Last, so that Tab reaches the content first. */}
            {!modal && (
              <span className="absolute top-3 right-3">
                <IconButton size="small" icon={X} label="Close" onClick={onClose} />
              </span>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
