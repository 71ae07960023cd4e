/** `/reports/reaching`: how many of the calls were answered, by hour of the week, country, agent, attempt and batch. */
import type { LoaderFunctionArgs } from 'react-router'
import { useRead } from '#api/reads.ts'
import { hasNoDetails } from '#components/batches/results/figures.ts'
import { readSoFar } from '#components/batches/results/texts.ts'
import { outcomeSeries } from '#components/charts/outcome-series.ts'
import { countsAtPoints } from '#components/charts/time-points.ts'
import type { CallCount, Coverage } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Section, Stat, Stats } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { percent } from '#ui/text/share.ts'
import { Comparison } from './comparison.tsx'
import { useExportLabel } from './export-label.ts'
import {
  answeredShareOf,
  bestHours,
  isCovered,
  longTalkShareOf,
  secondsPerTalk,
  totalOf,
  weekHoursOf,
} from './figures.ts'
import { filterNameReads } from './filter-names.ts'
import { GroupsTable } from './groups-table.tsx'
import { loadForNow, useOpenedAt } from './opened-at.ts'
import { OverTimeChart } from './over-time-chart.tsx'
import { reachingReads } from './reads.ts'
import { CountingNotes, FigureLink, noCalls, Report } from './report.tsx'
import { ReportFilters } from './report-filters.tsx'
import { callsAddress } from './row-addresses.ts'
import { groupings, isBeforeKnown, periodOf, type ReportFilter, reachingFields } from './search.ts'
import * as texts from './texts.tsx'
import { WeekHours } from './week-hours.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const search = parseSearch(reachingFields, request.url)
  return loadForNow((now) => [...Object.values(reachingReads(search, now)), ...filterNameReads(search)])
}

interface KeyFiguresProps {
  search: ReportFilter
  groups: readonly CallCount[]
  coverage: Coverage
  /** undefined: not counted yet; null: the period before is not known */
  before: readonly CallCount[] | null | undefined
}

function KeyFigures({ search, groups, coverage, before }: KeyFiguresProps) {
  const now = totalOf(groups)
  const past = before && totalOf(before)
  // Of calls of which no details are known, those that were answered may have been mailboxes.
  const [answered, talked] = hasNoDetails(coverage) ? [null, null] : [answeredShareOf(now), longTalkShareOf(now)]
  // While calls are missing, shares say of how many they are.
  const notRead = readSoFar(coverage)
  const shareBase = notRead && `of ${plural(now.known, 'call', 'calls')} read so far`
  return (
    <Stats>
      <Stat
        label={texts.calls}
        value={
          <FigureLink to={callsAddress(search, {})} aria-label={texts.figure(number(now.calls), texts.calls)}>
            {number(now.calls)}
          </FigureLink>
        }
        note={
          notRead || (before === null ? texts.beforeUnknown : past && `${number(past.calls)} in the previous period`)
        }
      />
      <Stat
        label={texts.answered}
        value={
          <FigureLink
            to={callsAddress(search, { outcome: 'all_answered' })}
            aria-label={texts.figure(percent(answered), texts.answered)}
          >
            {percent(answered)}
          </FigureLink>
        }
        note={shareBase || (past && texts.change(answered, answeredShareOf(past), 'calls'))}
      />
      <Stat
        label={texts.longTalks}
        value={percent(talked)}
        note={shareBase || (past && texts.change(talked, longTalkShareOf(past), 'calls'))}
      />
      <Stat
        label="Talk time"
        value={texts.duration(now.talkSeconds)}
        note={texts.perAnswered(secondsPerTalk(now), now.timed, now.answered)}
      />
    </Stats>
  )
}

function BestHours({ groups, search }: { groups: readonly CallCount[]; search: ReportFilter }) {
  const best = bestHours(weekHoursOf(groups))
  if (best.length === 0)
    return <p className="text-muted">No best hours yet. An hour needs at least 20 calls, one of them answered.</p>
  return (
    <div>
      <h3 className="text-label text-muted">{texts.bestHoursLabel}</h3>
      <ol aria-label={texts.bestHoursLabel}>
        {best.map(({ weekday, hour, answered, known, calls }) => (
          <li key={`${weekday} ${hour}`}>
            {texts.bestHour(
              weekday,
              hour,
              <b>{percent(answeredShareOf({ answered, known }))}</b>,
              <>
                {known < calls && texts.knownIn(known)}
                <Link to={callsAddress(search, { weekday, hour })}>{plural(calls, 'call', 'calls')}</Link>
              </>,
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

export function Component() {
  const [search, setSearch] = useSearch(reachingFields)
  const openedAt = useOpenedAt()
  const label = useExportLabel(search, openedAt)
  const reads = reachingReads(search, openedAt)
  const hours = useRead(reads.hours)
  const overTime = useRead(reads.overTime)
  const groups = useRead(reads.groups)
  const before = useRead(reads.before)
  return (
    <Report
      page="reaching"
      title={texts.reachingTitle}
      question="When do people answer, and where?"
      filters={
        <ReportFilters
          openedAt={openedAt}
          fields={['agent', 'flow', 'batch', 'country']}
          search={search}
          onChange={(next) => setSearch(next, { replace: true })}
        />
      }
      query={hours}
      counting={texts.counting}
      nothing={noCalls}
    >
      {({ groups: weekHours, coverage, since }) => (
        <>
          <KeyFigures
            search={search}
            groups={weekHours}
            coverage={coverage}
            before={isBeforeKnown(since, search, openedAt) ? before.data?.groups : null}
          />
          <OverTimeChart
            what={texts.calls}
            days={search.days}
            period={periodOf(search.days, openedAt)}
            query={overTime}
            counting={texts.counting}
            seriesOf={(points, data) =>
              outcomeSeries(countsAtPoints(points, data.groups, { since: data.since, now: openedAt }))
            }
            addressOf={(part) => callsAddress(search, part)}
            label={label}
          />
          <Section
            title="By hour of the week"
            facts="Local time of the person called, estimated from the phone number. Hours with fewer than 20 calls are dimmed."
          >
            <div className="flex flex-col gap-3">
              <WeekHours hours={weekHoursOf(weekHours)} search={search} />
              <BestHours groups={weekHours} search={search} />
            </div>
          </Section>
          <Comparison
            choices={groupings}
            by={search.by}
            onChange={(by) => setSearch({ by }, { replace: true })}
            query={groups}
            counting={texts.counting}
          >
            {(data) => (
              <GroupsTable
                by={search.by}
                counts={data.groups}
                search={search}
                label={label}
                isKnown={isCovered(coverage)}
              />
            )}
          </Comparison>
          <CountingNotes known={texts.coverage(coverage, search)}>{texts.coverageHint}</CountingNotes>
        </>
      )}
    </Report>
  )
}
