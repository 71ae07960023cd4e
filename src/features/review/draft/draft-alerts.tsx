/** Alerts above an open draft: a colleague is reviewing it, it changed while the operator read it, or a decision was made. */

import type { ReactNode } from 'react'
import { useMyId } from '#api/session.ts'
import { decisionStatus, decisionText, secondsLeft } from '#components/decisions/decision-texts.ts'
import { useHeldDecision } from '#components/decisions/use-held-decision.ts'
import { MarkedDifference } from '#components/difference/marked-difference.tsx'
import {
  type Claim,
  type Conversation,
  type Decision,
  type DoNotCallFacts,
  isDecided,
  type Message,
  tookEffect,
} from '#contract/index.ts'
import { shortcuts } from '#kit/keyboard/shortcut-table.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { Link } from '#kit/navigation/link.tsx'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { CopyButton } from '#ui/forms/copy-button.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number } from '#ui/text/format-number.ts'
import { KeyHint } from '#ui/text/kbd.tsx'
import { MarkedText, visible, visibleText } from '#ui/text/visible-text.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { ago } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import type { KnownDecision } from '../queue/queue.ts'
import type { Changes } from './changes-since-read.ts'
import * as texts from './texts.tsx'

/** One alert above the draft. */
export function Alert({
  children,
  actions,
  isSevere,
}: {
  children: ReactNode
  actions?: ReactNode
  isSevere?: boolean
}) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t px-3 py-2',
        isSevere ? 'border-danger/40 bg-danger-soft' : 'border-line bg-surface',
      )}
    >
      <div className="min-w-0 flex-1 basis-64">{children}</div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}

/** A warning only: the draft can still be decided. */
export const DoNotCallNote = ({ facts: { operator, at, reason } }: { facts: DoNotCallFacts }) => (
  <Alert isSevere>
    <strong className="font-medium">
      On the do-not-call list since <Time at={at} show="day" />.
    </strong>{' '}
    <span className="wrap-anywhere">
      Added by {operator}: {reason}
    </span>
  </Alert>
)

/** What the customer wrote after the draft, which the draft therefore does not answer. */
export function OvertakenNote({ messages, name }: { messages: readonly Message[]; name: string }) {
  const last = messages.at(-1)
  if (!last) return null
  return (
    <Alert isSevere>
      <strong className="font-medium">
        {texts.wroteAfter(visible(name), last.createdAt === '' ? null : <Time at={last.createdAt} />)}
      </strong>
      <p dir="auto" className="reading mt-0.5 wrap-anywhere">
        <MarkedText text={last.message} />
      </p>
      {messages.length > 1 && <p className="text-label">{texts.moreMessages(messages.length - 1)}</p>}
    </Alert>
  )
}

export const UnknownRecipientNote = () => (
  <Alert isSevere>
    <p>It is unknown to whom this goes: the conversation has no number or e-mail address of the customer.</p>
  </Alert>
)

/** The operator has edited the draft in another tab, and that text is not what is approved here. */
export const EditElsewhereNote = () => (
  <Alert isSevere>
    <output>
      You have an unsent edit of this draft in another tab. What you approve here is the text below, without that edit.
    </output>
  </Alert>
)

/** Names the other drafts that wait in the same conversation. */
export const OtherDraftsNote = ({ drafts, conversationId }: { drafts: readonly Message[]; conversationId: string }) => (
  <Alert>
    <p>
      {drafts.length === 1
        ? 'Another draft is waiting in this conversation:'
        : `${number(drafts.length)} other drafts are waiting in this conversation:`}
    </p>
    <ul>
      {drafts.map(({ _id, message, createdAt }) => (
        <li key={_id} className="flex min-w-0 items-baseline gap-2">
          <span dir="auto" className="min-w-0 truncate">
            <Link to={`?${new URLSearchParams({ conversation: conversationId, message: _id })}`}>
              <MarkedText text={message} />
            </Link>
          </span>
          <span className="shrink-0 text-label text-muted">
            <Time at={createdAt} none="" />
          </span>
        </li>
      ))}
    </ul>
  </Alert>
)

export const ClaimNote = ({ claim: { operator, editing }, onTakeOver }: { claim: Claim; onTakeOver: () => void }) => (
  <Alert actions={<Button onClick={onTakeOver}>Review instead</Button>}>
    <output className="block">
      <strong className="font-medium">
        {editing ? `${operator} is editing this draft.` : `${operator} is reviewing this draft.`}
      </strong>{' '}
      You can read along. If you review it instead, {operator} is notified and can only read it.
    </output>
  </Alert>
)

/** Says what changed, with a button to confirm that the operator has read it. */
export function ChangesNote({
  changes,
  text,
  name,
  onRead,
}: {
  changes: Changes
  text: string
  name: string
  onRead: () => void
}) {
  const isTextChanged = changes.textBefore !== null
  useShortcut('review.readChanges', onRead)
  return (
    <Alert
      isSevere
      actions={
        <Button variant="primary" aria-keyshortcuts="Shift+R" onClick={onRead}>
          {isTextChanged ? 'I have read the new version' : 'I have read it'}
          <KeyHint keys={shortcuts['review.readChanges'].keys} />
        </Button>
      }
    >
      <p role="alert" className="font-medium">
        {isTextChanged
          ? 'The text changed while you were reading. Nothing was sent. Read the new version, then decide.'
          : `${visibleText(name)} wrote while you were reading. Nothing was sent. Read the new message, then decide.`}
      </p>
      {isTextChanged && (
        <MarkedDifference before={changes.textBefore ?? ''} after={text} label="Changes since you read it" />
      )}
    </Alert>
  )
}

/** The operator's own decision. It can be undone until it is sent. */
function OwnDecision({ decision }: { decision: Decision }) {
  const myId = useMyId()
  const now = useGatewayTime()
  const { undo, sendNow, isPending } = useHeldDecision()
  const canUndo = decision.state === 'held'
  const remainingSeconds = secondsLeft(decision, now)
  return (
    <Alert
      isSevere={decision.state === 'unknown' || decision.state === 'refused' || decision.state === 'withdrawn'}
      actions={
        canUndo && (
          <>
            <Button pending={isPending} onClick={() => void undo(decision.effectId)}>
              Undo decision
            </Button>
            {remainingSeconds > 0 && (
              <Button variant="ghost" pending={isPending} onClick={() => void sendNow(decision.effectId)}>
                {texts.endUndoWindow(decision.action)}
              </Button>
            )}
          </>
        )
      }
    >
      <p className="flex items-baseline gap-2 tabular-nums">
        <StatusLabel {...decisionStatus(decision)} labelHidden />
        {decisionText(decision, remainingSeconds, now, myId)}
      </p>
    </Alert>
  )
}

/** The outcome of a colleague's decision. The sentence before it says who decided what and when. */
function colleagueOutcome(decision: Decision, now: number, myId: string): string {
  const { state, operator, refusal } = decision
  switch (state) {
    case 'held':
      return `Nothing has been sent yet. ${operator} can still undo it.`
    case 'sending':
      return 'The decision is being sent to the service.'
    case 'withdrawn':
      return refusal
        ? 'Switchboard restarted before it was sent. Nothing was sent. The draft is waiting for review again.'
        : `${operator} undid it. Nothing was sent. The draft is waiting for review again.`
    case 'unknown':
      return decisionText(decision, 0, now, myId)
    case 'done':
    case 'settled':
    case 'refused': {
      const outcome = decisionText(decision, 0, now, myId)
      return tookEffect(decision) ? `Nothing more was sent. ${outcome}` : outcome
    }
    default:
      return state satisfies never
  }
}

/** A colleague's decision: who decided what and when, and its outcome. */
function ColleagueDecision({ decision }: { decision: Decision }) {
  const myId = useMyId()
  const now = useGatewayTime()
  const { operator, action, at, state } = decision
  return (
    <Alert isSevere={state === 'unknown'}>
      <output className="block">
        <strong className="font-medium">
          {texts.colleagueDecided(operator, action, state === 'withdrawn' ? '' : ago(at, now))}
        </strong>{' '}
        {colleagueOutcome(decision, now, myId)}
      </output>
    </Alert>
  )
}

/** Hides decisions after which the draft waits again: those that the operator undid, and those of colleagues without an effect. */
const isShown = (decision: Decision, isMine: boolean): boolean =>
  isDecided(decision) ||
  (decision.state === 'withdrawn' && (!isMine || decision.refusal !== null)) ||
  (isMine && (decision.state === 'refused' || decision.state === 'settled'))

export function DecisionNote({ knownDecision }: { knownDecision: KnownDecision | undefined }) {
  const myId = useMyId()
  const isMine = knownDecision?.decision.operatorId === myId
  if (!knownDecision || !isShown(knownDecision.decision, isMine)) return null
  return isMine ? (
    <OwnDecision decision={knownDecision.decision} />
  ) : (
    <ColleagueDecision decision={knownDecision.decision} />
  )
}

/** Shows an edit that can no longer be sent, so that the operator can copy it. */
export const UnsentEdit = ({ text }: { text: string }) => (
  <div className="rounded-base border border-line bg-surface px-3 py-2">
    <p className="flex items-center gap-1 text-label text-muted">
      Your edit was not sent
      <CopyButton text={text} label="Copy your edit" />
    </p>
    <p dir="auto" className="reading">
      <MarkedText text={text} />
    </p>
  </div>
)

export const DiscardedEdit = ({ onRestore }: { onRestore: () => void }) => (
  <output className="flex items-center gap-2 text-label text-muted">
    Your edit was discarded.
    <Button size="small" onClick={onRestore}>
      Restore edit
    </Button>
  </output>
)

export const customerName = ({ customer }: Pick<Conversation, 'customer'>): string => customer.name || 'The customer'
