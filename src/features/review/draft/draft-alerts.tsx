/** What stands between a reviewer and a decision: a colleague, something new, a decision that was made. */

import type { ReactNode } from 'react'
import { useMyId } from '#api/session.ts'
import {
  decisionLamp,
  decisionText,
  pastActionOf,
  secondsLeft,
  sendsMessage,
} from '#components/decisions/decision-texts.ts'
import { isInProgress, tookEffect } from '#components/decisions/decisions.ts'
import { useHeldDecision } from '#components/decisions/use-held-decision.ts'
import type { Claim, Conversation, Decision, DoNotCallFacts } from '#contract/index.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { CopyButton } from '#ui/forms/copy-button.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { MarkedText, visibleText } from '#ui/text/visible-text.tsx'
import { useTrueNow } from '#ui/time/clock.ts'
import { ago } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import type { KnownDecision } from '../queue/queue.ts'
import type { Changes } from './changes-since-read.ts'
import { MarkedDifference } from './marked-difference.tsx'

/** One bar above the draft. */
function Bar({ children, actions, grave }: { children: ReactNode; actions?: ReactNode; grave?: boolean }) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t px-3 py-2',
        grave ? 'border-danger/40 bg-danger-soft' : 'border-line bg-surface',
      )}
    >
      <div className="min-w-0 flex-1 basis-64">{children}</div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}

/** The customer is on the do-not-call list. It is said before anything is decided, and keeps nobody from deciding. */
export const DoNotCallNote = ({ facts: { operator, at, reason } }: { facts: DoNotCallFacts }) => (
  <Bar grave>
    <strong className="font-medium">
      On the do-not-call list since <Time at={at} show="day" />.
    </strong>{' '}
    <span className="wrap-anywhere">
      Added by {operator}: {reason}
    </span>
  </Bar>
)

export const ClaimNote = ({ claim, onInstead: onTakeOver }: { claim: Claim; onInstead: () => void }) => (
  <Bar actions={<Button onClick={onTakeOver}>Review instead</Button>}>
    <output className="block">
      <strong className="font-medium">
        {claim.operator} is {claim.editing ? 'editing' : 'reading'} this message.
      </strong>{' '}
      You can read along. If you review it instead, {claim.operator} is told and can only read.
    </output>
  </Bar>
)

/** Something is new: what, and a button that says that it was read. */
export function ChangesNote({
  news,
  text,
  name,
  onRead,
}: {
  news: Changes
  text: string
  name: string
  onRead: () => void
}) {
  const changed = news.textBefore !== null
  return (
    <Bar
      grave
      actions={
        <Button variant="primary" onClick={onRead}>
          {changed ? 'I have read the new version' : 'I have read it'}
        </Button>
      }
    >
      <p role="alert" className="font-medium">
        {changed
          ? 'The text changed while you were reading. Nothing was sent. Read the new version, then decide.'
          : `${visibleText(name)} wrote while you were reading. Nothing was sent. Read it, then decide.`}
      </p>
      {changed && (
        <MarkedDifference
          before={news.textBefore ?? ''}
          after={text}
          label="What changed in the text since you read it"
        />
      )}
    </Bar>
  )
}

/** A decision of one's own: until it is sent it can be taken back. */
function OwnDecision({ decision }: { decision: Decision }) {
  const me = useMyId()
  const now = useTrueNow()
  const { undo, sendNow, isPending } = useHeldDecision()
  const held = decision.state === 'held'
  const left = secondsLeft(decision, now)
  return (
    <Bar
      grave={decision.state === 'unknown' || decision.state === 'refused' || decision.state === 'withdrawn'}
      actions={
        held && (
          <>
            <Button pending={isPending} onClick={() => void undo(decision.effectId)}>
              Undo this decision
            </Button>
            {left > 0 && (
              <Button variant="ghost" pending={isPending} onClick={() => void sendNow(decision.effectId)}>
                {sendsMessage(decision.action) ? 'Send it now' : 'Do it now'}
              </Button>
            )}
          </>
        )
      }
    >
      <p className="flex items-baseline gap-2 tabular-nums">
        <Lamp {...decisionLamp(decision)} wordHidden />
        {decisionText(decision, left, now, me)}
      </p>
    </Bar>
  )
}

/** The outcome of a colleague's decision. The sentence before it says who decided what and when. */
function outcomeOf(decision: Decision, now: number, me: string): string {
  const { state, operator, refusal } = decision
  switch (state) {
    case 'held':
      return `Nothing was sent yet, and ${operator} can still undo it.`
    case 'sending':
      return 'It is being sent now.'
    case 'withdrawn':
      return `${refusal ? 'Switchboard restarted before it was sent' : `${operator} undid it`}: nothing was sent. The message waits for review again.`
    case 'unknown':
      return decisionText(decision, 0, now, me)
    case 'done':
    case 'settled':
    case 'refused':
      return `${tookEffect(decision) ? 'Nothing more was sent. ' : ''}${decisionText(decision, 0, now, me)}`
    default:
      return state satisfies never
  }
}

/** A colleague's: who, what, when. */
function ColleagueDecision({ decision }: { decision: Decision }) {
  const me = useMyId()
  const now = useTrueNow()
  const { operator, action, at, state } = decision
  return (
    <Bar grave={state === 'unknown'}>
      <output className="block">
        <strong className="font-medium">
          {operator} {pastActionOf(action)} this{state === 'withdrawn' ? '' : ` ${ago(at, now)}`}.
        </strong>{' '}
        {outcomeOf(decision, now, me)}
      </output>
    </Bar>
  )
}

/** Whether to show it. Not shown: what the operator undid, and what a colleague decided and the service did not do. The message waits again. */
const isShown = (decision: Decision, isMine: boolean): boolean =>
  isInProgress(decision) ||
  (tookEffect(decision) && decision.action !== 'Edit') ||
  (decision.state === 'withdrawn' && (!isMine || decision.refusal !== null)) ||
  (isMine && (decision.state === 'refused' || decision.state === 'settled'))

export function DecisionNote({ seen }: { seen: KnownDecision | undefined }) {
  const me = useMyId()
  const isMine = seen?.decision.operatorId === me
  if (!seen || !isShown(seen.decision, isMine)) return null
  return isMine ? <OwnDecision decision={seen.decision} /> : <ColleagueDecision decision={seen.decision} />
}

/** What was typed, once it can no longer be sent from here. */
export const UnsentEdit = ({ text }: { text: string }) => (
  <div className="rounded-base border border-line bg-surface px-3 py-2">
    <p className="flex items-center gap-1 text-label text-muted">
      Your edit was not sent
      <CopyButton text={text} label="Copy your edit" />
    </p>
    <p className="reading">
      <MarkedText text={text} />
    </p>
  </div>
)

/** What was typed and given up: one click brings it back. */
export const DiscardedEdit = ({ onRestore }: { onRestore: () => void }) => (
  <output className="flex items-center gap-2 text-label text-muted">
    Your edit was discarded.
    <Button size="small" onClick={onRestore}>
      Bring it back
    </Button>
  </output>
)

export const nameOf = ({ customer }: Pick<Conversation, 'customer'>): string => customer.name || 'The customer'
