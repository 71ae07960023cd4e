/** The open draft: its conversation, its text and the decision. The caller sets a `key`, so that each draft has its own state. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { messageState } from '#components/messages/message-state.ts'
import { MessageThread } from '#components/messages/message-thread.tsx'
import {
  type Conversation,
  type Decision,
  type DecisionAction,
  type Draft,
  inboundAfter,
  isInProgress,
  lastInbound,
  type Message,
  needsReview,
  type SeriousRiskKind,
  seriousRisksOf,
} from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { cx } from '#ui/classes.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import type { KnownDecision, Target } from '../queue/queue.ts'
import type { AlikeDrafts } from '../queue/use-alike-drafts.ts'
import { AlikeNote } from './alike-note.tsx'
import { changesSince, draftIn, isCatchUp, snapshotOf } from './changes-since-read.ts'
import { DecisionBar } from './decision-bar.tsx'
import {
  ChangesNote,
  ClaimNote,
  customerName,
  DecisionNote,
  DiscardedEdit,
  DoNotCallNote,
  EditElsewhereNote,
  OtherDraftsNote,
  OvertakenNote,
  UnknownRecipientNote,
  UnsentEdit,
} from './draft-alerts.tsx'
import { DraftFacts, DraftHeading } from './draft-facts.tsx'
import { FirstApprovalNote, useFirstApproval } from './first-approval.tsx'
import type { Rejection } from './reject-panel.tsx'
import { DraftText } from './text/draft-text.tsx'
import { TextLength } from './text/text-facts.tsx'
import * as texts from './texts.tsx'
import { approvalOf } from './two-approvals.ts'
import { useClaim } from './use-claim.ts'
import { useDecide } from './use-decide.ts'
import { useSeenLongEnough } from './use-seen-long-enough.ts'

export interface OpenDraftProps {
  target: Target
  /** The draft as the queue last contained it; null: the queue never contained it. */
  draft: Draft | null
  isInQueue: boolean
  /** When the queue was read (browser clock, ms). */
  queueReadAt: number | null
  /** The latest decision about this draft. */
  decision: KnownDecision | undefined
  /** The edited text; null: no edit. */
  edit: string | null
  /** The texts of unsent edits of this draft in the operator's other tabs. */
  editsElsewhere: readonly string[]
  onEdit: (text: string | null) => void
  /** "2 of 24". */
  place: string
  /** The drafts with the same text; null: there are no others. */
  alike: AlikeDrafts | null
  /** Whether the heading takes the focus, because the operator opened this draft. */
  takesFocus: boolean
  /** What the draft is based on, below whom it is for and where it comes from. */
  renderContext: (facts: ReactNode) => ReactNode
  onDecided: (decision: Decision) => void
  onSkip: () => void
}

interface LoadedDraftProps extends OpenDraftProps {
  conversation: Conversation
  /** When the gateway was asked (browser clock, ms). */
  readAt: number | null
  message: Message
}

const headingId = 'open-draft'

/** The field of the edit. It takes the focus, at the end of its text, when editing starts. */
function useEditor(isEditing: boolean) {
  const editor = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!isEditing) return
    const textArea = editor.current
    textArea?.focus()
    textArea?.setSelectionRange(textArea.value.length, textArea.value.length)
  }, [isEditing])
  return editor
}

function LoadedDraft({ conversation, readAt, message, ...props }: LoadedDraftProps) {
  const {
    target,
    draft,
    isInQueue,
    queueReadAt,
    decision,
    edit,
    editsElsewhere,
    alike,
    renderContext,
    onEdit,
    onDecided,
    onSkip,
  } = props
  const permission = usePermission('decisionMake')
  const isBeingDecided = decision !== undefined && isInProgress(decision.decision)
  const isWaiting = needsReview(message) && !isBeingDecided
  const isEditing = isWaiting && edit !== null
  const { claim, refusal, takeOver } = useClaim(target, permission.allowed && isWaiting, isEditing, {
    claim: isInQueue ? (draft?.claim ?? null) : undefined,
    readAt: queueReadAt,
  })
  const [snapshot, setSnapshot] = useState(() => snapshotOf(conversation, target.messageId))
  const [openedAt] = useState(Date.now)
  const [isCaughtUp, setIsCaughtUp] = useState(false)
  const sinceSnapshot = isWaiting ? changesSince(snapshot, conversation, target.messageId) : null
  const isUpdate = sinceSnapshot !== null && isCatchUp(openedAt, readAt, isEditing)
  if (isUpdate) {
    setSnapshot(snapshotOf(conversation, target.messageId))
    setIsCaughtUp(true)
  }
  const changes = isUpdate ? null : sinceSnapshot
  const decisionCommand = useDecide(target, onDecided)
  const firstApproval = useFirstApproval(target, () => {
    onEdit(null)
    onSkip()
  })
  /** Whether the last attempted action was not possible, so that its reason is shown below the buttons. */
  const [hasTried, setHasTried] = useState(false)
  /** Whether the operator decided before the draft can have been read. The note stays, because the waiting time is short. */
  const [wasTooEarly, setWasTooEarly] = useState(false)
  const [discardedEdit, setDiscardedEdit] = useState<string | null>(null)
  const editor = useEditor(isEditing)
  const draftSection = useRef<HTMLElement>(null)
  const myId = useMyId()
  const { first, unedited, text, step } = approvalOf(draft, message.message, isEditing ? edit : null, myId)
  const isDoNotCall = Boolean(draft?.doNotCall)
  const facts = { ...conversation, draftId: target.messageId, isDoNotCall }
  const seriousRisks = isWaiting ? seriousRisksOf({ ...facts, text }) : []
  const isSeen = useSeenLongEnough(
    draftSection,
    `${lastInbound(conversation)} ${isDoNotCall} ${message.message} ${unedited}`,
  )
  /** Whether the operator pressed the usual key for a draft that only another one sends. */
  const [needsOtherKey, setNeedsOtherKey] = useState(false)

  const colleagueClaim = claim !== null && claim.operatorId !== myId ? claim : null
  const blockedReason =
    permission.reason ||
    (!isWaiting && 'This draft is not waiting for review.') ||
    (colleagueClaim && `${colleagueClaim.operator} is reviewing this draft. Review it instead, or skip it.`) ||
    (changes && 'Read the changes first.') ||
    (claim === null && (refusal?.message ?? texts.assigningToYou)) ||
    ''
  const approvalProblem =
    (isEditing && edit.trim() === '' && 'Enter a message, or discard the edit.') ||
    (step === 'given' && 'You have approved this text. It waits for a second reviewer.') ||
    ''
  const problem = blockedReason || approvalProblem
  // A draft is assigned to the reviewer within moments, and then a press before that would have no explanation.
  const isAlmostReady = blockedReason === '' || blockedReason === texts.assigningToYou
  const tooEarlyReason = isAlmostReady && !isSeen ? 'This draft has just appeared. Read it, then decide.' : ''

  /** @returns whether the draft can be decided now; if not, shows why */
  const canDecide = (action: DecisionAction): boolean => {
    const reason = action === 'Reject' ? blockedReason : problem
    setHasTried(reason !== '')
    setWasTooEarly(tooEarlyReason !== '')
    setNeedsOtherKey(false)
    if (tooEarlyReason) draftSection.current?.scrollIntoView({ block: 'nearest' })
    return reason === '' && tooEarlyReason === ''
  }
  const shown = { shownText: message.message, lastInbound: lastInbound(conversation) }
  const decide = (action: DecisionAction, rejection?: Rejection, confirmedRisks: readonly SeriousRiskKind[] = []) => {
    if (!canDecide(action)) return
    const includesEdit = action === 'EditAndApprove' || action === 'Edit'
    decisionCommand.decide({
      action,
      ...shown,
      ...(includesEdit && { editedMessage: text }),
      ...(rejection && { rejection }),
      ...(confirmedRisks.length > 0 && { confirmedRisks }),
    })
  }
  const startEdit = () => {
    if (isEditing) return editor.current?.focus()
    setHasTried(blockedReason !== '')
    if (!blockedReason) onEdit(unedited)
  }
  const discard = () => {
    setDiscardedEdit(edit === unedited ? null : edit)
    onEdit(null)
  }
  const leaveEditor = () => {
    if (edit === unedited) onEdit(null)
    document.getElementById(headingId)?.focus()
  }
  // An edit without changes approves the original text.
  const isChanged = text !== message.message
  /** @param confirmedRisks the serious risks that the operator confirmed by the key for them */
  const approve = (confirmedRisks: readonly SeriousRiskKind[]) => {
    if (seriousRisks.length > confirmedRisks.length) return setNeedsOtherKey(canDecide('Approve'))
    if (step !== 'first') return decide(isChanged ? 'EditAndApprove' : 'Approve', undefined, confirmedRisks)
    if (canDecide('Approve')) void firstApproval.give({ ...shown, ...(isChanged && { editedMessage: text }) })
  }
  const reject = (rejection: Rejection) => decide('Reject', rejection)

  const decisionRefusal = decisionCommand.refusal ?? firstApproval.refusal
  const lastMessage = conversation.messages.at(-1)
  const overtaking = isWaiting ? inboundAfter(conversation.messages, target.messageId) : []
  const otherDrafts = conversation.messages.filter((other) => other._id !== message._id && needsReview(other))
  return (
    <>
      {/* On a small phone, the panel that asks why a draft is rejected scrolls with it, and does not cover it. */}
      <div className="flex min-h-0 flex-1 flex-col bg-surface max-lg:min-h-44 xl:col-start-1">
        <MessageThread
          conversation={conversation}
          agent={draft?.agentName ?? null}
          // A draft that is not the last message stays in the thread, because later messages may refer to it.
          omitId={lastMessage?._id === message._id ? message._id : undefined}
          alignsToEnd
          newIds={changes?.inbound.map(({ _id }) => _id)}
          empty={<p className="flex-1 px-3 py-3 text-muted">No earlier messages.</p>}
        />
        {overtaking.length > 0 && !changes?.inbound.length && (
          <OvertakenNote messages={overtaking} name={customerName(conversation)} />
        )}
        {isWaiting && draft?.doNotCall && <DoNotCallNote facts={draft.doNotCall} />}
        {seriousRisks.includes('unknown_recipient') && <UnknownRecipientNote />}
        {isWaiting && otherDrafts.length > 0 && (
          <OtherDraftsNote drafts={otherDrafts} conversationId={conversation._id} />
        )}
        <DecisionNote knownDecision={decision} />
        {isWaiting && first && <FirstApprovalNote target={target} first={first} text={message.message} />}
        {isWaiting && editsElsewhere.some((other) => other !== text) && <EditElsewhereNote />}
        {colleagueClaim && isWaiting && <ClaimNote claim={colleagueClaim} onTakeOver={takeOver} />}
        {changes && (
          <ChangesNote
            changes={changes}
            text={message.message}
            name={customerName(conversation)}
            onRead={() => {
              setSnapshot(snapshotOf(conversation, target.messageId))
              setHasTried(false)
            }}
          />
        )}
        <section
          ref={draftSection}
          aria-label="Draft"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
          tabIndex={0}
          className={cx(
            'm-3 mt-2 flex max-h-[75%] max-w-[43.5rem] shrink-0 flex-col gap-1.5 overflow-y-auto rounded-large border more-below px-4 py-3 shadow-raised lg:max-h-[60%]',
            isWaiting && draft && draft.risks.length > 0 ? 'border-l-4 border-attention' : 'border-line-strong',
          )}
        >
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-label text-muted">
            <span>Draft</span>
            <TextLength text={text} isSms={Boolean(conversation.customer.phone)} />
          </p>
          <DraftText
            text={message.message}
            // Their positions are those of the queue's text.
            differences={alike?.isActive && draft?.message === message.message ? alike.differences : []}
            edit={isWaiting ? edit : null}
            onEdit={(text) => {
              onEdit(text)
              setHasTried(false)
            }}
            onLeave={leaveEditor}
            editorRef={editor}
            customerName={conversation.customer.name}
            agent={draft?.agentName ?? null}
            earlierTexts={conversation.messages.filter(({ _id }) => _id !== message._id).map((other) => other.message)}
          />
          {isWaiting && isCaughtUp && (
            <output className="text-label text-muted">Updated just after you opened it.</output>
          )}
          {isWaiting && !isEditing && discardedEdit !== null && (
            <DiscardedEdit onRestore={() => onEdit(discardedEdit)} />
          )}
          {!isWaiting && !isBeingDecided && <StatusLabel {...messageState(message)} />}
          {!isWaiting && edit !== null && edit !== message.message && <UnsentEdit text={edit} />}
        </section>
      </div>
      {renderContext(<DraftFacts conversation={conversation} draft={draft} />)}
      <div className="max-xl:contents xl:col-span-2 xl:row-start-3">
        {decisionRefusal && (
          <div className="px-3 py-2">
            <ErrorNote text={refusalText(decisionRefusal, true)} />
          </div>
        )}
        <DecisionBar
          conversation={conversation}
          actions={{
            approve: () => approve([]),
            approveAnyway: () => approve(seriousRisks),
            edit: startEdit,
            reject,
            skip: onSkip,
            save: () => decide('Edit'),
            discard,
          }}
          seriousRisks={seriousRisks}
          needsOtherKey={needsOtherKey}
          overtakingText={overtaking.at(-1)?.message ?? ''}
          canDecide={canDecide}
          isWaiting={isWaiting}
          isEditing={isEditing}
          blockedReason={blockedReason}
          approvalProblem={approvalProblem}
          needsTwo={draft?.needsSecondReviewer === true}
          isFirst={step !== 'sends'}
          tooEarlyReason={tooEarlyReason}
          isUnchanged={isEditing && !isChanged}
          isPending={decisionCommand.isPending || firstApproval.isPending}
          lastActionProblem={hasTried ? problem : ''}
          wasTooEarly={wasTooEarly}
        />
      </div>
    </>
  )
}

export function OpenDraft(props: OpenDraftProps) {
  const { target, draft, place, takesFocus, alike } = props
  // Costs no request: the gateway shows what it has read, and reads the conversation once more before it sends a decision.
  const query = useRead({
    ...read('reviewConversationShow', { params: { conversationId: target.conversationId } }),
    gcTime: 0,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  // Move the focus to the draft that the operator opened.
  useEffect(() => {
    if (!takesFocus) return
    heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <section
      aria-labelledby={headingId}
      // In a wide window: header, conversation with the draft, and decision below each other, and at their right what the draft is based on.
      className="flex min-w-0 flex-col rounded-large border border-line bg-raised max-lg:min-h-0 max-lg:flex-1 max-lg:overflow-y-auto max-lg:short:flex-none short:h-[calc(100dvh-var(--spacing-top-bar)-var(--banner-height,0px)-5.75rem)] short:min-h-64 lg:min-h-[26rem] lg:overflow-clip xl:grid xl:grid-cols-[minmax(0,45rem)_minmax(18.75rem,1fr)] xl:grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      <DraftHeading
        id={headingId}
        headingRef={heading}
        draft={draft}
        conversation={query.data?.conversation}
        place={place}
        readAt={query.data?.readAt ?? null}
        refusal={query.refusal}
      >
        {alike && <AlikeNote {...alike} />}
      </DraftHeading>
      <DataView
        query={query}
        loading={
          <div className="flex-1 px-4 py-3 xl:col-start-1">
            <SkeletonText lines={8} label="Loading conversation…" />
          </div>
        }
      >
        {({ conversation }) => {
          const message = draftIn(conversation, target.messageId)
          return message ? (
            <LoadedDraft {...props} conversation={conversation} readAt={query.readAt} message={message} />
          ) : (
            <p className="flex-1 px-4 py-6 text-soft xl:col-start-1">
              This draft is no longer in its conversation. The service may have removed it. Nothing was sent from this
              page.
            </p>
          )
        }}
      </DataView>
    </section>
  )
}
