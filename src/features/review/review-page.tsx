/** `/review`: the queue at the left, the open draft at the right; everything by keyboard. */

import { useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import * as z from 'zod/mini'
import { load, read, useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { decisionText, personOf, secondsLeft } from '#components/decisions/decision-texts.ts'
import { decisionsRead } from '#components/decisions/decisions.ts'
import { useHeldDecision } from '#components/decisions/use-held-decision.ts'
import { OpenConversationsButton, OpenConversationsProvider } from '#components/messages/open-conversations.tsx'
import { type Contract, type Decision, idPattern, type ResponseOf } from '#contract/index.ts'
import { Unsaved } from '#kit/actions/unsaved-guard.tsx'
import { Age } from '#kit/data/age.tsx'
import { DataView, LampsOf } from '#kit/data/data-view.tsx'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { useHold } from '#ui/use-pointed-at.ts'
import { DecisionsPanel } from './decisions-panel.tsx'
import { OpenDraft } from './draft/open-draft.tsx'
import { NoOpenDraft } from './no-open-draft.tsx'
import { Filters } from './queue/filters.tsx'
import {
  ages,
  type Filter,
  filterDrafts,
  firstOf,
  keyOf,
  latestOf,
  neighbour,
  nextFree,
  type Target,
  withDecisions,
} from './queue/queue.ts'
import { QueueList } from './queue/queue-list.tsx'
import { useKnownDecisions, useLastKnownDraft, useRows } from './queue/use-queue.ts'
import { UndeliveredList } from './undelivered-list.tsx'
import { applyDecisions, moveToDecision, noEdits, setEdit } from './unsent-edits.ts'

const idOrNone = z._default(z.union([z.literal(''), z.string().check(z.regex(idPattern))]), '')
const Search = z.object({
  conversation: idOrNone,
  message: idOrNone,
  agent: idOrNone,
  flow: idOrNone,
  age: z._default(z.enum(['', ...(Object.keys(ages) as (keyof typeof ages)[])]), ''),
  list: z._default(z.enum(['', 'undelivered']), ''),
})

const queueRead = read('reviewQueue')
/** How often the filter by age is applied anew, ms: by the rows and by their count in the title in the same moment. */
const filterEvery = 10_000
export const loader = () => load(queueRead, decisionsRead)

type Queue = ResponseOf<Contract['reviewQueue']>

function Review({ queue, readAt }: { queue: Queue; readAt: number | null }) {
  const { key } = useLocation()
  const [search, setSearch] = useSearch(Search)
  const { conversation, message, list: _, ...filter } = search
  const target: Target | null = conversation && message ? { conversationId: conversation, messageId: message } : null
  const now = useTrueNow(filterEvery)
  const may = usePermission('decisionMake')
  const panel = useRef<HTMLElement>(null)
  const { held, handlers } = useHold()
  const { seen, add } = useKnownDecisions(useRead(decisionsRead))
  const rows = useRows(queue.drafts, held)
  const kept = new Set(
    filterDrafts(
      rows.map(({ draft }) => draft),
      filter,
      now,
    ).map(keyOf),
  )
  const shown = rows.filter(({ draft }) => kept.has(keyOf(draft)))
  const drafts = withDecisions(
    shown.filter(({ gone }) => !gone).map(({ draft }) => draft),
    seen,
  )
  const decidedOn = new Map(drafts.map((one) => [keyOf(one), one]))
  const { draft, inQueue } = useLastKnownDraft(target, queue.drafts)

  const [edits, setEdits] = useState(noEdits)
  const followed = applyDecisions(
    edits,
    seen.map(({ decision }) => decision),
  )
  if (followed !== edits) setEdits(followed)

  const [visited, setVisited] = useState('')
  const [said, setSaid] = useState('')
  /** What the last key did, if nothing else shows it. */
  const [answer, setAnswer] = useState('')
  const respond = (words: string) => {
    setAnswer(words)
    panel.current?.scrollIntoView({ block: 'nearest' })
  }
  const open = (next: Target | undefined) => {
    setVisited(next ? keyOf(next) : 'none')
    setSearch({ conversation: next?.conversationId ?? '', message: next?.messageId ?? '' })
  }
  const addressOf = ({ conversationId, messageId }: Target) => {
    const address = new URLSearchParams(
      Object.entries({ ...filter, conversation: conversationId, message: messageId }).filter(
        ([, value]) => value !== '',
      ),
    )
    return `?${address}`
  }

  const me = useMyId()
  // Where the address names no message, the next that is free is open: of the conversation that it names, never another's.
  const first = target ? undefined : conversation ? firstOf(queue.drafts, conversation, me) : nextFree(drafts, null, me)
  const { undo } = useHeldDecision()
  const undoable = seen
    .filter(({ decision }) => decision.operatorId === me && decision.state === 'held')
    .toSorted((one, other) => one.decision.at - other.decision.at)
    .at(-1)?.decision
  useShortcut('review.next', () => open(neighbour(drafts, target, 1)), drafts.length > 0)
  useShortcut('review.previous', () => open(neighbour(drafts, target, -1)), drafts.length > 0)
  const skip = () => open(nextFree(drafts, target, me) ?? target ?? undefined)
  useShortcut('review.skip', skip, target !== null)
  useShortcut('review.undo', () => {
    if (!may.allowed) return respond(may.reason)
    if (!undoable) return respond('Nothing to undo: no decision is held.')
    void undo(undoable.effectId).then((decision) => {
      if (!decision) return
      add(decision)
      respond(`Undone: ${personOf(decision)}. Nothing was sent.`)
      open(decision)
    })
  })

  const decided = (decision: Decision) => {
    add(decision)
    setAnswer('')
    setEdits((before) => moveToDecision(before, keyOf(decision), decision.effectId))
    const next = nextFree(drafts, decision, me)
    setSaid(
      `${decisionText(decision, secondsLeft(decision, decision.at), now, me)}${next ? '' : ' No other message waits for you.'}`,
    )
    open(next)
  }

  const place = drafts.findIndex((one) => target !== null && keyOf(one) === keyOf(target))
  const inHand = Object.keys(edits.open).filter((key) => queue.drafts.some((one) => keyOf(one) === key))
  const setFilter = (patch: Partial<Filter>) => setSearch({ ...patch, conversation: '', message: '' })
  const besideQueue = shown.length > 0 ? 'lg:col-start-2 lg:row-span-2 lg:row-start-1' : 'lg:col-span-2 lg:row-start-1'
  return (
    // As high as the window leaves, so that the text and its buttons are in view together.
    <div className="flex flex-col gap-4 lg:-mb-12 lg:h-[calc(100dvh-var(--spacing-strip)-var(--banner-height,0px)-6.125rem)] lg:min-h-[38rem]">
      {/* Anew wherever one came here again: who asks for this page while it opens a message would be left without one. */}
      {first && <Navigate key={key} to={addressOf(first)} replace />}
      <Filters filter={filter} drafts={queue.drafts} onChange={setFilter} />
      <output className="sr-only">{said}</output>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:min-h-0 lg:flex-1 lg:grid-cols-[22rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)_auto]">
        {shown.length > 0 && (
          <section
            aria-label="Queue"
            {...handlers}
            className="max-h-48 overflow-y-auto rounded-large border border-line bg-raised lg:max-h-none"
          >
            <QueueList
              rows={shown.map(({ draft: one, gone }) => ({
                draft: decidedOn.get(keyOf(one)) ?? one,
                gone,
              }))}
              selected={target}
              edited={inHand}
              addressOf={addressOf}
              onOpen={(next) => setVisited(keyOf(next))}
            />
          </section>
        )}
        <DecisionsPanel seen={seen} answer={answer} box={panel} />
        {target ? (
          <OpenDraft
            key={keyOf(target)}
            target={target}
            draft={draft}
            inQueue={inQueue}
            queueReadAt={readAt}
            decision={latestOf(seen, target)}
            edit={edits.open[keyOf(target)] ?? null}
            onEdit={(text) => setEdits((before) => setEdit(before, keyOf(target), text))}
            place={place === -1 ? 'Not in the queue' : `${place + 1} of ${drafts.length}`}
            focused={visited === keyOf(target)}
            top={panel}
            onDecided={decided}
            onSkip={skip}
          />
        ) : (
          // Not in the moment in which the first is about to open: something waits then.
          !first && (
            <div className={besideQueue}>
              <NoOpenDraft
                conversation={conversation}
                drafts={drafts}
                all={queue.drafts.length}
                watching={queue.watching}
                unread={queue.unread}
                listed={queue.listed}
                focused={visited === 'none'}
                onReset={() => setFilter({ agent: '', flow: '', age: '' })}
                onNext={() => open(nextFree(drafts, null, me))}
              />
            </div>
          )
        )}
      </div>
      <Unsaved when={inHand.length > 0} what={plural(inHand.length, 'edit', 'edits')} />
    </div>
  )
}

/** How many rows the page shows, for its title: the same count that the list has. */
function useShownCount(queue: Queue | undefined): number {
  const [search] = useSearch(Search)
  const now = useTrueNow(filterEvery)
  return queue ? filterDrafts(queue.drafts, search, now).length : 0
}

/** Switches between the queue and the messages that were not delivered. */
function ListSwitch({ count }: { count: number }) {
  const [{ list }] = useSearch(Search)
  if (list === 'undelivered') return <ButtonLink to="?">Back to the queue</ButtonLink>
  return (
    <ButtonLink to="?list=undelivered">{count > 0 ? `Not delivered (${number(count)})` : 'Not delivered'}</ButtonLink>
  )
}

function Shown({ queue, readAt }: { queue: Queue; readAt: number | null }) {
  const [{ list }] = useSearch(Search)
  return list === 'undelivered' ? (
    <UndeliveredList messages={queue.undelivered} />
  ) : (
    <Review queue={queue} readAt={readAt} />
  )
}

export function Component() {
  const reading = useRead(queueRead)
  const { data, readAt, refusal } = reading
  const count = useShownCount(data)
  return (
    <LampsOf refusal={refusal}>
      <OpenConversationsProvider>
        <Page>
          <PageHeader
            title="Review"
            count={count}
            facts={
              data && (
                <>
                  <span>{plural(count, 'message waits', 'messages wait')}, oldest first</span>
                  <span>watching {plural(data.watching, 'conversation', 'conversations')}</span>
                  <Age readAt={data.readAt} own={false} refusal={refusal} />
                  {!data.listed && (
                    <span>The service does not list its conversations: these are the ones the team has seen.</span>
                  )}
                </>
              )
            }
            actions={
              <>
                <ListSwitch count={data?.undelivered.length ?? 0} />
                <OpenConversationsButton label="Open by ID" />
              </>
            }
          />
          <DataView
            reading={reading}
            loading={
              <Card flush>
                <SkeletonRows rows={8} columns={3} label="The queue is on its way." />
              </Card>
            }
            isEmpty={() => false}
            empty={null}
          >
            {(queue) => <Shown queue={queue} readAt={readAt} />}
          </DataView>
        </Page>
      </OpenConversationsProvider>
    </LampsOf>
  )
}
