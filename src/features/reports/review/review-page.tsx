/** `/reports/review`: what became of drafts, why they were rejected, how long they wait, by agent and reviewer. */

import ListChecks from 'lucide-react/icons/list-checks'
import type { LoaderFunctionArgs } from 'react-router'
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { ChartSeries } from '#components/charts/chart-data.ts'
import { valuesAtPoints } from '#components/charts/time-points.ts'
import type { DecisionCount, DraftResult } from '#contract/index.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Section, Stat, Stats } from '#ui/layout/section.tsx'
import { number } from '#ui/text/format-number.ts'
import { percent, shareOf } from '#ui/text/share.ts'
import { Time } from '#ui/time/time.tsx'
import { Comparison } from '../comparison.tsx'
import { useExportLabel } from '../export-label.ts'
import { filterNameReads, useFilterNames } from '../filter-names.ts'
import { loadForNow, useOpenedAt } from '../opened-at.ts'
import { OverTimeChart } from '../over-time-chart.tsx'
import { FigureLink, Report } from '../report.tsx'
import { decisionsAddress } from '../row-addresses.ts'
import { isBeforeKnown, periodOf } from '../search.ts'
import * as shared from '../texts.tsx'
import { allOf, decisionFiguresOf } from './decision-figures.ts'
import { DecisionFilters } from './decision-filters.tsx'
import { Groups } from './groups.tsx'
import { Reasons } from './reasons.tsx'
import { type ReviewSearch, reviewFields, reviewGroupings, reviewReads, waitingRead } from './search.ts'
import * as texts from './texts.tsx'
import { WaitingDrafts } from './waiting-drafts.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(reviewFields, request.url)
  return loadForNow((now) => [...Object.values(reviewReads(search, now)), waitingRead, ...filterNameReads(search)])
}

const labels = {
  decided: texts.decided,
  approved: texts.approved,
  edited: texts.edited,
  rejected: texts.rejected,
}

const drawn = [
  { id: 'approved', label: texts.approved, fill: 'solid' },
  { id: 'edited', label: texts.edited, fill: 'diagonal' },
  { id: 'rejected', label: texts.rejected, fill: 'cross' },
] as const satisfies readonly (Pick<ChartSeries, 'label' | 'fill'> & { id: DraftResult })[]

interface KeyFiguresProps {
  search: ReviewSearch
  now: DecisionCount
  /** undefined: not counted yet; null: the period before is not known */
  before: DecisionCount | null | undefined
}

function KeyFigures({ search, now, before }: KeyFiguresProps) {
  const figures = decisionFiguresOf(now)
  const past = before && decisionFiguresOf(before)
  const linked = (result: keyof typeof labels, text: string) =>
    figures[result] === 0 ? (
      text
    ) : (
      <FigureLink to={decisionsAddress(search, { result })} aria-label={shared.figure(text, labels[result])}>
        {text}
      </FigureLink>
    )
  const share = (id: 'approved' | 'edited' | 'rejected') => ({
    value: linked(id, percent(shareOf(figures[id], figures.decided))),
    note: past && shared.change(shareOf(figures[id], figures.decided), shareOf(past[id], past.decided), 'decisions'),
  })
  return (
    <Stats>
      <Stat
        label={texts.decided}
        value={linked('decided', number(figures.decided))}
        note={before === null ? shared.beforeUnknown : past && `${number(past.decided)} in the previous period`}
      />
      <Stat label={texts.approved} {...share('approved')} />
      <Stat
        label={texts.edited}
        value={share('edited').value}
        note={
          (now.editedShare === null ? '' : `${number(now.editedShare)}% of the words changed on average`) ||
          share('edited').note
        }
      />
      <Stat label={texts.rejected} {...share('rejected')} />
      <Stat
        label={texts.median}
        value={texts.wait(now.medianSeconds)}
        note={texts.medianNote(now.slowSeconds, before?.medianSeconds ?? null)}
      />
    </Stats>
  )
}

export function Component() {
  const [search, setSearch] = useSearch(reviewFields)
  const openedAt = useOpenedAt()
  const label = useExportLabel(search, openedAt)
  const nameOf = useFilterNames(search)
  const reads = reviewReads(search, openedAt)
  const all = useRead(reads.all)
  const allBefore = useRead(reads.allBefore)
  const groups = useRead(reads.groups)
  const groupsBefore = useRead(reads.groupsBefore)
  const overTime = useRead(reads.overTime)
  const { operator } = useSession()
  const change = (next: Partial<ReviewSearch>) => setSearch(next, { replace: true })
  return (
    <Report
      page="review"
      title={shared.reviewTitle}
      question="How is review going, and why are drafts rejected?"
      filters={
        <>
          <DecisionFilters openedAt={openedAt} search={search} onChange={change} />
          <WaitingDrafts agent={search.agent} agentName={nameOf('agent')} />
        </>
      }
      query={all}
      counting={texts.counting}
      nothing={{
        icon: ListChecks,
        title: 'No decisions in this period',
        hint: 'Decisions appear here once they have been carried out.',
        isIt: (data) => decisionFiguresOf(allOf(data.groups)).decided === 0,
      }}
    >
      {({ groups: counted, since }) => {
        const now = allOf(counted)
        const isKnown = isBeforeKnown(since, search, openedAt)
        const before = isKnown ? allBefore.data && allOf(allBefore.data.groups) : null
        const { from } = periodOf(search.days, openedAt)
        return (
          <>
            <KeyFigures search={search} now={now} before={before} />
            <Section title={texts.reasonsSection} facts="Compared with the previous period" flush>
              <Reasons
                search={search}
                now={now}
                queryBefore={isKnown ? allBefore : null}
                groups={
                  groups.data && groupsBefore.data
                    ? { now: groups.data.groups, before: groupsBefore.data.groups }
                    : null
                }
              />
            </Section>
            <OverTimeChart
              what="Decisions"
              days={search.days}
              period={periodOf(search.days, openedAt)}
              query={overTime}
              counting={texts.counting}
              seriesOf={(points, data) => {
                const byTime = new Map(data.groups.map(({ key, results }) => [key, results]))
                const counts = valuesAtPoints(points, byTime, {}, { since: data.since, now: openedAt })
                return drawn.map((series) => ({
                  ...series,
                  values: counts.map((results) => results && (results[series.id] ?? 0)),
                }))
              }}
              addressOf={(part) => decisionsAddress(search, { ...part, result: 'decided' })}
              label={label}
            />
            <Comparison
              choices={reviewGroupings}
              by={search.by}
              onChange={(by) => change({ by })}
              query={groups}
              counting={texts.counting}
            >
              {(data) => <Groups search={search} counts={data.groups} label={label} />}
            </Comparison>
            <p className="max-w-3xl text-label text-muted">
              {texts.coverage(
                decisionFiguresOf(now).decided,
                now.timed,
                since !== null && since > from ? <Time at={since} show="day-and-time" /> : null,
              )}{' '}
              {!operator?.roles.includes('admin') && texts.namesHint}
            </p>
          </>
        )
      }}
    </Report>
  )
}
