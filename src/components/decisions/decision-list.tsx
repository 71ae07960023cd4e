/**
 * A list of decisions, each with its customer, its state and its actions, until the service has answered (experience U24).
 * It is part of the page's layout and covers nothing.
 */
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useMyId } from '#api/session.ts'
import { type Decision, isInProgress, tookEffect } from '#contract/index.ts'
import { Link, PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { ResolveForm } from '../effects/resolve-form.tsx'
import { riskOf } from '../effects/unknown-outcome-texts.ts'
import { linesOf } from './decision-lines.ts'
import { decisionStatus, decisionText, notYetText, personOf, rejectionText, secondsLeft } from './decision-texts.ts'
import * as texts from './texts.tsx'
import { useHeldDecision } from './use-held-decision.ts'

/** @param decision null: closed */
const ResolveDecision = ({ decision, onClose }: { decision: Decision | null; onClose: () => void }) => (
  <Dialog open={decision !== null} onClose={onClose} title="Resolve this decision">
    {decision && (
      <ResolveForm
        effectId={decision.effectId}
        command="messageAction"
        happened={texts.happened}
        notHappened={{
          label: 'It did not happen',
          hint: `The draft is waiting for review again. ${riskOf({ endpoint: 'messageAction', ids: { action: decision.action } })}`.trim(),
          recordLabel: 'Record that it did not happen',
        }}
        onResolved={onClose}
      >
        <p className="text-soft">
          Ask {personOf(decision)}, read <Link to={paths.conversation(decision.conversationId)}>the conversation</Link>,
          or check the service’s console. Nobody can decide on this draft again until the outcome is resolved.
        </p>
      </ResolveForm>
    )}
  </Dialog>
)

/** A line links to the review page while the message can be decided, and to the conversation afterwards. */
const pathOf = (decision: Decision) => {
  const { conversationId: conversation, messageId: message } = decision
  return tookEffect(decision) && decision.action !== 'Edit'
    ? paths.conversation(conversation)
    : paths.review({ conversation, message })
}

/** Why a decision waits longer than its undo window; '' if it does not. */
const delayOf = ({ state, delayed }: Decision) => (state === 'held' ? delayed : '')

interface LineProps {
  decision: Decision
  onDismiss: () => void
  onResolve: () => void
}

function Line({ decision, onDismiss, onResolve }: LineProps) {
  const now = useGatewayTime()
  const { undo, sendNow, isPending } = useHeldDecision()
  const { effectId, state, message } = decision
  const remainingSeconds = secondsLeft(decision, now)
  const myId = useMyId()
  return (
    <li data-effect={effectId} className={cx('px-3 py-1.5', state === 'unknown' && 'bg-danger-soft')}>
      <div className="flex min-h-control-small items-center gap-2">
        <StatusLabel {...decisionStatus(decision)} labelHidden />
        <PlainLink
          to={pathOf(decision)}
          title={`${personOf(decision)}: ${message}`}
          className="flex min-w-0 flex-1 items-baseline gap-x-1 rounded-small hover:underline"
        >
          <span translate="no" dir="auto" className="min-w-0 truncate font-medium">
            {visible(personOf(decision))}
          </span>{' '}
          <span translate="no" dir="auto" className="min-w-0 flex-1 basis-0 truncate text-label text-muted">
            {visible(message || 'Open message')}
          </span>
        </PlainLink>
        {state === 'held' && (
          <span className="flex">
            <Button size="small" pending={isPending} onClick={() => void undo(effectId)}>
              Undo
            </Button>
            {remainingSeconds > 0 && (
              <Button size="small" variant="ghost" pending={isPending} onClick={() => void sendNow(effectId)}>
                {texts.endUndoWindow(decision.action)}
              </Button>
            )}
          </span>
        )}
        {state === 'unknown' && (
          <Button size="small" onClick={onResolve}>
            Resolve outcome
          </Button>
        )}
        {!isInProgress(decision) && <IconButton size="small" icon={X} label="Dismiss" onClick={onDismiss} />}
      </div>
      <p className="pb-0.5 pl-5.5 text-label text-pretty text-soft tabular-nums">
        {delayOf(decision) ? notYetText(decision) : decisionText(decision, remainingSeconds, now, myId)}
      </p>
      {rejectionText(decision) && (
        <p className="pb-0.5 pl-5.5 text-label wrap-anywhere text-muted">{visible(rejectionText(decision))}</p>
      )}
    </li>
  )
}

/**
 * The lines to show now.
 *
 * @param isSteady no line may move, for example because the operator points at one
 * @param includesColleagues include colleagues' decisions with unknown outcomes
 */
export function useDecisionLines(decisions: readonly Decision[], isSteady: boolean, includesColleagues: boolean) {
  const now = useGatewayTime()
  const { dismiss } = useHeldDecision()
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const [displayed, setDisplayed] = useState<readonly Decision[]>([])
  const lines = linesOf(displayed, decisions, { myId: useMyId(), now, isSteady, includesColleagues }).filter(
    ({ effectId }) => !dismissed.includes(effectId),
  )
  if (lines.length !== displayed.length || lines.some((line, index) => line !== displayed[index])) setDisplayed(lines)
  return {
    lines,
    dismiss: (effectId: string) => {
      setDismissed((dismissedIds) => [...dismissedIds, effectId])
      dismiss(effectId)
    },
  }
}

interface Props {
  lines: readonly Decision[]
  onDismiss: (effectId: string) => void
}

export function DecisionList({ lines, onDismiss }: Props) {
  const [resolvingDecision, setResolvingDecision] = useState<Decision | null>(null)
  const myId = useMyId()
  // The reason is the same for all delayed decisions, so it is shown once.
  const delay = lines.map(delayOf).find(Boolean)
  const now = useGatewayTime()
  const latestEnded = lines.findLast((decision) => !isInProgress(decision))
  const firstKnownIndex = lines.findIndex(({ state }) => state !== 'unknown')
  const unknown = firstKnownIndex === -1 ? lines : lines.slice(0, firstKnownIndex)
  const others = lines.slice(unknown.length)
  const renderLine = (decision: Decision) => (
    <Line
      key={decision.effectId}
      decision={decision}
      onDismiss={() => onDismiss(decision.effectId)}
      onResolve={() => setResolvingDecision(decision)}
    />
  )
  return (
    <>
      {/* Only outcomes are announced: a screen reader would never finish a countdown. */}
      <output className="sr-only">
        {latestEnded ? `${personOf(latestEnded)}: ${decisionText(latestEnded, 0, now, myId)}` : ''}
      </output>
      {unknown.length > 0 && (
        <section aria-label="Unknown outcomes" className="border-b border-danger/20 last:border-b-0">
          <ul className="divide-y divide-danger/20">{unknown.map(renderLine)}</ul>
        </section>
      )}
      {delay && <p className="px-3 py-1.5 text-label text-soft tabular-nums">{delay}</p>}
      {others.length > 0 && (
        <ul aria-label="Your decisions" className="divide-y divide-line">
          {others.map(renderLine)}
        </ul>
      )}
      <ResolveDecision decision={resolvingDecision} onClose={() => setResolvingDecision(null)} />
    </>
  )
}
