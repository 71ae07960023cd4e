/** One draft, open: the whole conversation, the text, and the decision. Mount it anew for each draft (a `key`). */

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
import { refusalWords } from '#kit/data/refusal-text.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { usePermission } from '#kit/permissions.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
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
import { useClaim } from './use-claim.ts'
import { useDecide } from './use-decide.ts'
import { useSeenLongEnough } from './use-seen-long-enough.ts'

export interface OpenDraftProps {
  target: Target
  /** As the queue had it last; null: it never did. */
  draft: Draft | null
  inQueue: boolean
  /** When the queue was read (browser clock, ms). */
  queueReadAt: number | null
  /** The latest decision about it. */
  decision: KnownDecision | undefined
  /** What is typed in its place; null: nothing. */
  edit: string | null
  onEdit: (text: string | null) => void
  /** "2 of 24". */
  place: string
  /** Somebody went here: the heading takes the focus. */
  focused: boolean
  /** The decisions panel, which is right above the draft in one column. */
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
  const may = usePermission('decisionMake')
  const live = decision !== undefined && isInProgress(decision.decision)
  const waits = needsReview(message) && !live
  const editing = waits && edit !== null
  const { claim, refusal, instead } = useClaim(target, may.allowed && waits, editing, {
    claim: inQueue ? (draft?.claim ?? null) : undefined,
    readAt: queueReadAt,
  })
  const [seen, setSeen] = useState(() => snapshotOf(conversation, target.messageId))
  const [openedAt] = useState(Date.now)
  const [caughtUp, setCaughtUp] = useState(false)
  const sinceSeen = waits ? changesSince(seen, conversation, target.messageId) : null
  const late = sinceSeen !== null && isCatchUp(openedAt, readAt, editing)
  if (late) {
    setSeen(snapshotOf(conversation, target.messageId))
    setCaughtUp(true)
  }
  const news = late ? null : sinceSeen
  const decided = useDecide(target, onDecided)
  /** Somebody tried what is not possible now: then the reason stands below the buttons. */
  const [tried, setTried] = useState(false)
  /** Somebody decided before the draft could have been read. The note stays, because that moment is short. */
  const [early, setEarly] = useState(false)
  const [discarded, setDiscarded] = useState<string | null>(null)
  const editor = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLElement>(null)
  const isSeen = useSeenLongEnough(box, `${lastInbound(conversation)} ${message.message}`)

  const me = useMyId()
  const colleague = claim !== null && claim.operatorId !== me ? claim : null
  const blocked =
    may.reason ||
    (!waits && 'This message waits for no decision.') ||
    (colleague && `${colleague.operator} has this message. Review it instead, or skip it.`) ||
    (news && 'Read what is new first.') ||
    (claim === null && (refusal?.message ?? 'This message is being claimed for you.')) ||
    ''
  const unfit = editing && edit.trim() === '' ? 'Write something first, or discard the edit.' : ''
  const reason = blocked || unfit
  const unseen = reason === '' && !isSeen ? 'This draft has only just appeared. Read it, then decide.' : ''

  const decide = (action: DecisionAction) => {
    setTried(reason !== '')
    setEarly(unseen !== '')
    if (unseen) box.current?.scrollIntoView({ block: 'nearest' })
    if (reason || unseen) return
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
  // An edit that changes nothing is an approval of the text as it is.
  const isChanged = editing && edit !== message.message
  const approve = () => decide(isChanged ? 'EditAndApprove' : 'Approve')
  const reject = () => decide('Reject')
  useShortcut('review.approve', approve)
  useShortcut('review.edit', startEdit)
  useShortcut('review.reject', reject, !editing)

  // The keyboard follows the edit.
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
        // A draft that is not the last message keeps its place in the thread: what follows it is about it.
        omitId={last?._id === message._id ? message._id : undefined}
        atEnd
        newIds={news?.inbound.map(({ _id }) => _id)}
        empty={<p className="flex-1 px-3 py-3 text-muted">Nothing was written before this message.</p>}
      />
      {waits && draft?.doNotCall && <DoNotCallNote facts={draft.doNotCall} />}
      <DecisionNote seen={decision} />
      {colleague && waits && <ClaimNote claim={colleague} onInstead={instead} />}
      {news && (
        <ChangesNote
          news={news}
          text={message.message}
          name={nameOf(conversation)}
          onRead={() => {
            setSeen(snapshotOf(conversation, target.messageId))
            setTried(false)
          }}
        />
      )}
      <section
        ref={box}
        aria-label="Draft"
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
        {waits && caughtUp && <output className="text-label text-muted">Updated just after you opened it.</output>}
        {waits && !editing && discarded !== null && <DiscardedEdit onRestore={() => onEdit(discarded)} />}
        {!waits && !live && <Lamp {...messageState(message)} />}
        {!waits && edit !== null && edit !== message.message && <UnsentEdit text={edit} />}
      </section>
      {decided.refusal && (
        <div className="px-3 pb-2">
          <ErrorNote words={refusalWords(decided.refusal, true)} />
        </div>
      )}
      <DecisionBar
        recipient={{ phone, email }}
        actions={{ approve, edit: startEdit, reject, skip: onSkip, save: () => decide('Edit'), discard }}
        editing={editing}
        blocked={blocked}
        editProblem={unfit}
        tooEarly={unseen}
        unchanged={editing && !isChanged}
        pending={decided.isPending}
        reason={tried ? reason : ''}
        wasTooEarly={early}
      />
    </>
  )
}

/** Not there: said in place, and one goes on. */
const Missing = () => (
  <p className="flex-1 px-3 py-6 text-soft">
    This message is no longer in its conversation. The service may have taken it away; nothing was sent from here.
  </p>
)

export function OpenDraft(props: OpenDraftProps) {
  const { target, draft, place, focused, top } = props
  // Nothing of an earlier visit: what one decides about was read since it was opened.
  const reading = useRead({
    ...read('conversationShow', { params: { conversationId: target.conversationId } }),
    gcTime: 0,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  // The document's focus follows the message.
  useEffect(() => {
    if (!focused) return
    heading.current?.focus({ preventScroll: true })
    if (matchMedia('(width < 68rem)').matches) top.current?.scrollIntoView({ block: 'start' })
  }, [focused, top])
  const customer = reading.data?.customer ?? draft?.customer
  return (
    <section
      aria-labelledby="open-draft"
      className="flex min-w-0 flex-col rounded-large border border-line bg-raised lg:row-span-2 lg:row-start-1 lg:min-h-0 lg:overflow-clip lg:col-start-2"
    >
      <header className="flex flex-col gap-0.5 border-b border-line px-3 py-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="open-draft" ref={heading} tabIndex={-1} className="min-w-0 text-large break-words outline-none">
            Draft to {visible(customer?.name || customer?.phone || customer?.email || 'a customer')}
          </h2>
          <span className="text-label text-muted">
            {place}
            {draft && (
              <>
                {' '}
                · drafted <Ago at={draft.createdAt} />
              </>
            )}
          </span>
          <span className="ml-auto text-label">
            <Age readAt={reading.readAt} refusal={reading.refusal} />
          </span>
        </div>
        {reading.data && <DraftFacts conversation={reading.data} draft={draft} />}
      </header>
      <DataView
        reading={reading}
        loading={
          <div className="flex-1 px-3 py-3">
            <SkeletonText lines={8} label="The conversation is on its way." />
          </div>
        }
        isEmpty={() => false}
        empty={null}
      >
        {(conversation) => {
          const message = draftIn(conversation, target.messageId)
          return message ? (
            <Ready {...props} conversation={conversation} readAt={reading.readAt} message={message} />
          ) : (
            <Missing />
          )
        }}
      </DataView>
    </section>
  )
}
