/** The wall of live calls: a card for every call in progress that Switchboard knows about. */
import PhoneCall from 'lucide-react/icons/phone-call'
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { loadFirst } from '#api/first-reads.ts'
import { read, useRead } from '#api/reads.ts'
import { unknownEffectsRead } from '#api/status.ts'
import { type Card, type LiveCalls, useWall } from '#components/calls/wall.ts'
import { numberHint } from '#components/people/texts.ts'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import { type Found, sentimentNames } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView, StaleStatusesIfRefused } from '#kit/data/data-view.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { type Choice, compareTexts, type FilterState } from '#kit/list/definition.ts'
import { FilterBar, OrderMenu } from '#kit/list/filter-bar.tsx'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { useGliding } from '#ui/layout/gliding.ts'
import { SkeletonLine, SkeletonText } from '#ui/layout/skeleton.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { useBrowserTime } from '#ui/time/clock.ts'
import { Countdown } from '#ui/time/time.tsx'
import { useIsPointedAt } from '#ui/use-is-pointed-at.ts'
import { CallCard } from './call-card.tsx'
import { JustEnded } from './just-ended.tsx'
import { sentimentLabel } from './moods/sentiment.ts'
import { useRecentCalls } from './recent-calls.ts'
import * as texts from './texts.tsx'
import { pathOf, useFindCall } from './use-find-call.ts'
import {
  type CardOrder,
  type CardSize,
  cardSizeFor,
  filterCards,
  needsLook,
  sharedFactsOf,
  showsOwnAge,
  sortBy,
} from './wall-cards.ts'
import { wallFields } from './wall-filters.ts'

/** There is hardly ever one. */
const UnknownCalls = lazyPart(() => import('./unknown-calls.tsx'))

const wallRead = read('liveCallList')
export const loader = () => loadFirst('/calls')

/** The agents on the wall, and the chosen one even if it has no call now. */
const agentsOf = (cards: readonly Card[], chosen: string): Choice[] =>
  [...new Set([...cards.map(({ call }) => call.aiAgentName), chosen])]
    .flatMap((name) => (name ? [{ value: name, label: name }] : []))
    .toSorted((one, other) => compareTexts(one.label, other.label))

const sentiments = sentimentNames.map((value) => ({ value, label: sentimentLabel(value) }))
const orders: Record<CardOrder | '', string> = {
  '': 'Attention first',
  longest: 'Longest first',
  newest: 'Newest first',
  customer: 'Customer, A to Z',
  agent: 'Agent, A to Z',
}
const filterBy = (
  id: keyof typeof wallFields,
  label: string,
  value: string,
  choices: readonly Choice[],
): FilterState => ({
  id,
  label,
  value: value || null,
  choices,
})

/** How often the cards are put in their order, ms: in one that changes more often, nobody finds a call again. */
const orderedEveryMs = 10_000
/** How long after the pointer or the focus has left them, ms. */
const stillMs = 2_000

const gridClasses: Record<CardSize, string> = {
  stage: 'relative grid grid-cols-[repeat(auto-fill,minmax(min(26.25rem,100%),1fr))] gap-3',
  medium: 'relative grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-2',
  compact: 'relative grid grid-cols-[repeat(auto-fill,minmax(min(13.25rem,100%),1fr))] gap-2',
}

const loadingSkeleton = (
  <div aria-busy className={gridClasses.compact}>
    {Array.from({ length: 10 }, (_, index) => (
      <div key={index} className="rounded-base border border-line bg-raised px-2.5 py-2">
        {index === 0 ? (
          <SkeletonText lines={4} label="Loading calls…" />
        ) : (
          Array.from({ length: 4 }, (_, line) => <SkeletonLine key={line} />)
        )}
      </div>
    ))}
  </div>
)

function Actions() {
  const permission = usePermission('callPlace')
  return (
    <ButtonLink to={paths.newCall()} variant="primary" icon={PhoneOutgoing} disabledReason={permission.reason}>
      {texts.placeCall}
    </ButtonLink>
  )
}

function NoCalls() {
  const callPermission = usePermission('callPlace')
  const startPermission = usePermission('launchStart')
  return (
    <EmptyState
      icon={PhoneCall}
      title={texts.noCalls}
      action={
        <>
          <ButtonLink to={paths.newCall()} icon={PhoneOutgoing} disabledReason={callPermission.reason}>
            {texts.placeCall}
          </ButtonLink>
          <ButtonLink to={paths.newBatch()} disabledReason={startPermission.reason}>
            New batch
          </ButtonLink>
        </>
      }
    >
      Calls appear here automatically: while a batch is running, when someone places a call, and, if the service lists
      its calls, when an agent answers one.
    </EmptyState>
  )
}

function NoMatches({ title, children, onReset }: { title: string; children: ReactNode; onReset: () => void }) {
  return (
    <EmptyState title={title} action={<Button onClick={onReset}>Show all calls</Button>}>
      {children}
    </EmptyState>
  )
}

/** What the search for a text found, if that is no call or person, or several. */
const Answer = ({ text, found, onReset }: { text: string; found: readonly Found[]; onReset: () => void }) =>
  found.length === 0 ? (
    <NoMatches title="No active call with this number, name or room" onReset={onReset}>
      It may have ended. Switchboard knows no other call that matches <q>{text}</q>. {numberHint(text)}
    </NoMatches>
  ) : (
    <NoMatches title="Several calls or people match" onReset={onReset}>
      <ul aria-label="Calls and people found">
        {found.map((one) => (
          <li key={one.id} className="py-0.5">
            <Link to={pathOf(one)}>{visible(one.title)}</Link> {visible(one.note)}
          </li>
        ))}
      </ul>
    </NoMatches>
  )

function RecentCalls() {
  const recent = useRecentCalls()
  if (recent.length === 0) return null
  return (
    <nav aria-label="Recently opened calls" className="flex flex-wrap items-center gap-x-3 text-label text-muted">
      Recently opened
      {recent.map(({ roomName, title }) => (
        <Link key={roomName} to={paths.call(roomName)}>
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** Shows how often each call is updated or, while the service has paused requests, when updates resume. */
const UpdateInterval = ({ interval, pausedUntil }: LiveCalls) =>
  pausedUntil === null ? (
    `Live, every ${number(interval)} s`
  ) : (
    <>
      The service asked for a pause. Updates resume in <Countdown to={pausedUntil} />
    </>
  )

export function Component() {
  const query = useRead(wallRead)
  const hasUnknown = (useRead(unknownEffectsRead).data?.effects.length ?? 0) > 0
  const [{ agent, sentiment, show, sort }, setSearch] = useSearch(wallFields)
  const { isPointedAt, handlers } = useIsPointedAt(stillMs)
  const now = useBrowserTime()
  const [ordered, setOrdered] = useState<{ at: number; sort: string | null }>({ at: 0, sort: null })
  const isOrdering = ordered.sort !== sort || (!isPointedAt && now - ordered.at >= orderedEveryMs)
  if (isOrdering) setOrdered({ at: now, sort })
  const cards = useWall(query, !isOrdering, sortBy(sort))
  const location = useLocation()
  const callSearch = useFindCall(cards)
  const shownCards = filterCards(callSearch.matches, { agent, sentiment, needsLook: show === 'needing-look' })
  const shared = sharedFactsOf(shownCards)
  // Once a card has its agent, all keep theirs until another agent is chosen: calls come and go, and cards do not change their height with them.
  const [agentsFor, setAgentsFor] = useState<string | null>(null)
  if (shownCards.length > 0 && shared.agentName === null && agentsFor !== agent) setAgentsFor(agent)
  const showsAgent = agentsFor === agent
  // Those that have ended stand beside the wall once the others are put in their order; none changes its size under the pointer.
  const wallCards = shownCards.filter(({ endedAt }) => endedAt === null || endedAt > ordered.at)
  const list = useGliding()
  const [size, setSize] = useState<CardSize | null>(null)
  const wantedSize = isPointedAt && size ? size : cardSizeFor(wallCards.length, size)
  if (query.data && wantedSize !== size) setSize(wantedSize)
  const liveCount = cards.filter(({ endedAt }) => endedAt === null).length
  const lookCount = cards.filter(needsLook).length
  const reset = () => {
    callSearch.changeText('')
    setSearch({ agent: '', sentiment: '', show: '' })
  }
  return (
    <Page width="wide">
      <PageHeader
        title={texts.liveCalls}
        count={liveCount}
        factLines={3}
        facts={
          <>
            {query.data && (
              <>
                <span>{plural(liveCount, 'call in progress', 'calls in progress')}</span>
                {lookCount > 0 && <span className="font-medium text-ink">{texts.needAttention(lookCount)}</span>}
                {/* The name is set off, because it may have commas and dots of its own. */}
                {shared.agentName !== null && !showsAgent && (
                  <span>
                    Agent of all calls: <q className="text-ink">{visible(shared.agentName)}</q>
                  </span>
                )}
                {query.refusal === null && (
                  <span>
                    <UpdateInterval {...query.data} />
                  </span>
                )}
                <Age readAt={query.data.readAt} isBrowserTime={false} refusal={query.refusal} />
                {!query.data.listed && (
                  <span>The service does not list its calls. These are the calls that Switchboard knows about.</span>
                )}
              </>
            )}
          </>
        }
        actions={<Actions />}
      />
      <FilterBar
        views={<SavedViews page="live-calls" many="calls" />}
        search={{
          label: 'Find a call, or whether a number was called',
          placeholder: 'Number or name',
          value: callSearch.text,
          onChange: callSearch.changeText,
          onSubmit: callSearch.submit,
        }}
        filters={[
          filterBy('agent', 'Agent', agent, agentsOf(cards, agent)),
          filterBy('show', 'Calls', show, [{ value: 'needing-look', label: 'Need attention' }]),
          filterBy('sentiment', 'Sentiment', sentiment, sentiments),
        ]}
        onChange={(patch) => setSearch(patch, { replace: true })}
        end={<OrderMenu names={orders} order={sort} onChange={(sort) => setSearch({ sort }, { replace: true })} />}
      >
        {shownCards.length !== cards.length && (
          <output className="text-label text-muted">
            {number(shownCards.length)} of {plural(cards.length, 'call', 'calls')} shown
          </output>
        )}
        <RecentCalls />
      </FilterBar>
      <Suspense>{hasUnknown && <UnknownCalls />}</Suspense>
      <div className="flex flex-col gap-4 min-[80rem]:flex-row min-[80rem]:items-start">
        <div className="min-w-0 flex-1">
          <StaleStatusesIfRefused refusal={query.refusal}>
            <DataView
              query={query}
              loading={loadingSkeleton}
              isEmpty={() => liveCount === 0 && wallCards.length === 0 && callSearch.text === ''}
              empty={<NoCalls />}
            >
              {() =>
                wallCards.length > 0 ? (
                  <ul ref={list} aria-label={texts.callsLabel} className={gridClasses[wantedSize]} {...handlers}>
                    {wallCards.map((card) => (
                      <li key={card.call.roomName} className="min-w-0">
                        <CallCard
                          card={card}
                          size={wantedSize}
                          showsAgent={showsAgent}
                          showsAge={showsOwnAge(card, shared)}
                          search={location.search}
                        />
                      </li>
                    ))}
                  </ul>
                ) : callSearch.refusal ? (
                  <ErrorState text={refusalText(callSearch.refusal)} retry={callSearch.submit} />
                ) : callSearch.answer ? (
                  <Answer {...callSearch.answer} onReset={reset} />
                ) : (
                  <NoMatches title="No calls found" onReset={reset}>
                    {callSearch.text === ''
                      ? texts.noMatchForFilters
                      : 'Press Enter to search all calls that Switchboard knows about.'}
                  </NoMatches>
                )
              }
            </DataView>
          </StaleStatusesIfRefused>
        </div>
        {query.data && <JustEnded cards={cards} />}
      </div>
    </Page>
  )
}
