/** Details beside the list; above it if there is little space. The panel has an address, so closing it is a navigation. */
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from '../forms/icon-button.tsx'
import { visible, visibleText } from '../text/visible-text.tsx'

interface Props {
  title: string
  /** Facts below the title. */
  facts?: ReactNode
  onClose: () => void
  /** The ID of the shown record. When it changes, the heading gets the focus. */
  recordId: string
  children: ReactNode
}

export function SidePanel({ title, facts, onClose, recordId, children }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (recordId) heading.current?.focus({ preventScroll: true })
  }, [recordId])
  // Escape closes the panel from anywhere on the page, unless a dialog, a list or a field handles it.
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      const isHandledElsewhere =
        event.target instanceof Element &&
        event.target.closest('[role=dialog], [role=menu], [role=listbox], input, textarea')
      if (event.key === 'Escape' && !event.defaultPrevented && !isHandledElsewhere) onClose()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [onClose])
  return (
    <aside
      aria-labelledby={id}
      className="fixed inset-0 z-30 flex flex-col overflow-clip border-line bg-raised lg:sticky lg:inset-auto lg:top-[calc(var(--spacing-top-bar)+1rem)] lg:z-0 lg:max-h-[calc(100dvh-var(--spacing-top-bar)-2rem)] lg:w-[26rem] lg:shrink-0 lg:self-start lg:rounded-large lg:border"
    >
      <div className="flex items-start gap-2 border-b border-line px-4 py-2.5">
        <div className="min-w-0 flex-1">
          <h2 id={id} ref={heading} tabIndex={-1} className="text-large break-words outline-none">
            {visible(title)}
          </h2>
          {facts && <div className="text-label text-muted">{facts}</div>}
        </div>
        <IconButton icon={X} label={`Close ${visibleText(title)}`} onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">{children}</div>
    </aside>
  )
}

/** A list with an optional panel at its right. */
export const WithPanel = ({ children, panel }: { children: ReactNode; panel: ReactNode }) => (
  <div className="flex gap-4">
    <div className="min-w-0 flex-1">{children}</div>
    {panel}
  </div>
)
