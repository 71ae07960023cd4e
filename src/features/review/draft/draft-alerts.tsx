/** What stands between a reviewer and a decision: a colleague, something new, a decision that was made. */

import type { ReactNode } from 'react'
import { useMyId } from '#api/session.ts'
import { decisionLamp, decisionWords, deedOf, secondsLeft, sends } from '#components/decisions/decision-words.ts'
import { hasHappened, isLive } from '#components/decisions/decisions.ts'
import { useHeld } from '#components/decisions/use-held.ts'
import type { Claim, Conversation, Decision, DoNotCallFacts } from '#contract/index.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { CopyButton } from '#ui/forms/copy-button.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { MarkedText, visibleText } from '#ui/text/visible-text.tsx'
import { useTrueNow } from '#ui/time/clock.ts'
import { ago } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import type { SeenDecision } from '../queue/queue.ts'
import type { News } from './changes-since-read.ts'
import { Difference } from './marked-difference.tsx'

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

export const ClaimNote = ({ claim, onInstead }: { claim: Claim; onInstead: () => void }) => (
  <Bar actions={<Button onClick={onInstead}>Review instead</Button>}>
    <output className="block">
      <strong className="font-medium">
        {claim.operator} is {claim.editing ? 'editing' : 'reading'} this message.
      </strong>{' '}
      You can read along. If you review it instead, {claim.operator} is told and can only read.
    </output>
  </Bar>
)

/** Something is new: what, and a button that says that it was read. */
export function NewsNote({ news, text, name, onRead }: { news: News; text: string; name: string; onRead: () => void }) {
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
        <Difference before={news.textBefore ?? ''} after={text} label="What changed in the text since you read it" />
      )}
    </Bar>
  )
}

/** A decision of one's own: until it is sent it can be taken back. */
function Mine({ decision }: { decision: Decision }) {
  const me = useMyId()
  const now = useTrueNow()
  const { undo, sendNow, isPending } = useHeld()
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
                {sends(decision.action) ? 'Send it now' : 'Do it now'}
              </Button>
            )}
          </>
        )
      }
    >
      <p className="flex items-baseline gap-2 tabular-nums">
        <Lamp {...decisionLamp(decision)} wordHidden />
        {decisionWords(decision, left, now, me)}
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
      return decisionWords(decision, 0, now, me)
    case 'done':
    case 'settled':
    case 'refused':
      return `${hasHappened(decision) ? 'Nothing more was sent. ' : ''}${decisionWords(decision, 0, now, me)}`
    default:
      return state satisfies never
  }
}

/** A colleague's: who, what, when. */
function Theirs({ decision }: { decision: Decision }) {
  const me = useMyId()
  const now = useTrueNow()
  const { operator, action, at, state } = decision
  return (
    <Bar grave={state === 'unknown'}>
      <output className="block">
        <strong className="font-medium">
          {operator} {deedOf(action)} this{state === 'withdrawn' ? '' : ` ${ago(at, now)}`}.
        </strong>{' '}
        {outcomeOf(decision, now, me)}
      </output>
    </Bar>
  )
}

/** Whether to show it. Not shown: what the operator undid, and what a colleague decided and the service did not do. The message waits again. */
const isTold = (decision: Decision, isMine: boolean): boolean =>
  isLive(decision) ||
  (hasHappened(decision) && decision.action !== 'Edit') ||
  (decision.state === 'withdrawn' && (!isMine || decision.refusal !== null)) ||
  (isMine && (decision.state === 'refused' || decision.state === 'settled'))

export function DecisionNote({ seen }: { seen: SeenDecision | undefined }) {
  const me = useMyId()
  const isMine = seen?.decision.operatorId === me
  if (!seen || !isTold(seen.decision, isMine)) return null
  return isMine ? <Mine decision={seen.decision} /> : <Theirs decision={seen.decision} />
}

/** What was typed, once it can no longer be sent from here. */
export const LostEdit = ({ text }: { text: string }) => (
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
export const Discarded = ({ onRestore }: { onRestore: () => void }) => (
  <output className="flex items-center gap-2 text-label text-muted">
    Your edit was discarded.
    <Button size="small" onClick={onRestore}>
      Bring it back
    </Button>
  </output>
)

export const nameOf = ({ customer }: Pick<Conversation, 'customer'>): string => customer.name || 'The customer'
