/** The queue on the left, the open draft on the right. Everything works by keyboard. */

import { useEffect, useRef, useState } from 'react'
import { useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { decisionText, personOf, secondsLeft } from '#components/decisions/decision-texts.ts'
import { decisionsRead } from '#components/decisions/decisions.ts'
import { useHeldDecision } from '#components/decisions/use-held-decision.ts'
import { type Contract, type Decision, type ResponseOf } from '#contract/index.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { usePermission } from '#kit/permissions.ts'
import { cx } from '#ui/classes.ts'
import { renderNow } from '#ui/render-now.ts'
import { useIsPointedAt } from '#ui/use-is-pointed-at.ts'
import { useIsNarrow } from '#ui/use-media.ts'
import { DecisionsPanel } from './decisions-panel.tsx'
import { DraftContext, useContextParts } from './draft/context/draft-context.tsx'
import { OpenDraft } from './draft/open-draft.tsx'
import { NoOpenDraft } from './no-open-draft.tsx'
import { Filters } from './queue/filters.tsx'
import {
  type Filter,
  keyOf,
  latestDecisionOf,
  neighbour,
  nextFreeDraft,
  type Sorting,
  type Target,
} from './queue/queue.ts'
import { QueueList } from './queue/queue-list.tsx'
import { reviewFields } from './queue/review-search.ts'
import { useAlikeDrafts } from './queue/use-alike-drafts.ts'
import { useFilter, useKnownDecisions, useLastKnownDraft, useShownRows, useTarget } from './queue/use-queue.ts'
import { applyDecisions, type Edits, editedKeysOf, moveToDecision, setEdit } from './unsent-edits.ts'
import { useEditsElsewhere } from './use-edits-elsewhere.ts'

type Queue = ResponseOf<Contract['reviewQueue']>

export interface ReviewQueueProps {
  queue: Queue
  readAt: number | null
  /** The text of the search field. It may be a name or number, so the address does not have it. */
  searchText: string
  onSearch: (text: string) => void
  /** The unsent edits. The page keeps them, so that they survive a look at another list. */
  edits: Edits
  setEdits: (change: Edits | ((before: Edits) => Edits)) => void
}

export function ReviewQueue({ queue, readAt, searchText, onSearch, edits: storedEdits, setEdits }: ReviewQueueProps) {
  const [{ conversation }, setSearch] = useSearch(reviewFields)
  const filter = useFilter()
  const permission = usePermission('decisionMake')
  const decisionsPanel = useRef<HTMLElement>(null)
  const { isPointedAt, handlers } = useIsPointedAt()
  const { knownDecisions, addDecision } = useKnownDecisions(useRead(decisionsRead))
  const myId = useMyId()
  const { rows, drafts } = useShownRows(queue.drafts, filter, searchText, knownDecisions, isPointedAt)
  const isNarrow = useIsNarrow()
  const target = useTarget(queue.drafts, drafts, isNarrow)
  const { draft, isInQueue } = useLastKnownDraft(target, queue.drafts)
  const alikeDrafts = useAlikeDrafts(queue.drafts, draft, filter.alike, (alike) =>
    // With the open draft, which the page may have opened by itself: it stays open.
    setSearch({
      alike,
      ...(target && { conversation: target.conversationId, message: target.messageId }),
    }),
  )
  const isListShown = !isNarrow || target === null
  /** The draft that was open last, which the list of a narrow window marks when somebody returns to it. */
  const [lastTarget, setLastTarget] = useState(target)
  if (target && (!lastTarget || keyOf(lastTarget) !== keyOf(target))) setLastTarget(target)

  const edits = applyDecisions(
    storedEdits,
    knownDecisions.map(({ decision }) => decision),
  )
  useEffect(() => {
    if (edits !== storedEdits) setEdits(edits)
  })
  const editsElsewhere = useEditsElsewhere(edits.open)
  const contextParts = useContextParts()

  const [keyToFocus, setKeyToFocus] = useState('')
  const [announcement, setAnnouncement] = useState('')
  /** The result of the last key press, if nothing else shows it. */
  const [keyResult, setKeyResult] = useState('')
  const showKeyResult = (text: string) => {
    setKeyResult(text)
    decisionsPanel.current?.scrollIntoView({ block: 'nearest' })
  }
  const focusOpened = (opened: Target) => setKeyToFocus(keyOf(opened))
  const open = (next: Target | undefined) => {
    setKeyToFocus(next ? keyOf(next) : 'none')
    setSearch({ conversation: next?.conversationId ?? '', message: next?.messageId ?? '' })
  }

  const { undo } = useHeldDecision()
  const undoableDecision = knownDecisions
    .filter(({ decision }) => decision.operatorId === myId && decision.state === 'held')
    .toSorted((one, other) => one.decision.at - other.decision.at)
    .at(-1)?.decision
  useShortcut('review.next', () => open(neighbour(drafts, target, 1)), drafts.length > 0)
  useShortcut('review.previous', () => open(neighbour(drafts, target, -1)), drafts.length > 0)
  const skip = () => open(nextFreeDraft(drafts, target, myId) ?? target ?? undefined)
  useShortcut('review.skip', skip, target !== null)
  useShortcut('review.undo', () => {
    if (!permission.allowed) return showKeyResult(permission.reason)
    if (!undoableDecision) return showKeyResult('No decision can be undone now.')
    void undo(undoableDecision.effectId).then((decision) => {
      if (!decision) return
      addDecision(decision)
      showKeyResult(`Decision for ${personOf(decision)} undone. Nothing was sent.`)
      open(decision)
    })
  })

  const onDecided = (decision: Decision) => {
    const next = nextFreeDraft(drafts, decision, myId)
    const sentence = decisionText(decision, secondsLeft(decision, decision.at), decision.at, myId)
    // At once: the reads that the decision invalidates would otherwise be rendered before the next draft.
    renderNow(() => {
      addDecision(decision)
      setKeyResult('')
      setEdits((before) => moveToDecision(before, keyOf(decision), decision.effectId))
      setAnnouncement(next !== undefined ? sentence : `${sentence} No other drafts are waiting for you.`)
      open(next)
    })
  }

  const position = drafts.findIndex((draft) => target !== null && keyOf(draft) === keyOf(target))
  const editedKeys = editedKeysOf(edits, queue.drafts)
  const setFilter = (changes: Partial<Filter & { sort: Sorting }>) =>
    setSearch({ ...changes, conversation: '', message: '' })
  return (
    // Fill the rest of the window, so that the text and its buttons are in view together.
    <div className="flex flex-col gap-4 lg:-mb-12 lg:h-[calc(100dvh-var(--spacing-top-bar)-var(--banner-height,0px)-6.25rem)] lg:min-h-[38rem]">
      {isListShown && (
        <Filters filter={filter} search={searchText} drafts={queue.drafts} onChange={setFilter} onSearch={onSearch} />
      )}
      <output className="sr-only">{announcement}</output>
      <div
        className={cx(
          'gap-4 max-lg:flex max-lg:flex-col lg:grid lg:min-h-0 lg:flex-1 lg:grid-cols-[21.25rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]',
          // The decisions and the open draft share a phone's screen.
          target &&
            'max-lg:h-[calc(100dvh-var(--spacing-top-bar)-var(--banner-height,0px)-7.75rem)] max-lg:-mb-12 max-lg:min-h-[30rem] max-lg:short:h-auto',
        )}
      >
        <div
          className={cx(
            'flex min-h-0 min-w-0 flex-col overflow-clip rounded-large border border-line bg-raised',
            rows.length === 0 && 'order-last lg:col-span-2',
            // In little height, the draft and its buttons come first.
            target ? 'short:order-last' : 'max-lg:order-last',
          )}
        >
          {rows.length > 0 && isListShown && (
            <section aria-label="Queue" {...handlers} className="min-h-0 lg:flex-1 lg:overflow-y-auto">
              <QueueList
                rows={rows}
                selected={target ?? (isNarrow ? lastTarget : null)}
                editedKeys={editedKeys}
                summaries={alikeDrafts.summaries}
                filter={filter}
                onOpen={focusOpened}
              />
            </section>
          )}
          <DecisionsPanel knownDecisions={knownDecisions} keyResult={keyResult} panelRef={decisionsPanel} />
        </div>
        {target ? (
          <OpenDraft
            key={keyOf(target)}
            target={target}
            draft={draft}
            isInQueue={isInQueue}
            queueReadAt={readAt}
            decision={latestDecisionOf(knownDecisions, target)}
            edit={edits.open[keyOf(target)] ?? null}
            editsElsewhere={editsElsewhere(keyOf(target))}
            onEdit={(text) => setEdits((before) => setEdit(before, keyOf(target), text))}
            place={
              position === -1
                ? isInQueue
                  ? 'Not in this list'
                  : 'Not in the queue'
                : `${position + 1} of ${drafts.length}`
            }
            alike={alikeDrafts.note}
            takesFocus={keyToFocus === keyOf(target)}
            renderContext={(facts) => <DraftContext {...target} parts={contextParts} facts={facts} />}
            onDecided={onDecided}
            onSkip={skip}
          />
        ) : (
          (!isNarrow || rows.length === 0 || keyToFocus === 'none') && (
            <div className={cx(rows.length === 0 && 'lg:col-span-2')}>
              <NoOpenDraft
                conversationId={conversation}
                drafts={drafts}
                totalCount={queue.drafts.length}
                watchedCount={queue.watching}
                unreadCount={queue.unread}
                isListed={queue.listed}
                isGroup={filter.alike !== ''}
                takesFocus={keyToFocus === 'none'}
                onReset={() => {
                  onSearch('')
                  setFilter({ agent: '', flow: '', age: '', assigned: '', alike: '' })
                }}
                onNext={() => open(nextFreeDraft(drafts, null, myId))}
              />
            </div>
          )
        )}
      </div>
    </div>
  )
}
