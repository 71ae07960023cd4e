/** The open draft: its conversation, its text and the decision. Needs a `key`, so that it is mounted anew for each draft. */

import { type RefObject, useEffect, useRef, useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { isInProgress } from '#components/decisions/decisions.ts'
import { messageState } from '#components/messages/message-state.ts'
import { MessageThread } from '#components/messages/message-thread.tsx'
import type { Conversation, Decision, DecisionAction, Draft, Message } from '#contract/index.ts'
import { lastInbound, needsReview } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { usePermission } from '#kit/permissions.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { Ago } from '#ui/time/time.tsx'
import type { KnownDecision, Target } from '../queue/queue.ts'
import { changesSince, draftIn, isCatchUp, snapshotOf } from './changes-since-read.ts'
import { DecisionBar } from './decision-bar.tsx'
import {
  ChangesNote,
  ClaimNote,
  DecisionNote,
  DiscardedEdit,
  DoNotCallNote,
  nameOf,
  UnsentEdit,
} from './draft-alerts.tsx'
import { DraftFacts } from './draft-facts.tsx'
import { DraftText } from './draft-text.tsx'
import * as texts from './texts.tsx'
import { useClaim } from './use-claim.ts'
import { useDecide } from './use-decide.ts'
import { useSeenLongEnough } from './use-seen-long-enough.ts'

export interface OpenDraftProps {
  target: Target
  /** The draft as the queue last had it; null: never. */
  draft: Draft | null
  inQueue: boolean
  /** When the queue was read (browser clock, ms). */
  queueReadAt: number | null
  /** The latest decision about it. */
  decision: KnownDecision | undefined
  /** The edited text; null: no edit. */
  edit: string | null
  onEdit: (text: string | null) => void
  /** "2 of 24". */
  place: string
  /** Whether the heading takes the focus, because the operator opened this draft. */
  focused: boolean
  /** The decisions panel, directly above the draft in the one-column layout. */
  top: RefObject<HTMLElement | null>
  onDecided: (decision: Decision) => void
  onSkip: () => void
}

interface ReadyProps extends OpenDraftProps {
  conversation: Conversation
  /** When it was read (browser clock, ms). */
  readAt: number | null
  message: Message
}

function Ready({ conversation, readAt, message, ...props }: ReadyProps) {
  const { target, draft, inQueue, queueReadAt, decision, edit, onEdit, onDecided, onSkip } = props
  const permission = usePermission('decisionMake')
  const inProgress = decision !== undefined && isInProgress(decision.decision)
  const waits = needsReview(message) && !inProgress
  const editing = waits && edit !== null
  const { claim, refusal, takeOver } = useClaim(target, permission.allowed && waits, editing, {
    claim: inQueue ? (draft?.claim ?? null) : undefined,
    readAt: queueReadAt,
  })
  const [snapshot, setSnapshot] = useState(() => snapshotOf(conversation, target.messageId))
  const [openedAt] = useState(Date.now)
  const [caughtUp, setCaughtUp] = useState(false)
  const sinceSnapshot = waits ? changesSince(snapshot, conversation, target.messageId) : null
  const isUpdate = sinceSnapshot !== null && isCatchUp(openedAt, readAt, editing)
  if (isUpdate) {
    setSnapshot(snapshotOf(conversation, target.messageId))
    setCaughtUp(true)
  }
  const changes = isUpdate ? null : sinceSnapshot
  const decided = useDecide(target, onDecided)
  /** The operator tried something that is not possible now, so the reason is shown below the buttons. */
  const [tried, setTried] = useState(false)
  /** The operator decided before the draft could have been read. The note stays, because that moment is short. */
  const [wasTooEarly, setWasTooEarly] = useState(false)
  const [discarded, setDiscarded] = useState<string | null>(null)
  const editor = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLElement>(null)
  const isSeen = useSeenLongEnough(box, `${lastInbound(conversation)} ${message.message}`)

  const me = useMyId()
  const colleague = claim !== null && claim.operatorId !== me ? claim : null
  const blocked =
    permission.reason ||
    (!waits && texts.notWaiting) ||
    (colleague && texts.withColleague(colleague.operator)) ||
    (changes && texts.readChangesFirst) ||
    (claim === null && (refusal?.message ?? texts.assigningToYou)) ||
    ''
  const editProblem = editing && edit.trim() === '' ? texts.emptyEdit : ''
  const reason = blocked || editProblem
  const tooEarly = reason === '' && !isSeen ? texts.justAppeared : ''

  const decide = (action: DecisionAction) => {
    setTried(reason !== '')
    setWasTooEarly(tooEarly !== '')
    if (tooEarly) box.current?.scrollIntoView({ block: 'nearest' })
    if (reason || tooEarly) return
    const carriesEdit = action === 'EditAndApprove' || action === 'Edit'
    decided.decide({
      action,
      shown: message.message,
      lastInbound: lastInbound(conversation),
      ...(carriesEdit && { editedMessage: edit ?? '' }),
    })
  }
  const startEdit = () => {
    if (editing) return editor.current?.focus()
    setTried(blocked !== '')
    if (!blocked) onEdit(message.message)
  }
  const discard = () => {
    setDiscarded(edit === message.message ? null : edit)
    onEdit(null)
  }
  const leave = () => {
    if (edit === message.message) onEdit(null)
    editor.current?.blur()
  }
  // An edit without changes approves the original text.
  const isChanged = editing && edit !== message.message
  const approve = () => decide(isChanged ? 'EditAndApprove' : 'Approve')
  const reject = () => decide('Reject')
  useShortcut('review.approve', approve)
  useShortcut('review.edit', startEdit)
  useShortcut('review.reject', reject, !editing)

  // Focus the end of the text when editing starts.
  useEffect(() => {
    if (!editing) return
    const area = editor.current
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [editing])

  const { phone, email } = conversation.customer
  const last = conversation.messages.at(-1)
  return (
    <>
      <MessageThread
        conversation={conversation}
        agent={draft?.agentName ?? null}
        // A draft that is not the last message stays in the thread, because later messages may refer to it.
        omitId={last?._id === message._id ? message._id : undefined}
        atEnd
        newIds={changes?.inbound.map(({ _id }) => _id)}
        empty={<p className="flex-1 px-3 py-3 text-muted">{texts.noEarlierMessages}</p>}
      />
      {waits && draft?.doNotCall && <DoNotCallNote facts={draft.doNotCall} />}
      <DecisionNote known={decision} />
      {colleague && waits && <ClaimNote claim={colleague} onTakeOver={takeOver} />}
      {changes && (
        <ChangesNote
          changes={changes}
          text={message.message}
          name={nameOf(conversation)}
          onRead={() => {
            setSnapshot(snapshotOf(conversation, target.messageId))
            setTried(false)
          }}
        />
      )}
      <section
        ref={box}
        aria-label={texts.draftLabel}
        className="flex flex-col gap-1.5 border-t border-line px-3 py-3 lg:max-h-[55%] lg:overflow-y-auto lg:shrink-0"
      >
        <DraftText
          text={message.message}
          edit={waits ? edit : null}
          onEdit={(text) => {
            onEdit(text)
            setTried(false)
          }}
          onLeave={leave}
          editor={editor}
          sms={Boolean(phone)}
          before={conversation.messages.filter(({ _id }) => _id !== message._id).map((one) => one.message)}
        />
        {waits && caughtUp && <output className="text-label text-muted">{texts.updatedAfterOpening}</output>}
        {waits && !editing && discarded !== null && <DiscardedEdit onRestore={() => onEdit(discarded)} />}
        {!waits && !inProgress && <StatusLabel {...messageState(message)} />}
        {!waits && edit !== null && edit !== message.message && <UnsentEdit text={edit} />}
      </section>
      {decided.refusal && (
        <div className="px-3 pb-2">
          <ErrorNote text={refusalText(decided.refusal, true)} />
        </div>
      )}
      <DecisionBar
        recipient={{ phone, email }}
        actions={{ approve, edit: startEdit, reject, skip: onSkip, save: () => decide('Edit'), discard }}
        editing={editing}
        blocked={blocked}
        editProblem={editProblem}
        tooEarly={tooEarly}
        unchanged={editing && !isChanged}
        pending={decided.isPending}
        reason={tried ? reason : ''}
        wasTooEarly={wasTooEarly}
      />
    </>
  )
}

const Missing = () => <p className="flex-1 px-3 py-6 text-soft">{texts.draftRemoved}</p>

export function OpenDraft(props: OpenDraftProps) {
  const { target, draft, place, focused, top } = props
  // No cached data of an earlier visit: the operator decides on what was read since the draft was opened.
  const query = useRead({
    ...read('conversationShow', { params: { conversationId: target.conversationId } }),
    gcTime: 0,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  // Move the focus to the draft that was opened.
  useEffect(() => {
    if (!focused) return
    heading.current?.focus({ preventScroll: true })
    if (matchMedia('(width < 68rem)').matches) top.current?.scrollIntoView({ block: 'start' })
  }, [focused, top])
  const customer = query.data?.customer ?? draft?.customer
  return (
    <section
      aria-labelledby="open-draft"
      className="flex min-w-0 flex-col rounded-large border border-line bg-raised lg:row-span-2 lg:row-start-1 lg:min-h-0 lg:overflow-clip lg:col-start-2"
    >
      <header className="flex flex-col gap-0.5 border-b border-line px-3 py-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="open-draft" ref={heading} tabIndex={-1} className="min-w-0 text-large break-words outline-none">
            {texts.draftTo(visible(customer?.name || customer?.phone || customer?.email || texts.unnamedRecipient))}
          </h2>
          <span className="text-label text-muted">
            {draft ? texts.placeAndAge(place, <Ago at={draft.createdAt} />) : place}
          </span>
          <span className="ml-auto text-label">
            <Age readAt={query.readAt} refusal={query.refusal} />
          </span>
        </div>
        {query.data && <DraftFacts conversation={query.data} draft={draft} />}
      </header>
      <DataView
        query={query}
        loading={
          <div className="flex-1 px-3 py-3">
            <SkeletonText lines={8} label={texts.loadingConversation} />
          </div>
        }
        isEmpty={() => false}
        empty={null}
      >
        {(conversation) => {
          const message = draftIn(conversation, target.messageId)
          return message ? (
            <Ready {...props} conversation={conversation} readAt={query.readAt} message={message} />
          ) : (
            <Missing />
          )
        }}
      </DataView>
    </section>
  )
}
