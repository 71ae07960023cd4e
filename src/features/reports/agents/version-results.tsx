/** What the change to a version of an agent or flow did: the figures before it and from it on, and those of each version. */

import { useSearchParams } from 'react-router'
import { read, useRead } from '#api/reads.ts'
import { changeTexts } from '#components/versions/change-texts.ts'
import type { CallCount, ListedVersion } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { number } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'
import { enoughCalls } from '../figures.ts'
import { callsAddress } from '../row-addresses.ts'
import { beforeAndAfter, type CallResults, resultsOf, shownVersion } from './call-results.ts'
import { shareColumn } from './results-table.tsx'
import type { AgentsSearch, Compared } from './search.ts'
import * as texts from './texts.ts'

/** The most changes that a row names. */
const maxChanges = 3

export const versionsRead = (of: Compared, recordId: string) =>
  read('versionList', { params: { kind: of, recordId }, query: { page: 1, limit: 100 } })

interface VersionRow extends CallResults {
  key: string
  to: string | null
  callsTo: string | null
  version: ListedVersion | undefined
}

function whatChanged({ cause, changes }: ListedVersion): string {
  if (changes === null) return cause === 'seen' ? 'First seen. It may be older.' : ''
  return changeTexts(changes, maxChanges).join(', ')
}

const versionColumns: readonly Column<VersionRow>[] = [
  {
    id: 'version',
    header: 'Version',
    cell: ({ key, to }) => (to === null ? 'Unknown' : <Link to={to}>{number(Number(key))}</Link>),
  },
  {
    id: 'since',
    header: 'Since',
    cell: ({ version }) => version && <Time at={version.at} show="day-and-time" />,
  },
  {
    id: 'by',
    header: 'By',
    visibleFrom: 'lg',
    cell: ({ version }) => version && (version.operator ?? (version.cause === 'seen' ? '' : 'Outside Switchboard')),
  },
  {
    id: 'changes',
    header: 'What changed',
    visibleFrom: 'lg',
    cell: ({ version }) => version && whatChanged(version),
  },
  {
    id: 'calls',
    header: texts.calls,
    align: 'right',
    cell: ({ calls, callsTo }) => (callsTo === null ? number(calls) : <Link to={callsTo}>{number(calls)}</Link>),
  },
  ...texts.shares
    .filter(({ label }) => ['Answered', 'Over 20 s', 'Agreed', 'Positive'].includes(label))
    .map((share) => shareColumn<VersionRow>(share)),
]

interface FigureRow {
  label: string
  before: string
  after: string
  difference: string
}

export const figureRows = ({ before, after }: { before: CallResults; after: CallResults }): FigureRow[] => [
  { label: texts.calls, before: number(before.calls), after: number(after.calls), difference: '' },
  ...texts.shares.map((share) => ({
    label: share.label,
    before: texts.shareOf(before, share, true),
    after: texts.shareOf(after, share, true),
    difference: texts.points(after[share.id], before[share.id]),
  })),
  {
    label: texts.talkTime,
    before: texts.seconds(before.talkSeconds),
    after: texts.seconds(after.talkSeconds),
    difference: texts.secondsDifference(after.talkSeconds, before.talkSeconds),
  },
]

const figureColumns = (version: number): readonly Column<FigureRow>[] => [
  { id: 'figure', header: 'Figure', cell: ({ label }) => label },
  { id: 'before', header: 'Before', align: 'right', cell: ({ before }) => before },
  { id: 'after', header: `Version ${number(version)} and later`, align: 'right', cell: ({ after }) => after },
  { id: 'difference', header: 'Difference', align: 'right', cell: ({ difference }) => difference },
]

interface Props {
  name: string
  /** Counts by version. */
  counts: readonly CallCount[]
  filter: AgentsSearch
}

export function VersionResults({ name, counts, filter }: Props) {
  const { of, version: chosen } = filter
  const recordId = filter[of]
  const recordAddress = of === 'agent' ? paths.agent(recordId) : paths.flow(recordId)
  const [search] = useSearchParams()
  const { data, refusal, retry } = useRead(versionsRead(of, recordId))
  const versions = data?.versions ?? []
  const addressOf = (version: string) => {
    const params = new URLSearchParams(search)
    params.set('version', version)
    return `?${params}`
  }
  const rows = counts
    .map(
      (group): VersionRow => ({
        ...resultsOf([group]),
        key: group.key,
        to: group.key === '' ? null : addressOf(group.key),
        callsTo: group.key === '' ? null : callsAddress(filter, { [`${of}Version`]: group.key, figure: 'agents' }),
        version: versions.find((version) => `${version.number}` === group.key),
      }),
    )
    .toSorted((a, b) => Number(b.key) - Number(a.key))
  const version = shownVersion(counts, chosen)
  const both = version === null ? null : beforeAndAfter(counts, version)
  const isFew = both !== null && Math.min(both.before.reached, both.after.reached) < enoughCalls
  return (
    <Section
      title={`${name}: before and after a change`}
      flush
      actions={
        <span className="flex gap-4">
          <Link to={recordAddress}>{`Open the ${of}`}</Link>
          <Link to={`${recordAddress}/versions`}>All versions</Link>
        </span>
      }
    >
      {version === null || both === null ? (
        <p className="p-3 text-muted">
          The versions that these calls used are unknown. Switchboard records versions from the first time it loads an
          agent or flow.
        </p>
      ) : (
        <>
          {both.before.calls === 0 ? (
            <p className="border-b border-line p-3 text-muted">{`No known calls with a version before ${number(version)} in this period.`}</p>
          ) : (
            <>
              <Table
                caption={`Before and since version ${number(version)}`}
                columns={figureColumns(version)}
                rows={figureRows(both)}
                rowKey={({ label }) => label}
              />
              <p className="border-y border-line px-3 py-2 text-label text-muted">
                {'Differences of shares are in percentage points.'}{' '}
                {isFew &&
                  'Before or after the change, a person is known to have spoken in fewer than 20 calls. The difference may be chance.'}
              </p>
            </>
          )}
          {data === undefined && refusal !== null && <ErrorState text={refusalText(refusal)} retry={retry} />}
          <Table
            caption="Versions with calls in this period"
            columns={versionColumns}
            rows={rows}
            rowKey={({ key }) => key}
            selected={`${version}`}
          />
        </>
      )}
    </Section>
  )
}
