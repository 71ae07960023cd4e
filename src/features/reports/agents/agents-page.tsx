/** `/reports/agents`: the outcomes of the calls of each agent and flow, before and after a change of one of them. */
import { useEffect, useRef } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { useRead } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import { outcomeSeries } from '#components/charts/outcome-series.ts'
import type { CallCount } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Card, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { type ExportLabel, useExportLabel } from '../export-label.ts'
import { isCovered, totalOf } from '../figures.ts'
import { filterNameReads, useFilterNames } from '../filter-names.ts'
import { loadForNow, useOpenedAt } from '../opened-at.ts'
import { CountingNotes, noCalls, Report } from '../report.tsx'
import { ReportFilters } from '../report-filters.tsx'
import { callsAddress } from '../row-addresses.ts'
import { isBeforeKnown } from '../search.ts'
import * as answerTexts from '../texts.tsx'
import { ResultsTable } from './results-table.tsx'
import { type AgentsSearch, agentReads, agentsFields, compared } from './search.ts'
import * as texts from './texts.ts'
import { VersionResults } from './version-results.tsx'

/** The most agents or flows that the chart shows. */
const maxBars = 12

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(agentsFields, request.url)
  return loadForNow((now) => {
    const { groups, before, versions } = agentReads(search, now)
    return [groups, before, ...(search[search.of] === '' ? [] : [versions]), ...filterNameReads(search)]
  })
}

interface ChartProps {
  counts: readonly CallCount[]
  filter: AgentsSearch
  label: ExportLabel
  /** What the figures rest on. */
  note: string
}

function GroupsChart({ counts, filter, label, note }: ChartProps) {
  const { of } = filter
  const groups = counts.toSorted((a, b) => totalOf([b]).calls - totalOf([a]).calls)
  return (
    <Chart
      kind="bars"
      data={{
        title: `Calls by ${of} and outcome`,
        pointHeader: answerTexts.dimensions[of],
        points: groups.map(({ key, name }) => ({
          key,
          label: answerTexts.nameOfGroup(of, { key, name }),
          to: key === '' ? undefined : callsAddress(filter, { [of]: key, figure: 'agents' }),
        })),
        drawn: { most: maxBars, noun: `${of}s` },
        series: outcomeSeries(groups),
        note,
        fileName: label.fileName(`calls-by-${of}`),
      }}
    />
  )
}

function Versions({ search, openedAt, name }: { search: AgentsSearch; openedAt: number; name: string }) {
  const versions = useRead(agentReads(search, openedAt).versions)
  return (
    <DataView query={versions} loading={<SkeletonRows rows={6} columns={4} label="Comparing calls…" />}>
      {({ groups }) => <VersionResults name={name} counts={groups} filter={search} />}
    </DataView>
  )
}

export function Component() {
  const [search, setSearch] = useSearch(agentsFields)
  const openedAt = useOpenedAt()
  const { of } = search
  const chosen = search[of]
  const reads = agentReads(search, openedAt)
  const groups = useRead(reads.groups)
  const before = useRead(reads.before)
  const panel = useRef<HTMLDivElement>(null)
  const chosenInTable = useRef<string | null>(null)
  useEffect(() => {
    // The panel opens above the table, so whoever chose a row is taken there.
    const heading = panel.current?.querySelector('h2')
    if (heading && chosen === chosenInTable.current) {
      heading.tabIndex = -1
      heading.focus()
    }
    chosenInTable.current = null
  }, [chosen])
  const label = useExportLabel({ ...search, [of]: '' }, openedAt)
  const nameOf = useFilterNames(search)
  return (
    <Report
      page="agents"
      title={answerTexts.agentsTitle}
      question="Which agents and flows do well, and did a change help?"
      filters={
        <ReportFilters
          openedAt={openedAt}
          fields={['agent', 'flow', 'batch', 'country']}
          search={search}
          onChange={(next) => setSearch({ ...next, version: 0 }, { replace: true })}
        />
      }
      query={groups}
      counting={answerTexts.counting}
      nothing={noCalls}
    >
      {({ groups: counts, coverage, since }) => {
        const coverageText = answerTexts.coverage(coverage, search)
        return (
          <>
            {chosen !== '' && (
              <div ref={panel}>
                <Versions search={search} openedAt={openedAt} name={nameOf(of)} />
              </div>
            )}
            <Section
              title={texts.tableCaption(of)}
              actions={
                <SegmentedControl
                  label="Compare"
                  labelHidden
                  options={compared.map((value) => ({ value, label: texts.options[value] }))}
                  value={of}
                  onChange={(next) => setSearch({ of: next, version: 0 }, { replace: true })}
                />
              }
            >
              <GroupsChart counts={counts} filter={search} label={label} note={coverageText} />
            </Section>
            <Card flush>
              <ResultsTable
                of={of}
                counts={counts}
                before={isBeforeKnown(since, search, openedAt) ? (before.data?.groups ?? []) : null}
                filter={search}
                label={label}
                isKnown={isCovered(coverage)}
                onChoose={(key) => {
                  chosenInTable.current = key
                }}
              />
            </Card>
            {chosen === '' && (
              <p className="text-muted">
                Choose {of === 'agent' ? 'an agent' : 'a flow'} to see its figures before and after a change.
              </p>
            )}
            <CountingNotes>{answerTexts.coverageHint}</CountingNotes>
          </>
        )
      }}
    </Report>
  )
}
