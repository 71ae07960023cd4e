/** The wall: every call in progress that the team knows of, one card each. */
import PhoneCall from 'lucide-react/icons/phone-call'
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { load, read, useRead } from '#api/reads.ts'
import { unknownEffectsRead } from '#api/status.ts'
import { type Card, filterCards, type LiveCalls, useWall } from '#components/calls/wall.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView, LampsOf } from '#kit/data/data-view.tsx'
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
import { plural } from '#ui/text/format-number.ts'
import { Countdown } from '#ui/time/time.tsx'
import { useHold } from '#ui/use-pointed-at.ts'
import { CallCard } from './call-card.tsx'
import { useRecentCalls } from './recent-calls.ts'
import { sentiments, sentimentWord } from './sentiment.ts'
import { UnknownCalls } from './unknown-calls.tsx'
import { useFindCall } from './use-find-call.ts'

const Search = z.object({
  agent: z._default(z.string(), ''),
  sentiment: z._default(z.enum(['', ...sentiments]), ''),
})

const wallRead = read('liveCallList')
export const loader = () => load(wallRead, unknownEffectsRead)

/** No filter, as a choice of its own: a list has no empty one. No agent is called so. */
const all = '*'
const orNone = (choice: string) => (choice === all ? '' : choice)

/** What the filter offers: the agents on the wall, and the one that the address names though it has no call now. */
const agentsOf = (cards: readonly Card[], chosen: string) =>
  [...new Set([...cards.map(({ call }) => call.aiAgentName), chosen])].filter(Boolean).toSorted()

const gridLook = 'grid grid-cols-[repeat(auto-fill,minmax(min(13.25rem,100%),1fr))] gap-2'

const loading = (
  <div aria-busy className={gridLook}>
    {Array.from({ length: 10 }, (_, index) => (
      <div key={index} className="rounded-base border border-line bg-raised px-2.5 py-2">
        <SkeletonText lines={4} label="Calls are on their way." />
      </div>
    ))}
  </div>
)

function Actions() {
  const mayCall = usePermission('callPlace')
  return (
    <ButtonLink to={paths.newCall()} variant="primary" icon={PhoneOutgoing} disabledReason={mayCall.reason}>
      Place a call
    </ButtonLink>
  )
}

function NoCalls() {
  const mayCall = usePermission('callPlace')
  const mayStart = usePermission('launchStart')
  return (
    <EmptyState
      icon={PhoneCall}
      title="No calls in progress"
      action={
        <>
          <ButtonLink to={paths.newCall()} icon={PhoneOutgoing} disabledReason={mayCall.reason}>
            Place a call
          </ButtonLink>
          <ButtonLink to={paths.newBatch()} disabledReason={mayStart.reason}>
            Start a batch
          </ButtonLink>
        </>
      }
    >
      Calls appear here by themselves while a batch runs, when somebody places one, and where the service lists them,
      when an agent answers one.
    </EmptyState>
  )
}

function Nothing({ title, children, onReset }: { title: string; children: ReactNode; onReset: () => void }) {
  return (
    <EmptyState title={title} action={<Button onClick={onReset}>Show all calls</Button>}>
      {children}
    </EmptyState>
  )
}

function RecentCalls() {
  const recent = useRecentCalls()
  if (recent.length === 0) return null
  return (
    <nav aria-label="Calls you opened lately" className="flex flex-wrap items-center gap-x-3 text-label text-muted">
      Opened lately
      {recent.map(({ roomName, title }) => (
        <Link key={roomName} to={paths.call(roomName)}>
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** How often a call is read; during a pause, when updates resume. */
function Cadence({ wall: { interval, pausedUntil }, going }: { wall: LiveCalls; going: number }) {
  if (pausedUntil !== null)
    return (
      <>
        The service asked for a pause. Updates resume in <Countdown to={pausedUntil} />
      </>
    )
  return `Updating every ${interval} s (${plural(going, 'call', 'calls')} watched)`
}

export function Component() {
  const reading = useRead(wallRead)
  const [{ agent, sentiment }, setSearch] = useSearch(Search)
  const { held, handlers } = useHold()
  const cards = useWall(reading, held)
  const find = useFindCall(cards)
  const shown = filterCards(find.found, { agent, sentiment })
  const going = cards.filter(({ endedAt }) => endedAt === null).length
  const reset = () => {
    find.type('')
    setSearch({ agent: '', sentiment: '' })
  }
  return (
    <Page>
      <PageHeader
        title="Live calls"
        count={going}
        facts={
          reading.data && (
            <>
              <span>{plural(going, 'call in progress', 'calls in progress')}</span>
              <span>
                <Cadence wall={reading.data} going={going} />
              </span>
              <Age readAt={reading.data.readAt} own={false} refusal={reading.refusal} />
              {!reading.data.listed && (
                <span>The service does not list its calls: these are the ones the team has seen.</span>
              )}
            </>
          )
        }
        actions={<Actions />}
      />
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Find a call"
          placeholder="Number, name or room"
          value={find.text}
          onChange={find.type}
          onSubmit={find.submit}
        />
        <div className="w-48 max-sm:flex-1">
          <Select
            label="Agent"
            labelHidden
            value={agent || all}
            onChange={(next) => setSearch({ agent: orNone(next) }, { replace: true })}
            options={[
              { value: all, label: 'Every agent' },
              ...agentsOf(cards, agent).map((name) => ({ value: name, label: name })),
            ]}
          />
        </div>
        <div className="w-40 max-sm:flex-1">
          <Select
            label="Sentiment"
            labelHidden
            value={sentiment || all}
            onChange={(next) => setSearch({ sentiment: orNone(next) }, { replace: true })}
            options={[
              { value: all, label: 'Any sentiment' },
              ...sentiments.map((word) => ({ value: word, label: sentimentWord(word) })),
            ]}
          />
        </div>
        {shown.length !== cards.length && (
          <output className="text-label text-muted">
            {shown.length} of {plural(cards.length, 'call', 'calls')} shown
          </output>
        )}
        <RecentCalls />
      </div>
      <UnknownCalls />
      <LampsOf refusal={reading.refusal}>
        <DataView
          reading={reading}
          loading={loading}
          isEmpty={() => cards.length === 0 && find.text === ''}
          empty={<NoCalls />}
        >
          {() =>
            shown.length > 0 ? (
              <ul aria-label="Calls" className={gridLook} {...handlers}>
                {shown.map((card) => (
                  <li key={card.call.roomName} className="min-w-0">
                    <CallCard card={card} />
                  </li>
                ))}
              </ul>
            ) : find.notFound ? (
              <Nothing title="No active call with this number, name or room" onReset={reset}>
                It may have ended. Nothing that the team has seen matches <q>{find.notFound}</q>.
              </Nothing>
            ) : (
              <Nothing title="No call on the wall matches" onReset={reset}>
                {find.text === ''
                  ? 'No call in progress has this agent and sentiment.'
                  : 'Press Enter to look among everything that the team has seen.'}
              </Nothing>
            )
          }
        </DataView>
      </LampsOf>
    </Page>
  )
}
