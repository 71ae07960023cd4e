/** `/reports/batches`: the results of the batches that began in a period, in one table and as bars. */
import Layers from 'lucide-react/icons/layers'
import type { LoaderFunctionArgs } from 'react-router'
import { type QueryState, read, useRead } from '#api/reads.ts'
import { knownFigures } from '#components/batches/results/figures.ts'
import { coverageOf } from '#components/batches/results/texts.ts'
import { Chart } from '#components/charts/chart.tsx'
import type { ChartData } from '#components/charts/chart-data.ts'
import { outcomeSeries } from '#components/charts/outcome-series.ts'
import type { BatchWithFigures } from '#contract/index.ts'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { viewOf } from '#kit/list/view.ts'
import { paths } from '#kit/navigation/paths.ts'
import { page, parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Section } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { DownloadCsv } from '../comparison.tsx'
import { filterNameReads } from '../filter-names.ts'
import { loadForNow, useOpenedAt } from '../opened-at.ts'
import { Report } from '../report.tsx'
import { ReportFilters } from '../report-filters.tsx'
import { filterFields, periodOf, type ReportFilter } from '../search.ts'
import { batchesTitle } from '../texts.tsx'
import { batchList, fileColumns } from './columns.tsx'

const title = 'Rows by outcome'
const fileNameOf = (days: number) => `batches-${days}-days`
/** Bars that the chart has at most; the table has all batches. */
const maxBars = 20

const batchesRead = ({ days, agent }: ReportFilter, now: number) =>
  read('batchResultList', { query: { ...periodOf(days, now), ...(agent !== '' && { agentId: agent }) } })

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(filterFields, request.url)
  return loadForNow((now) => [batchesRead(search, now), ...filterNameReads(search)])
}

const chartOf = (batches: readonly BatchWithFigures[], days: number): ChartData => {
  const shown = batches.filter(({ called, ended }) => called > 0 || (ended ?? 0) > 0).slice(0, maxBars)
  const unread = shown.map((batch) => knownFigures(batch).unread)
  return {
    title,
    pointHeader: 'Batch',
    points: shown.map(({ batchId, name }) => ({ key: batchId, label: name || batchId, to: paths.batch(batchId) })),
    series: [
      ...outcomeSeries(shown),
      ...(unread.some((rows) => rows > 0)
        ? [{ id: 'unread', label: 'Not yet read', fill: 'outline' as const, values: unread }]
        : []),
    ],
    note: `${shown.length < batches.length ? `Showing ${number(shown.length)} of ${plural(batches.length, 'batch', 'batches')}. ` : ''}Each row counts once, by the outcome of its last known call.`,
    fileName: fileNameOf(days),
  }
}

interface BatchesProps {
  batches: readonly BatchWithFigures[]
  hasMore: boolean
  query: QueryState<unknown>
  days: number
}

function Batches({ batches, hasMore, query, days }: BatchesProps) {
  const [state, change] = useListState(batchList)
  const view = viewOf(batchList, batches, state)
  // How many rows of the others have ended is unknown, so nobody knows what of them was seen.
  const counted = batches.filter((batch) => batch.ended !== null)
  const coverage = {
    seen: counted.reduce((sum, batch) => sum + batch.seen, 0),
    seenToEnd: counted.reduce((sum, batch) => sum + batch.seenToEnd, 0),
    ended: counted.reduce((sum, batch) => sum + (batch.ended ?? 0), 0),
    unknownBatches: batches.length - counted.length,
  }
  return (
    <>
      <Section title={title}>
        <Chart kind="bars" data={chartOf(batches, days)} />
      </Section>
      <List
        list={batchList}
        caption="Batches of this period"
        icon={Layers}
        state={state}
        onChange={change}
        // The report has said above that a read was refused.
        query={{ ...query, refusal: null, data: view.page }}
        view={view}
        renderFrame={(rows) => (
          <Section
            title="Batches"
            actions={<DownloadCsv file={fileColumns} rows={view.matches} fileName={fileNameOf(days)} />}
            flush
          >
            {rows}
          </Section>
        )}
        first={null}
      />
      <p className="max-w-3xl text-label text-muted">
        {coverageOf(coverage, 'these batches', 'No rows of these batches have ended.')}{' '}
        {hasMore &&
          `Only the latest ${number(batches.length)} batches are shown. Choose a shorter period to see the others.`}
      </p>
    </>
  )
}

export function Component() {
  const [search, setSearch] = useSearch({ ...filterFields, page })
  const change = (next: Partial<typeof search>) => setSearch({ ...next, page: 1 }, { replace: true })
  const openedAt = useOpenedAt()
  const query = useRead(batchesRead(search, openedAt))
  return (
    <Report
      page="batches"
      title={batchesTitle}
      question="How did batches turn out?"
      filters={<ReportFilters openedAt={openedAt} fields={['agent']} search={search} onChange={change} />}
      query={query}
      counting="Counting calls…"
      nothing={{
        icon: Layers,
        title: 'No batch began in this period',
        hint: 'Batches that the team started or opened appear here. Choose a longer period.',
        isIt: ({ batches }) => batches.length === 0,
      }}
    >
      {({ batches, hasMore }) => <Batches batches={batches} hasMore={hasMore} query={query} days={search.days} />}
    </Report>
  )
}
