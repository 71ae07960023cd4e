/** `/reports/decisions`: the decisions that a figure counts, with links to their conversations. */
import ListChecks from 'lucide-react/icons/list-checks'
import type { LoaderFunctionArgs } from 'react-router'
import { read, useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { type CountedDecision, listedResults } from '#contract/index.ts'
import { Pagination } from '#kit/data/pagination.tsx'
import { Moment } from '#kit/list/cells.tsx'
import type { ListColumn } from '#kit/list/definition.ts'
import { ListTable } from '#kit/list/list-table.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Card } from '#ui/layout/section.tsx'
import { number } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { dayAndTime, formatDuration } from '#ui/time/format-time.ts'
import { filterNameReads } from '../filter-names.ts'
import { loadForNow, useOpenedAt } from '../opened-at.ts'
import { Report } from '../report.tsx'
import { filterState, partFilter } from '../report-filters.tsx'
import { DecisionFilters } from '../review/decision-filters.tsx'
import * as reviewTexts from '../review/texts.tsx'
import { partOf } from '../search.ts'
import { found, withoutName } from '../texts.tsx'
import { type DecisionsSearch, decisionsFields, listQueryOf } from './search.ts'

const rowsPerPage = 50
const noun = ['decision', 'decisions'] as const

const decisionsRead = (search: DecisionsSearch, now: number) =>
  read('countedDecisionList', {
    query: { ...partOf(search, now), ...listQueryOf(search), page: search.page, limit: rowsPerPage },
  })

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(decisionsFields, request.url)
  return loadForNow((now) => [decisionsRead(search, now), ...filterNameReads(search)])
}

const results: Readonly<Record<(typeof listedResults)[number], string>> = {
  decided: 'Without saved texts',
  approved: reviewTexts.approved,
  edited: reviewTexts.edited,
  rejected: reviewTexts.rejected,
  saved: reviewTexts.saved,
  rejected_without_reason: 'Rejected, no reason',
}

function ConversationCell({ conversationId, customer, at }: CountedDecision) {
  const name = customer || 'Conversation'
  return (
    <RowLink to={paths.conversation(conversationId)} aria-label={`${name}, ${dayAndTime(at)}`}>
      {visible(name)}
    </RowLink>
  )
}

function Reviewer({ reviewer }: Pick<CountedDecision, 'reviewer'>) {
  const myId = useMyId()
  if (reviewer === null) return 'A colleague'
  return visible(reviewer.id === myId ? reviewTexts.me(reviewer.name) : reviewer.name)
}

const columns: readonly ListColumn<CountedDecision>[] = [
  { id: 'customer', header: 'Customer', cell: (decision) => <ConversationCell {...decision} /> },
  {
    id: 'decision',
    narrow: 'state',
    header: 'Decision',
    cell: ({ result, editedShare }) => (
      <>
        {results[result]}
        {editedShare !== null && (
          <span className="text-label text-muted"> {`${number(editedShare)}% of the words`}</span>
        )}
      </>
    ),
  },
  {
    id: 'reason',
    narrow: 'meta',
    header: 'Reason',
    cell: ({ result, reason }) => (result === 'rejected' ? visible(reason) || reviewTexts.noReason : ''),
  },
  {
    id: 'waited',
    header: 'Waited',
    align: 'right',
    cell: ({ waitedSeconds }) =>
      waitedSeconds !== null && <span className="whitespace-nowrap">{formatDuration(waitedSeconds)}</span>,
  },
  {
    id: 'agent',
    header: 'Agent',
    cell: ({ agentId, agentName }) =>
      agentId === null ? (
        ''
      ) : (
        <Link to={paths.agent(agentId)}>{visible(agentName ?? withoutName('agent', agentId))}</Link>
      ),
  },
  {
    id: 'reviewer',
    header: 'Reviewer',
    cell: ({ reviewer }) => <Reviewer reviewer={reviewer} />,
  },
  { id: 'at', header: 'Decided', narrow: 'age', align: 'right', cell: ({ at }) => <Moment at={at} /> },
]

const resultOptions = ['decided', ...listedResults.filter((value) => value !== 'decided')].map((value) => ({
  value,
  label: results[value as (typeof listedResults)[number]],
}))

export function Component() {
  const [search, setSearch] = useSearch(decisionsFields)
  const openedAt = useOpenedAt()
  const decisions = useRead(decisionsRead(search, openedAt))
  const filter = (next: Partial<DecisionsSearch>) => setSearch({ ...next, page: 1 }, { replace: true })
  return (
    <Report
      page={search.figure}
      isOfFigure
      title="Counted decisions"
      question="The decisions that a figure counts, latest first"
      filters={
        <>
          <DecisionFilters
            openedAt={openedAt}
            search={search}
            onChange={(next) => filter({ ...next, ...(('days' in next || 'from' in next) && { from: 0, to: 0 }) })}
            more={[
              filterState('result', 'Decision', search.result, resultOptions),
              ...partFilter(search),
              ...(search.reason === ''
                ? []
                : [filterState('reason', 'Reason', search.reason, [{ value: search.reason, label: search.reason }])]),
            ]}
          />
          <output className="sr-only">
            {decisions.data &&
              !decisions.isPlaceholder &&
              found(decisions.data.decisions.length, decisions.data.pagination, noun)}
          </output>
        </>
      }
      query={decisions}
      counting="Loading decisions…"
      nothing={{
        icon: ListChecks,
        title: 'No matching decisions',
        hint: 'Remove a filter, or choose a longer period.',
        isIt: (data) => data.decisions.length === 0,
      }}
    >
      {(data) => (
        <>
          <Card flush>
            <ListTable
              caption="Counted decisions"
              columns={columns}
              rows={data.decisions}
              rowKey={({ id }) => id}
              isLoading={decisions.isPlaceholder}
            />
          </Card>
          <Pagination pagination={data.pagination} noun={noun} isLoading={decisions.isPlaceholder} />
          <p className="text-label text-muted">
            {data.decisions.some(({ result }) => result === 'saved') &&
              'After a text was saved, its draft still waits.'}{' '}
            {data.decisions.some(({ reviewer }) => reviewer === null) && reviewTexts.namesHint}
          </p>
        </>
      )}
    </Report>
  )
}
