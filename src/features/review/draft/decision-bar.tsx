/** The recipient of a draft, and the buttons to decide about it. */
import { useRef, useState } from 'react'
import { useRead } from '#api/reads.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { type Conversation, reviewRuleLimits, type SeriousRiskKind } from '#contract/index.ts'
import { shortcuts } from '#kit/keyboard/shortcut-table.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { renderNow } from '#ui/render-now.ts'
import { Kbd, KeyHint } from '#ui/text/kbd.tsx'
import { type Rejection, RejectPanel, reviewRulesRead } from './reject-panel.tsx'
import { nothingChanged } from './text/texts.tsx'
import * as texts from './texts.tsx'

export interface DecisionActions {
  /** Approves a draft without a serious risk; explains what is needed otherwise. */
  approve: () => void
  /** Approves a draft with its serious risks. */
  approveAnyway: () => void
  edit: () => void
  reject: (rejection: Rejection) => void
  skip: () => void
  save: () => void
  discard: () => void
}

interface Props {
  /** @returns whether the draft can be decided in this way now; if not, shows why */
  canDecide: (action: 'Reject') => boolean
  /** Whether the draft waits for a decision. */
  isWaiting: boolean
  /** The draft is sent to its customer: to the phone number or, without one, to the e-mail address. */
  conversation: Conversation
  actions: DecisionActions
  /** The risks because of which only another key sends the draft. */
  seriousRisks: readonly SeriousRiskKind[]
  /** Whether the operator tried to send it by the usual key. */
  needsOtherKey: boolean
  /** The latest message that the customer wrote after the draft; '' if there is none. */
  overtakingText: string
  isEditing: boolean
  /** Why the draft cannot be decided now; '' if it can. */
  blockedReason: string
  /** Why the draft or its edit cannot be approved; '' if it can. */
  approvalProblem: string
  /** Whether two reviewers have to approve the draft. */
  needsTwo: boolean
  /** Whether the operator's approval is the first of two, so that it sends nothing. */
  isFirst: boolean
  /** Why it is too early to decide; '' once the draft can have been read. */
  tooEarlyReason: string
  /** Whether the edit equals the draft's text. */
  isUnchanged: boolean
  isPending: boolean
  /** Why the operator's last action was not possible; '' if it was. */
  lastActionProblem: string
  /** Whether the operator tried to decide before the draft can have been read. */
  wasTooEarly: boolean
}

const Recipient = ({ phone, email }: Conversation['customer']) => (
  <p className="min-w-0">
    <span className="text-label text-muted">To </span>
    {phone ? (
      <PhoneNumber number={phone} country="name" />
    ) : (
      <span className="break-all">{email ?? 'unknown recipient'}</span>
    )}
  </p>
)

/** Reserves the space of both labels, so that nothing moves when one replaces the other. */
const ApproveLabel = ({ name, wasTooEarly }: { name: string; wasTooEarly: boolean }) => (
  <span className="grid place-items-center">
    <span className={cx('col-start-1 row-start-1', wasTooEarly && 'invisible')}>{name}</span>
    <span className={cx('col-start-1 row-start-1', !wasTooEarly && 'invisible')}>Read it first</span>
  </span>
)

export function DecisionBar(props: Props) {
  const {
    conversation,
    actions,
    isEditing,
    blockedReason,
    approvalProblem,
    needsTwo,
    isFirst,
    tooEarlyReason,
    isUnchanged,
    isPending,
    lastActionProblem,
    wasTooEarly,
    canDecide,
    isWaiting,
    seriousRisks,
    needsOtherKey,
    overtakingText,
  } = props
  const [isRejecting, setIsRejecting] = useState(false)
  /** What the note of the rejection says before the operator writes. */
  const [firstNote, setFirstNote] = useState('')
  const bar = useRef<HTMLDivElement>(null)
  // Read the reasons before the reviewer needs them.
  useRead(reviewRulesRead)
  const isAskingWhy = isRejecting && isWaiting && !isEditing
  const startRejecting = (note: string) => {
    setFirstNote(note.slice(0, reviewRuleLimits.noteLength))
    setIsRejecting(canDecide('Reject'))
  }
  const isSerious = seriousRisks.length > 0
  // While the panel is open, only it decides.
  useShortcut('review.approve', actions.approve, !isAskingWhy)
  useShortcut('review.approveAnyway', actions.approveAnyway, !isAskingWhy && isSerious)
  useShortcut('review.edit', actions.edit, !isAskingWhy)
  useShortcut('review.reject', () => startRejecting(''), !isEditing && !isAskingWhy)
  return (
    <>
      {isAskingWhy && (
        <RejectPanel
          conversation={conversation}
          firstNote={firstNote}
          blockedReason={blockedReason || tooEarlyReason}
          isPending={isPending}
          onReject={actions.reject}
          onCancel={() => {
            // At once: a hidden button takes no focus.
            renderNow(() => setIsRejecting(false))
            bar.current?.querySelector<HTMLElement>('[aria-keyshortcuts="Shift+X"]')?.focus()
          }}
        />
      )}
      <div
        ref={bar}
        className={cx(
          'min-h-12 flex-wrap items-center gap-2 rounded-b-large border-t border-line bg-raised py-2 pr-3 pl-1',
          // Only the panel decides, and what the draft answers stays in view above it.
          isAskingWhy ? 'hidden' : 'flex max-lg:sticky max-lg:bottom-0',
        )}
      >
        <Button variant="ghost" aria-keyshortcuts="S" onClick={actions.skip}>
          Skip <KeyHint keys={shortcuts['review.skip'].keys} />
        </Button>
        {isEditing ? (
          <>
            <Button variant="ghost" onClick={actions.discard}>
              Discard edit
            </Button>
            {/* Some deployments send a saved text. */}
            {!needsTwo && !isSerious && (
              <Button
                disabledReason={blockedReason || approvalProblem || (isUnchanged && nothingChanged) || tooEarlyReason}
                onClick={actions.save}
              >
                Save edit
              </Button>
            )}
          </>
        ) : (
          <>
            <Button
              variant="ghost"
              disabledReason={blockedReason || tooEarlyReason}
              aria-keyshortcuts="Shift+X"
              aria-expanded={isAskingWhy}
              onClick={() => startRejecting('')}
            >
              Reject <KeyHint keys={shortcuts['review.reject'].keys} />
            </Button>
            <Button variant="ghost" disabledReason={blockedReason} aria-keyshortcuts="E" onClick={actions.edit}>
              Edit <KeyHint keys={shortcuts['review.edit'].keys} />
            </Button>
          </>
        )}
        {/* The disabled buttons say it too, but nobody points at them while a draft opens. Takes only the space that is left. */}
        <span aria-hidden className="min-w-0 flex-1 basis-0 truncate text-label text-muted">
          {!lastActionProblem && !wasTooEarly && (blockedReason || tooEarlyReason)}
        </span>
        <div className="ml-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:w-full max-sm:pl-2 max-sm:[&>button]:grow">
          <Recipient {...conversation.customer} />
          {isSerious && overtakingText !== '' && !isEditing && (
            <Button
              variant="primary"
              disabledReason={blockedReason || tooEarlyReason}
              aria-expanded={isAskingWhy}
              onClick={() => startRejecting(`The customer wrote after this draft: “${overtakingText}”`)}
            >
              {texts.rejectAndRedraft}
            </Button>
          )}
          <Button
            // Another button, so that no key press on the one before sends the draft.
            key={isSerious ? 'anyway' : 'usual'}
            variant={isSerious ? 'danger' : 'primary'}
            pending={isPending}
            disabledReason={blockedReason || approvalProblem || tooEarlyReason}
            aria-keyshortcuts={isSerious ? 'Control+Shift+Enter Meta+Shift+Enter' : 'Control+Enter Meta+Enter'}
            onClick={isSerious ? actions.approveAnyway : actions.approve}
          >
            <ApproveLabel
              name={isSerious ? texts.approveAnywayLabel(isEditing, isFirst) : texts.approveLabel(isEditing, isFirst)}
              wasTooEarly={wasTooEarly && tooEarlyReason !== ''}
            />{' '}
            <KeyHint keys={shortcuts[isSerious ? 'review.approveAnyway' : 'review.approve'].keys} />
          </Button>
        </div>
        {needsTwo && isWaiting && (
          <p className="w-full text-label text-muted">
            Messages of this flow are sent after two reviewers have approved them.
          </p>
        )}
        <output className="w-full text-label text-danger empty:hidden">
          {lastActionProblem ||
            (wasTooEarly && 'Nothing was sent: this draft had just appeared. Read it, then press again.') ||
            (needsOtherKey &&
              isSerious &&
              texts.otherKeyNeeded(
                seriousRisks,
                <Kbd keys={shortcuts['review.approve'].keys} />,
                <Kbd keys={shortcuts['review.approveAnyway'].keys} />,
              ))}
        </output>
      </div>
    </>
  )
}
