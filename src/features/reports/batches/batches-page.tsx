/** `/reports/batches`: the results of the batches that began in a period, in one table and as bars. */
import Layers from 'lucide-react/icons/layers'
import type { LoaderFunctionArgs } from 'react-router'
import { read, useRead } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import type { ChartData } from '#components/charts/chart-data.ts'
import { outcomeSeries } from '#components/charts/outcome-series.ts'
import type { BatchWithFigures } from '#contract/index.ts'
import { FittingTable } from '#kit/data/fitting-table.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Button } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Section } from '#ui/layout/section.tsx'
import { saveCsv } from '../figure-file.ts'
import { filterNameReads } from '../filter-names.ts'
import { loadForNow, useOpenedAt } from '../opened-at.ts'
import { Report } from '../report.tsx'
import { ReportFilters } from '../report-filters.tsx'
import { periodOf, type ReportFilter } from '../search.ts'
import { batchColumns, columnNames, fileColumns } from './columns.tsx'
import { type BatchesSearch, batchColumnIds, batchesFields } from './search.ts'
import { orderAfter, sortBatches } from './sort.ts'
import * as texts from './texts.ts'

/** Bars that the chart has at most; the table has all batches. */
const maxBars = 20

const batchesRead = ({ days, agent }: ReportFilter, now: number) =>
  read('batchResultList', { query: { ...periodOf(days, now), ...(agent !== '' && { agentId: agent }) } })

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(batchesFields, request.url)
  return loadForNow((now) => [batchesRead(search, now), ...filterNameReads(search)])
}

const chartOf = (batches: readonly BatchWithFigures[], days: number): ChartData => {
  const shown = batches.filter(({ called }) => called > 0).slice(0, maxBars)
  return {
    title: texts.chartSection,
    pointHeader: texts.batchHeader,
    points: shown.map(({ batchId, name }) => ({ key: batchId, label: name || batchId, to: paths.batch(batchId) })),
    series: outcomeSeries(shown),
    note: texts.chartNote(shown.length, batches.length),
    fileName: texts.fileName(days),
  }
}

interface BatchesProps {
  batches: readonly BatchWithFigures[]
  hasMore: boolean
  search: BatchesSearch
  onChange: (next: Partial<BatchesSearch>) => void
}

function Batches({ batches, hasMore, search, onChange }: BatchesProps) {
  const { days, sort, order } = search
  const sorted = sortBatches(batches, search)
  // How many rows of the others have ended is unknown, so nobody knows what of them was seen.
  const counted = batches.filter((batch) => batch.ended !== null)
  const coverage = {
    seen: counted.reduce((sum, batch) => sum + batch.seen, 0),
    ended: counted.reduce((sum, batch) => sum + (batch.ended ?? 0), 0),
    unknownBatches: batches.length - counted.length,
  }
  return (
    <>
      <Section title={texts.chartSection}>
        <Chart kind="bars" data={chartOf(batches, days)} />
      </Section>
      <Section
        title="Batches"
        actions={
          <Button size="small" onClick={() => saveCsv(fileColumns, sorted, texts.fileName(days))}>
            Download CSV
          </Button>
        }
        flush
      >
        <div className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-3 py-2">
          <Select
            label="Sort by"
            options={batchColumnIds.map((value) => ({ value, label: columnNames[value] }))}
            value={sort}
            onChange={(value) => onChange(orderAfter(search, value))}
          />
          <Button
            size="small"
            variant="ghost"
            aria-pressed={order === 'ascending'}
            onClick={() => onChange(orderAfter(search, sort))}
          >
            Reverse order
          </Button>
        </div>
        <FittingTable
          caption="Batches of this period"
          columns={batchColumns({
            onSort: (column) => onChange(orderAfter(search, column)),
            sort,
            order,
          })}
          rows={sorted}
          rowKey={({ batchId }) => batchId}
          sticky={false}
        />
      </Section>
      <p className="max-w-3xl text-label text-muted">
        {texts.coverage(coverage)} {hasMore && texts.tooMany(batches.length)}
      </p>
    </>
  )
}

export function Component() {
  const [search, setSearch] = useSearch(batchesFields)
  const change = (next: Partial<BatchesSearch>) => setSearch(next, { replace: true })
  const openedAt = useOpenedAt()
  const query = useRead(batchesRead(search, openedAt))
  return (
    <Report
      page="batches"
      title={texts.title}
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
      {({ batches, hasMore }) => <Batches batches={batches} hasMore={hasMore} search={search} onChange={change} />}
    </Report>
  )
}
