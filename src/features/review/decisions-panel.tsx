/**
 * Decisions and their outcomes, beside the queue: everybody's unknown outcomes on top (experience U26), then the operator's own. The
 * panel has a fixed size, so that a new line neither moves nor covers the queue or the draft.
 */
import { type RefObject, useEffect, useRef } from 'react'
import { DecisionList, useDecisionLines } from '#components/decisions/decision-list.tsx'
import { useHold } from '#ui/use-pointed-at.ts'
import type { KnownDecision } from './queue/queue.ts'

interface Props {
  seen: readonly KnownDecision[]
  /** What the operator's last key did, such as Undo. */
  answer: string
  box: RefObject<HTMLElement | null>
}

export function DecisionsPanel({ seen, answer, box }: Props) {
  const { pointed, handlers } = useHold()
  const { lines, dismiss } = useDecisionLines(
    seen.map(({ decision }) => decision),
    pointed,
    true,
  )
  const scroller = useRef<HTMLDivElement>(null)
  const held = lines.find(({ state }) => state === 'held')?.effectId
  // Unknown outcomes can fill a small panel: scroll to the latest decision that can still be undone, unless somebody points at a line.
  useEffect(() => {
    const line = scroller.current?.querySelector(`[data-effect="${held}"]`)
    if (pointed || !scroller.current || !line) return
    const below = line.getBoundingClientRect().bottom - scroller.current.getBoundingClientRect().bottom
    if (below > 0) scroller.current.scrollTop += below
  }, [held, pointed])
  return (
    <section
      ref={box}
      aria-label="Decisions"
      {...handlers}
      className="flex h-34 scroll-mt-[calc(var(--spacing-strip)+0.5rem)] flex-col overflow-clip rounded-large border border-line bg-raised lg:h-52"
    >
      <div className="flex min-h-7 items-center gap-3 border-b border-line px-3 text-label">
        <h2 className="shrink-0 font-normal text-muted">Your decisions</h2>
        <output className="min-w-0 flex-1 text-right">{answer}</output>
      </div>
      <div
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        {lines.length === 0 && (
          <p className="px-3 py-2 text-label text-muted">
            Your decisions are listed here until the service answers. You can undo a decision until it is sent.
          </p>
        )}
        <DecisionList lines={lines} onDismiss={dismiss} />
      </div>
    </section>
  )
}
