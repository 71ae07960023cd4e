/** `/answers/agents`: what came of the calls of each agent and flow, and what the changes of one of them did. */
import Bot from 'lucide-react/icons/bot'
import { useEffect, useRef, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { Chart } from '#components/charts/chart.tsx'
import { outcomeSeries } from '#components/charts/outcome-series.ts'
import type { CallCount, CallGrouping } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Page } from '#kit/page/page-header.tsx'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { AnswerFilters } from '../answer-filters.tsx'
import { AnswersHeader } from '../answers-header.tsx'
import { totalOf } from '../figures.ts'
import { type AnswerFilter, type Period, periodBefore, periodOf, queryOf } from '../search.ts'
import * as answerTexts from '../texts.tsx'
import { ResultsTable } from './results-table.tsx'
import { AgentsSearch, type Compared, compared } from './search.ts'
import * as texts from './texts.ts'
import { VersionResults } from './version-results.tsx'

/** The most agents or flows that the chart shows. */
const maxBars = 12

const countsRead = (search: AnswerFilter, period: Period, by: CallGrouping) =>
  read('callCountList', { query: { ...period, by, ...queryOf(search) } })

/** The counts of the page. The table stays complete when one of its rows is chosen. */
const readsOf = (search: AgentsSearch, now: number) => {
  const all = { ...search, [search.of]: '' }
  const period = periodOf(search.days, now)
  return {
    groups: countsRead(all, period, search.of),
    before: countsRead(all, periodBefore(search, now), search.of),
    versions: countsRead(search, period, `${search.of}_version`),
  }
}

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(AgentsSearch, request.url)
  const { groups, before, versions } = readsOf(search, Date.now())
  return search[search.of] === '' ? load(groups, before) : load(groups, before, versions)
}

const nameOf = (of: Compared, { key, name }: Pick<CallCount, 'key' | 'name'>) =>
  key === '' ? texts.unknown[of] : (name ?? key)

function GroupsChart({
  of,
  counts,
  days,
  note,
}: {
  of: Compared
  counts: readonly CallCount[]
  days: number
  note: string
}) {
  const shown = counts.toSorted((a, b) => totalOf([b]).calls - totalOf([a]).calls).slice(0, maxBars)
  return (
    <Chart
      kind="bars"
      data={{
        title: texts.chartTitle[of],
        pointHeader: texts.nouns[of],
        points: shown.map((group) => ({ key: group.key, label: nameOf(of, group) })),
        series: outcomeSeries(shown),
        note,
        fileName: `calls-by-${of}-${days}-days`,
      }}
    />
  )
}

function Versions({ search, openedAt, name }: { search: AgentsSearch; openedAt: number; name: string }) {
  const versions = useRead(readsOf(search, openedAt).versions)
  return (
    <DataView
      query={versions}
      loading={<SkeletonRows rows={6} columns={4} label={texts.comparing} />}
      isEmpty={() => false}
      empty={null}
    >
      {({ groups }) => <VersionResults name={name} counts={groups} filter={search} />}
    </DataView>
  )
}

export function Component() {
  const [search, setSearch] = useSearch(AgentsSearch)
  // The period stays the same while the page is open, also past midnight.
  const [openedAt] = useState(() => Date.now())
  const { of } = search
  const chosen = search[of]
  const reads = readsOf(search, openedAt)
  const groups = useRead(reads.groups)
  const before = useRead(reads.before)
  const panel = useRef<HTMLElement>(null)
  const chosenInTable = useRef<string | null>(null)
  useEffect(() => {
    // The panel opens above the table, so whoever chose a row is taken there.
    if (chosen !== '' && chosen === chosenInTable.current) panel.current?.focus()
    chosenInTable.current = null
  }, [chosen])
  const chosenName = (counts: readonly CallCount[]) =>
    nameOf(of, counts.find(({ key }) => key === chosen) ?? { key: chosen, name: null })
  return (
    <Page>
      <AnswersHeader question="agents" title={answerTexts.agentsTitle} asks={texts.question} />
      <AnswerFilters
        openedAt={openedAt}
        fields={['agent', 'flow', 'batch', 'country']}
        search={search}
        onChange={(next) => setSearch({ ...next, version: 0 }, { replace: true })}
      />
      <DataView
        query={groups}
        loading={<SkeletonRows rows={9} columns={8} label={answerTexts.counting} />}
        isEmpty={(data) => data.groups.length === 0}
        empty={
          <Card>
            <EmptyState icon={Bot} title={answerTexts.noCallsTitle}>
              {answerTexts.noCallsHint}
            </EmptyState>
          </Card>
        }
      >
        {({ groups: counts, coverage }) => {
          const restsOn = answerTexts.coverage(coverage.seen, coverage.ended, search)
          return (
            <>
              {chosen !== '' && (
                <section
                  ref={panel}
                  tabIndex={-1}
                  aria-label={texts.changeSection(chosenName(counts))}
                  className="outline-none"
                >
                  <Versions search={search} openedAt={openedAt} name={chosenName(counts)} />
                </section>
              )}
              <Section
                title={texts.tableCaption[of]}
                actions={
                  <SegmentedControl
                    label={texts.compareLabel}
                    labelHidden
                    options={compared.map((value) => ({ value, label: texts.options[value] }))}
                    value={of}
                    onChange={(next) => setSearch({ of: next, version: 0 }, { replace: true })}
                  />
                }
              >
                <GroupsChart of={of} counts={counts} days={search.days} note={restsOn} />
              </Section>
              <Card flush>
                <ResultsTable
                  of={of}
                  counts={counts}
                  before={before.data?.groups ?? []}
                  filter={search}
                  onChoose={(key) => {
                    chosenInTable.current = key
                  }}
                />
              </Card>
              {chosen === '' && <p className="text-muted">{texts.chooseOne[of]}</p>}
              <p className="max-w-3xl text-label text-muted">{answerTexts.coverageHint}</p>
            </>
          )
        }}
      </DataView>
    </Page>
  )
}
