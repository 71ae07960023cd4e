/** A window above the page. Escape leaves it, and the focus goes back to where it was. */
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
  /** Buttons, the safe one first. */
  footer?: ReactNode
  /** Above the title, over the whole width: what the action is done to. */
  band?: ReactNode
  width?: keyof typeof widths
  initialFocus?: RefObject<HTMLElement | null>
  /** What has the focus once it is closed; null, as without it: what had it before. */
  finalFocus?: () => HTMLElement | null
  /** No closing by a click beside it: something is typed or decided here. */
  modal?: boolean
  /** Nothing of the page shows through. */
  covers?: boolean
  /** Takes key presses before anything inside. */
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
  covers = false,
  onKeyDownCapture,
  onKeyUpCapture,
}: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={modal}>
      <Base.Portal>
        <Base.Backdrop
          className={cx(
            'fixed inset-0 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
            // Also over a window that was open before.
            covers ? 'z-50 bg-ground' : 'z-40 bg-veil',
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
            {/* Last, so that the first stop is in the content. */}
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
