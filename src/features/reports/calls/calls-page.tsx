/** `/reports/calls`: the calls that a figure counts, with links to each call and its batch. */
import PhoneCall from 'lucide-react/icons/phone-call'
import type { LoaderFunctionArgs } from 'react-router'
import { read, useRead } from '#api/reads.ts'
import { BatchOfCall } from '#components/calls/batch-of-call.tsx'
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { type CountedCall, listedOutcomes, type OutcomeSource } from '#contract/index.ts'
import { Moment } from '#kit/list/cells.tsx'
import type { ListDefinition } from '#kit/list/definition.ts'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { countryName } from '#phone/country.ts'
import { groupNumber } from '#phone/group.ts'
import { dayAndTime } from '#ui/time/format-time.ts'
import { hourSpan } from '#ui/time/hour-of-day.ts'
import { Duration } from '#ui/time/time.tsx'
import { filterNameReads } from '../filter-names.ts'
import { loadForNow, useOpenedAt } from '../opened-at.ts'
import { Report } from '../report.tsx'
import { filterState, partFilter, ReportFilters } from '../report-filters.tsx'
import { partOf } from '../search.ts'
import * as answerTexts from '../texts.tsx'
import { type CallsSearch, callsFields, listQueryOf } from './search.ts'

const rowsPerPage = 50

const callsRead = (search: CallsSearch, now: number) =>
  read('countedCallList', {
    query: { ...partOf(search, now), ...listQueryOf(search), page: search.page, limit: rowsPerPage },
  })

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(callsFields, request.url)
  return loadForNow((now) => [callsRead(search, now), ...filterNameReads(search)])
}

const callAddress = ({ roomName, batchId, jobId }: CountedCall): string | null =>
  roomName !== null
    ? paths.call(roomName)
    : batchId !== null && jobId !== null
      ? paths.batch(batchId, { call: jobId })
      : null

const outcomeName = (value: (typeof listedOutcomes)[number]) =>
  value === 'all_answered' ? 'All answered' : outcomeLabels[value]
/** What an outcome rests on. */
const sources: Readonly<Record<OutcomeSource, string>> = {
  person: 'corrected',
  service: 'reported by the service',
  transcript: 'guessed from the transcript',
  state: 'from the call’s status',
}

function CallCell({ call }: { call: CountedCall }) {
  const to = callAddress(call)
  const number = groupNumber(call.number)
  const name = call.customer || number || 'Number not known'
  if (to === null) return name
  return (
    <RowLink to={to} aria-label={`${name}, ${dayAndTime(call.at)}`}>
      {name}
    </RowLink>
  )
}

const callList: ListDefinition<CountedCall> = {
  noun: ['counted call', 'counted calls'],
  columns: [
    { id: 'person', header: 'Person', cell: (call) => <CallCell call={call} /> },
    {
      id: 'outcome',
      header: 'Outcome',
      narrow: 'meta',
      cell: ({ outcome, source }) => (
        <span>
          {outcomeName(outcome)} <span className="text-label whitespace-nowrap text-muted">({sources[source]})</span>
        </span>
      ),
    },
    {
      id: 'duration',
      header: 'Duration',
      align: 'right',
      cell: ({ duration }) => <Duration seconds={duration} />,
    },
    {
      id: 'agent',
      header: 'Agent',
      cell: ({ agentId, agentName }) =>
        agentId === null ? (
          '–'
        ) : (
          <Link to={paths.agent(agentId)}>{agentName ?? answerTexts.withoutName('agent', agentId)}</Link>
        ),
    },
    { id: 'batch', header: 'Batch', cell: (call) => <BatchOfCall {...call} /> },
    {
      id: 'country',
      header: 'Country',
      isExtra: true,
      cell: ({ country }) => (country === null ? '' : countryName(country)),
    },
    { id: 'mood', header: 'Sentiment', isExtra: true, cell: ({ sentiment }) => sentiment },
    { id: 'at', header: 'Started', narrow: 'age', align: 'right', cell: ({ at }) => <Moment at={at} /> },
  ],
  rowKey: ({ id }) => id,
}

const outcomeOptions = listedOutcomes.map((value) => ({ value, label: outcomeName(value) }))
const weekdayOptions = answerTexts.weekdays.map((label, index) => ({ value: `${index}`, label }))
const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: `${hour}`, label: hourSpan(hour) }))

/** Filters that only a figure sets. */
const fromFigures = [
  ['attempt', 'Attempt'],
  ['agentVersion', 'Agent version'],
  ['flowVersion', 'Flow version'],
] as const

export function Component() {
  const [search, setSearch] = useSearch(callsFields)
  const [state, change] = useListState(callList)
  const openedAt = useOpenedAt()
  const calls = useRead(callsRead(search, openedAt))
  const filter = (next: Partial<CallsSearch>) => setSearch({ ...next, page: 1 }, { replace: true })
  return (
    <Report
      page={search.figure}
      isOfFigure
      title={
        search.outcome === 'all_answered'
          ? 'Answered calls'
          : `Counted calls${search.outcome === '' ? '' : `: ${outcomeName(search.outcome)}`}`
      }
      question="The calls that a figure counts, latest first"
      filters={
        <>
          <ReportFilters
            openedAt={openedAt}
            fields={['agent', 'flow', 'batch', 'country']}
            search={search}
            onChange={(next) => filter({ ...next, ...(('days' in next || 'from' in next) && { from: 0, to: 0 }) })}
            more={[
              filterState('outcome', 'Outcome', search.outcome, outcomeOptions),
              filterState('weekday', 'Local weekday', search.weekday, weekdayOptions),
              filterState('hour', 'Local hour', search.hour, hourOptions),
              ...partFilter(search),
              ...fromFigures
                .filter(([id]) => search[id] !== '')
                .map(([id, label]) => filterState(id, label, search[id], [{ value: search[id], label: search[id] }])),
            ]}
          />
          <output className="sr-only">
            {calls.data &&
              !calls.isPlaceholder &&
              answerTexts.found(calls.data.calls.length, calls.data.pagination, ['call', 'calls'])}
          </output>
        </>
      }
      query={calls}
      counting="Loading calls…"
      nothing={{
        icon: PhoneCall,
        title: 'No matching calls',
        hint: 'Remove a filter, or choose a longer period.',
        isIt: (data) => data.calls.length === 0,
      }}
    >
      {(data) => (
        <>
          <List
            list={callList}
            caption="Counted calls"
            icon={PhoneCall}
            state={state}
            onChange={change}
            // The report has said above the list that a read was refused.
            query={{ ...calls, refusal: null, data: { items: data.calls, pagination: data.pagination } }}
            first={null}
          />
          <p className="text-label text-muted">
            Names and numbers are shown until the call itself is deleted (Settings → Data). Figures store neither.
          </p>
        </>
      )}
    </Report>
  )
}
