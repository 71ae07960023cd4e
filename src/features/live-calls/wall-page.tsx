/** The wall of live calls: a card for every call in progress that Switchboard knows about. */
import PhoneCall from 'lucide-react/icons/phone-call'
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { load, read, useRead } from '#api/reads.ts'
import { unknownEffectsRead } from '#api/status.ts'
import { type Card, filterCards, type LiveCalls, useWall } from '#components/calls/wall.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView, StaleStatusesIfRefused } from '#kit/data/data-view.tsx'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { SearchField } from '#ui/forms/search-field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { Countdown } from '#ui/time/time.tsx'
import { useIsPointedAt } from '#ui/use-is-pointed-at.ts'
import { CallCard } from './call-card.tsx'
import { useRecentCalls } from './recent-calls.ts'
import { sentiments, sentimentWord } from './sentiment.ts'
import * as texts from './texts.tsx'
import { UnknownCalls } from './unknown-calls.tsx'
import { useFindCall } from './use-find-call.ts'

const Search = z.object({
  agent: z._default(z.string(), ''),
  sentiment: z._default(z.enum(['', ...sentiments]), ''),
})

const wallRead = read('liveCallList')
export const loader = () => load(wallRead, unknownEffectsRead)

/** The option for no filter, because the value of an option cannot be empty. No agent has this name. */
const anyValue = '*'
const filterOf = (choice: string) => (choice === anyValue ? '' : choice)

/** Options of the filter: the agents on the wall, and the chosen one even if it has no call now. */
const agentsOf = (cards: readonly Card[], chosen: string) =>
  [...new Set([...cards.map(({ call }) => call.aiAgentName), chosen])].filter(Boolean).toSorted()

const gridLook = 'grid grid-cols-[repeat(auto-fill,minmax(min(13.25rem,100%),1fr))] gap-2'

const loading = (
  <div aria-busy className={gridLook}>
    {Array.from({ length: 10 }, (_, index) => (
      <div key={index} className="rounded-base border border-line bg-raised px-2.5 py-2">
        <SkeletonText lines={4} label={texts.loadingCalls} />
      </div>
    ))}
  </div>
)

function Actions() {
  const mayCall = usePermission('callPlace')
  return (
    <ButtonLink to={paths.newCall()} variant="primary" icon={PhoneOutgoing} disabledReason={mayCall.reason}>
      {texts.placeCall}
    </ButtonLink>
  )
}

function NoCalls() {
  const mayCall = usePermission('callPlace')
  const mayStart = usePermission('launchStart')
  return (
    <EmptyState
      icon={PhoneCall}
      title={texts.noCalls}
      action={
        <>
          <ButtonLink to={paths.newCall()} icon={PhoneOutgoing} disabledReason={mayCall.reason}>
            {texts.placeCall}
          </ButtonLink>
          <ButtonLink to={paths.newBatch()} disabledReason={mayStart.reason}>
            {texts.newBatch}
          </ButtonLink>
        </>
      }
    >
      {texts.noCallsHint}
    </EmptyState>
  )
}

function NoMatches({ title, children, onReset }: { title: string; children: ReactNode; onReset: () => void }) {
  return (
    <EmptyState title={title} action={<Button onClick={onReset}>{texts.showAllCalls}</Button>}>
      {children}
    </EmptyState>
  )
}

function RecentCalls() {
  const recent = useRecentCalls()
  if (recent.length === 0) return null
  return (
    <nav aria-label={texts.recentCallsLabel} className="flex flex-wrap items-center gap-x-3 text-label text-muted">
      {texts.recentlyOpened}
      {recent.map(({ roomName, title }) => (
        <Link key={roomName} to={paths.call(roomName)}>
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** How often each call is updated; while the service pauses requests, when updates resume. */
function UpdateInterval({ wall: { interval, pausedUntil }, liveCount }: { wall: LiveCalls; liveCount: number }) {
  return pausedUntil === null
    ? texts.updateInterval(interval, liveCount)
    : texts.updatesPaused(<Countdown to={pausedUntil} />)
}

export function Component() {
  const query = useRead(wallRead)
  const [{ agent, sentiment }, setSearch] = useSearch(Search)
  const { isPointedAt: held, handlers } = useIsPointedAt()
  const cards = useWall(query, held)
  const find = useFindCall(cards)
  const shown = filterCards(find.found, { agent, sentiment })
  const liveCount = cards.filter(({ endedAt }) => endedAt === null).length
  const reset = () => {
    find.type('')
    setSearch({ agent: '', sentiment: '' })
  }
  return (
    <Page>
      <PageHeader
        title={texts.liveCalls}
        count={liveCount}
        facts={
          query.data && (
            <>
              <span>{texts.callsInProgress(liveCount)}</span>
              <span>
                <UpdateInterval wall={query.data} liveCount={liveCount} />
              </span>
              <Age readAt={query.data.readAt} isBrowserTime={false} refusal={query.refusal} />
              {!query.data.listed && <span>{texts.callsNotListed}</span>}
            </>
          )
        }
        actions={<Actions />}
      />
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={texts.findCall}
          placeholder={texts.findCallPlaceholder}
          value={find.text}
          onChange={find.type}
          onSubmit={find.submit}
        />
        <div className="w-48 max-sm:flex-1">
          <Select
            label={texts.agentFilter}
            labelHidden
            value={agent || anyValue}
            onChange={(next) => setSearch({ agent: filterOf(next) }, { replace: true })}
            options={[
              { value: anyValue, label: texts.allAgents },
              ...agentsOf(cards, agent).map((name) => ({ value: name, label: name })),
            ]}
          />
        </div>
        <div className="w-40 max-sm:flex-1">
          <Select
            label={texts.sentimentFilter}
            labelHidden
            value={sentiment || anyValue}
            onChange={(next) => setSearch({ sentiment: filterOf(next) }, { replace: true })}
            options={[
              { value: anyValue, label: texts.anySentiment },
              ...sentiments.map((word) => ({ value: word, label: sentimentWord(word) })),
            ]}
          />
        </div>
        {shown.length !== cards.length && (
          <output className="text-label text-muted">{texts.shownCalls(shown.length, cards.length)}</output>
        )}
        <RecentCalls />
      </div>
      <UnknownCalls />
      <StaleStatusesIfRefused refusal={query.refusal}>
        <DataView
          query={query}
          loading={loading}
          isEmpty={() => cards.length === 0 && find.text === ''}
          empty={<NoCalls />}
        >
          {() =>
            shown.length > 0 ? (
              <ul aria-label={texts.callsLabel} className={gridLook} {...handlers}>
                {shown.map((card) => (
                  <li key={card.call.roomName} className="min-w-0">
                    <CallCard card={card} />
                  </li>
                ))}
              </ul>
            ) : find.notFound ? (
              <NoMatches title={texts.callNotFound} onReset={reset}>
                {texts.callNotFoundHint(find.notFound)}
              </NoMatches>
            ) : (
              <NoMatches title={texts.noMatchOnWall} onReset={reset}>
                {find.text === '' ? texts.noMatchForFilters : texts.searchAllHint}
              </NoMatches>
            )
          }
        </DataView>
      </StaleStatusesIfRefused>
    </Page>
  )
}
