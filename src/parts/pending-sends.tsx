/**
 * What this person decided and what becomes of it, on every page: seconds, Undo, Send now, and at last the service's own word
 * (experience U24). It floats, so that nothing on the page moves when one comes or goes.
 */
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useRead } from '#api/reads.ts'
import type { Decision } from '#contract/index.ts'
import { Link } from '#shell/link.tsx'
import { paths } from '#shell/paths.ts'
import { Button } from '#ui/button.tsx'
import { cx, floatLook } from '#ui/classes.ts'
import { useNow, useTrueNow } from '#ui/clock.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Lamp } from '#ui/lamp.tsx'
import { isLive } from './decision-state.ts'
import { decisionLamp, decisionWords, notYetWords, secondsLeft, sends } from './decision-words.ts'
import { decisionsRead } from './decisions.ts'
import { useHeld } from './held.ts'

/** How long an ending stays, in ms. */
const lingering: Partial<Record<Decision['state'], number>> = { done: 10_000, settled: 30_000, withdrawn: 4_000 }

/** What went otherwise than decided stays until it is dismissed. */
const wentWrong = ({ state, action, sent, refusal }: Decision) =>
  state === 'refused' ||
  // Switchboard took it back, not they.
  (state === 'withdrawn' && refusal !== null) ||
  ((state === 'done' || state === 'settled') && (refusal !== null || (sends(action) && sent !== true)))

const isShown = (decision: Decision, now: number, dismissed: readonly string[]) =>
  decision.mine &&
  !dismissed.includes(decision.effectId) &&
  (isLive(decision) || wentWrong(decision) || now - decision.at < (lingering[decision.state] ?? 0))

/** Why it has to wait longer than its hold. */
const delayOf = ({ state, delayed }: Decision) => (state === 'held' ? delayed : null)

function Line({ decision, readAt, onDismiss }: { decision: Decision; readAt: number; onDismiss: () => void }) {
  const now = useNow()
  const { undo, sendNow, isPending } = useHeld()
  const { effectId, state, conversationId, messageId, refusal } = decision
  const held = state === 'held'
  const left = secondsLeft(decision, readAt, now)
  const leadsBack = state !== 'held' && refusal !== null
  return (
    <li className="flex flex-wrap items-start justify-end gap-x-2 gap-y-1 py-1.5 pr-1.5 pl-3">
      <span className="mt-0.5">
        <Lamp {...decisionLamp(decision)} wordHidden />
      </span>
      <p className="min-w-0 flex-1 basis-36 py-0.5 text-label tabular-nums">
        {delayOf(decision) ? notYetWords(decision) : decisionWords(decision, left)}
        {leadsBack && (
          <>
            {' '}
            <Link to={paths.review({ conversation: conversationId, message: messageId })}>Open the message</Link>
          </>
        )}
      </p>
      {held && (
        <span className="flex">
          <Button size="small" pending={isPending} onClick={() => void undo(effectId)}>
            Undo
          </Button>
          {left > 0 && (
            <Button size="small" variant="ghost" pending={isPending} onClick={() => void sendNow(effectId)}>
              {sends(decision.action) ? 'Send now' : 'Do it now'}
            </Button>
          )}
        </span>
      )}
      {!isLive(decision) && <IconButton size="small" icon={X} label="Dismiss" onClick={onDismiss} />}
    </li>
  )
}

export default function PendingSends() {
  const { data, readAt } = useRead(decisionsRead)
  const now = useTrueNow()
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const shown = (data?.decisions ?? [])
    .filter((decision) => isShown(decision, now, dismissed))
    .toSorted((one, other) => Number(isLive(other)) - Number(isLive(one)) || one.at - other.at)
  // Of all that wait alike it is said once.
  const delay = shown.map(delayOf).find(Boolean)
  const ended = shown.findLast((decision) => !isLive(decision))
  return (
    <section aria-label="Pending sends">
      {/* Endings alone are read out; a countdown would never stop talking. */}
      <output className="sr-only">{ended ? decisionWords(ended, 0) : ''}</output>
      {shown.length > 0 && (
        <>
          <div aria-hidden className="h-24" />
          <ul
            aria-label="Your decisions"
            data-floats=""
            className={cx(
              floatLook,
              'fixed right-2 bottom-2 left-2 z-25 max-h-[40dvh] divide-y divide-line overflow-y-auto rounded-large sm:right-auto sm:w-88 md:left-[calc(13.5rem+var(--spacing-gutter))] folded:left-[calc(3.5rem+var(--spacing-gutter))]',
            )}
          >
            {delay && <li className="px-3 py-1.5 text-label text-soft tabular-nums">{delay}</li>}
            {shown.map((decision) => (
              <Line
                key={decision.effectId}
                decision={decision}
                readAt={readAt ?? 0}
                onDismiss={() => setDismissed((before) => [...before, decision.effectId])}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
