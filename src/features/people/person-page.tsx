/** `/conversations/people/:personId`: everything that the team has seen of one number or e-mail address, the latest first. */
import { Fragment } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { DoNotCallButton } from '#components/do-not-call/add-number.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Person, PersonAddress, PersonEntry } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView, StaleStatusesIfRefused } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { oneOf, useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { day } from '#ui/time/format-time.ts'
import { CallAnswerSection } from './call-answer.tsx'
import { TimelineEntry } from './entry.tsx'
import * as texts from './texts.tsx'

const shown = ['all', 'call', 'message', 'decision', 'batch', 'do-not-call'] as const
const fields = { show: oneOf(shown, 'all') }

const back = { to: paths.conversations(), label: 'Conversations' }
const personRead = (personId: string) => read('personShow', { params: { personId } })
export const loader = ({ params: { personId = '' } }: LoaderFunctionArgs) => load(personRead(personId))

const dayOf = ({ at }: PersonEntry) => (at > 0 ? day(at) : 'Unknown date')

const addressText = ({ phone, email }: PersonAddress) => (phone === null ? (email ?? '') : groupNumber(phone))

const Address = ({ phone, email }: PersonAddress) =>
  phone === null ? <span className="break-all">{visible(email)}</span> : <PhoneNumber number={phone} country="name" />

/** Where a person is known from, for an addition to the do-not-call list; undefined if nothing was seen of them. */
function sourceOf({ conversationIds: [conversationId], entries }: Person) {
  if (conversationId) return { kind: 'conversation', id: conversationId } as const
  for (const entry of entries) {
    if (entry.kind === 'call' && entry.roomName) return { kind: 'call', id: entry.roomName } as const
    if (entry.kind === 'batch' && entry.batchId) return { kind: 'batch_row', id: entry.batchId } as const
  }
  return undefined
}

function Timeline({ entries }: { entries: readonly PersonEntry[] }) {
  return [...Map.groupBy(entries, dayOf)].map(([dayName, entriesOfDay]) => (
    <section key={dayName} aria-label={dayName}>
      <p aria-hidden className="px-3 pt-2 pb-0.5 text-small text-muted">
        {dayName}
      </p>
      <ol>
        {entriesOfDay.map((entry) => (
          <TimelineEntry key={entry.key} entry={entry} />
        ))}
      </ol>
    </section>
  ))
}

function Entries({ person: { entries, hasMore, unread } }: { person: Person }) {
  const [{ show }, setSearch] = useSearch(fields)
  const entriesOfKind = show === 'all' ? entries : entries.filter(({ kind }) => kind === show)
  const options = shown
    .filter((kind) => kind === 'all' || kind === show || entries.some((entry) => entry.kind === kind))
    .map((value) => ({ value, label: texts.kindFilters[value] }))
  return (
    <Section
      flush
      title="Timeline"
      facts={
        hasMore
          ? `the latest ${plural(entries.length, 'entry', 'entries')}`
          : plural(entries.length, 'entry', 'entries')
      }
    >
      {entries.length > 0 && (
        <div className="border-b border-line px-3 py-2">
          <SegmentedControl
            label="Entries"
            labelHidden
            options={options}
            value={show}
            onChange={(next) => setSearch({ show: next })}
          />
        </div>
      )}
      {entries.length === 0 && (
        <EmptyState title="Nothing was seen of this person yet">
          Calls, messages, decisions and batches with this number or address appear here.
        </EmptyState>
      )}
      {entries.length > 0 && entriesOfKind.length === 0 && (
        <EmptyState
          title="No such entries"
          action={<Button onClick={() => setSearch({ show: 'all' })}>Show all entries</Button>}
        >
          Show all entries to see what is known of this person.
        </EmptyState>
      )}
      <Timeline entries={entriesOfKind} />
      <p className="border-t border-line px-3 py-2 text-label text-muted">
        From what your team has seen in Switchboard. Calls that nobody saw here are not in this list.{' '}
        {unread > 0 &&
          `${plural(unread, 'conversation is', 'conversations are')} not loaded yet, so messages of this person may be missing.`}
      </p>
    </Section>
  )
}

export function Component() {
  const { personId = '' } = useParams()
  const query = useRead(personRead(personId))
  const { data, readAt, refusal } = query
  const source = data && sourceOf(data)
  const isOnDoNotCallList = data?.entries.some(({ kind }) => kind === 'do-not-call') ?? false
  return (
    <StaleStatusesIfRefused refusal={refusal}>
      <Page>
        <PageHeader
          title={data ? data.name || addressText(data) : 'Person'}
          status={isOnDoNotCallList && <StatusLabel state="off" label={texts.onDoNotCallList} />}
          back={back}
          facts={
            <>
              {data && <Address {...data} />}
              {data && data.others.length > 0 && (
                <span>
                  Also writes from{' '}
                  {data.others.map((other, index) => (
                    <Fragment key={other.personId}>
                      {index > 0 && ', '}
                      <Link to={paths.person(other.personId)}>{addressText(other)}</Link>
                    </Fragment>
                  ))}
                </span>
              )}
              <Age readAt={readAt} refusal={refusal} />
            </>
          }
          actions={
            data?.phone &&
            !isOnDoNotCallList && (
              <DoNotCallButton number={data.phone} source={source} label="Block number" shortcut="calls.block" />
            )
          }
        />
        <DataView query={query} loading={<SkeletonText lines={10} label="Loading timeline…" />}>
          {(person) => (
            <>
              {person.phone !== null && <CallAnswerSection person={person} />}
              <Entries person={person} />
            </>
          )}
        </DataView>
      </Page>
    </StaleStatusesIfRefused>
  )
}
