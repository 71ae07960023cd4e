/**
 * Decisions and their outcomes, at the foot of the queue: all unknown outcomes first (experience U26), then the operator's own decisions.
 * It is open while there is one, and neither moves nor covers a draft.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { DecisionList, useDecisionLines } from '#components/decisions/decision-list.tsx'
import { cx } from '#ui/classes.ts'
import { useIsPointedAt } from '#ui/use-is-pointed-at.ts'
import { useIsNarrow } from '#ui/use-media.ts'
import type { KnownDecision } from './queue/queue.ts'

interface Props {
  knownDecisions: readonly KnownDecision[]
  /** The result of the last key that the operator pressed, such as the one for undo. */
  keyResult: string
  panelRef: RefObject<HTMLElement | null>
}

export function DecisionsPanel({ knownDecisions, keyResult, panelRef }: Props) {
  const { isUnderPointer, handlers } = useIsPointedAt()
  const { lines, dismiss } = useDecisionLines(
    knownDecisions.map(({ decision }) => decision),
    isUnderPointer,
    true,
  )
  const scroller = useRef<HTMLDivElement>(null)
  const heldId = lines.find(({ state }) => state === 'held')?.effectId
  // Unknown outcomes can fill the panel. Scroll to the decision that can still be undone, unless the pointer is over the panel.
  useEffect(() => {
    const line = scroller.current?.querySelector(`[data-effect="${heldId}"]`)
    if (isUnderPointer || !scroller.current || !line) return
    const hiddenPixels = line.getBoundingClientRect().bottom - scroller.current.getBoundingClientRect().bottom
    if (hiddenPixels > 0) scroller.current.scrollTop += hiddenPixels
  }, [heldId, isUnderPointer])
  const isOpen = lines.length > 0
  const isNarrow = useIsNarrow()
  /** In a narrow window the draft is below the lines: it moves when the first decision opens them, and not when the last one closes them. */
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    // A footer of the queue, in a wide window as high as its lines: the drafts above it stay where they are.
    <section
      ref={panelRef}
      aria-label="Decisions"
      {...handlers}
      className="flex shrink-0 scroll-mt-[calc(var(--spacing-top-bar)+0.5rem)] flex-col border-line lg:flex-col-reverse lg:not-first:border-t max-lg:not-first:border-t"
    >
      <div className="flex h-8 items-center gap-3 px-3 text-small">
        <h2 className={cx('min-w-0 truncate text-small font-normal text-muted', keyResult !== '' && 'sr-only')}>
          {isOpen ? 'Decisions in progress' : 'Nothing is being sent'}
        </h2>
        <output className="min-w-0 truncate empty:hidden" title={keyResult}>
          {keyResult}
        </output>
      </div>
      {(isOpen || (isNarrow && wasOpen)) && (
        <div
          ref={scroller}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          className="h-20 overflow-y-auto overscroll-contain border-line focus-visible:-outline-offset-2 max-lg:border-t lg:h-auto lg:max-h-36 lg:border-b"
        >
          <DecisionList lines={lines} onDismiss={dismiss} />
        </div>
      )}
    </section>
  )
}
