/**
 * Decisions and their outcomes, beside the queue: all unknown outcomes first (experience U26), then the operator's own decisions. The
 * panel has a fixed size, so that a new line neither moves nor covers the queue or the draft.
 */
import { type RefObject, useEffect, useRef } from 'react'
import { DecisionList, useDecisionLines } from '#components/decisions/decision-list.tsx'
import { useIsPointedAt } from '#ui/use-is-pointed-at.ts'
import type { KnownDecision } from './queue/queue.ts'
import * as texts from './texts.ts'

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
  return (
    <section
      ref={panelRef}
      aria-label={texts.decisionsLabel}
      {...handlers}
      className="flex h-27 scroll-mt-[calc(var(--spacing-top-bar)+0.5rem)] flex-col overflow-clip rounded-large border border-line bg-raised lg:h-52"
    >
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 border-b border-line px-3 text-label">
        <h2 className="shrink-0 font-normal text-muted">{texts.yourDecisions}</h2>
        <output className="w-full py-0.5 empty:hidden">{keyResult}</output>
      </div>
      <div
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        {lines.length === 0 && <p className="px-3 py-2 text-label text-muted">Nothing is being sent.</p>}
        <DecisionList lines={lines} onDismiss={dismiss} />
      </div>
    </section>
  )
}
