/** The agents or flows of a period with their results. A name leads to its changes above the table. */

import { useSearchParams } from 'react-router'
import type { CallCount } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import type { Column } from '#ui/layout/table.tsx'
import { number } from '#ui/text/format-number.ts'
import { FiguresTable, type FileColumn } from '../comparison.tsx'
import type { ExportLabel } from '../export-label.ts'
import { enoughCalls } from '../figures.ts'
import { callsAddress } from '../row-addresses.ts'
import { beforeUnknown, dimensions, nameOfGroup } from '../texts.tsx'
import { type CallResults, resultsOf } from './call-results.ts'
import type { AgentsSearch, Compared } from './search.ts'
import * as texts from './texts.ts'

interface ResultRow extends CallResults {
  key: string
  name: string
  /** The address of this page with this row chosen; null: it has no record. */
  to: string | null
  callsTo: string | null
  onChoose: () => void
  /** Nearly all calls that have ended are known; if not, each share says of how many it is. */
  isKnown: boolean
  /** The share that was answered in the period before. */
  answeredBefore: number | null
}

export const shareColumn = <Row extends CallResults & { isKnown?: boolean }>(share: texts.Share): Column<Row> => ({
  id: share.id,
  header: share.label,
  align: 'right',
  ...(share.id !== 'answeredShare' && { visibleFrom: 'md' }),
  cell: (row) => texts.shareOf(row, share, row.isKnown ?? true),
})
const columnsOf = (of: Compared): readonly Column<ResultRow>[] => [
  {
    id: 'name',
    header: dimensions[of],
    cell: ({ name, to, onChoose }) =>
      to === null ? (
        name
      ) : (
        <Link to={to} onClick={onChoose}>
          {name}
        </Link>
      ),
  },
  {
    id: 'calls',
    header: texts.calls,
    align: 'right',
    cell: ({ calls, callsTo }) => (callsTo === null ? number(calls) : <Link to={callsTo}>{number(calls)}</Link>),
  },
  shareColumn(texts.shares[0]),
  {
    id: 'before',
    header: 'Change',
    align: 'right',
    visibleFrom: 'lg',
    cell: ({ answeredShare, answeredBefore }) => texts.points(answeredShare, answeredBefore),
  },
  ...texts.shares.slice(1).map((share) => shareColumn<ResultRow>(share)),
  {
    id: 'talk',
    header: texts.talkTime,
    align: 'right',
    visibleFrom: 'lg',
    cell: ({ talkSeconds }) => texts.seconds(talkSeconds),
  },
]
type FileRow = CallResults & { name: string }

export const fileColumnsOf = (of: Compared): readonly FileColumn<FileRow>[] => [
  { header: dimensions[of], value: ({ name }) => name },
  { header: texts.calls, value: ({ calls }) => calls },
  ...texts.shares.map(
    ({ id, label }): FileColumn<FileRow> => ({
      header: `${label} (%)`,
      // With one decimal.
      value: ({ [id]: share }) => share && Math.round(share * 1_000) / 10,
    }),
  ),
  {
    header: 'Average talk time per answered call (seconds)',
    value: ({ talkSeconds }) => talkSeconds && Math.round(talkSeconds),
  },
]

interface Props {
  of: Compared
  counts: readonly CallCount[]
  /** The same groups in the period before; null: it is not known. */
  before: readonly CallCount[] | null
  filter: AgentsSearch
  label: ExportLabel
  isKnown: boolean
  /** Called when somebody chooses a row. */
  onChoose: (key: string) => void
}

export function ResultsTable({ of, counts, before, filter, label, isKnown, onChoose }: Props) {
  const [search] = useSearchParams()
  const addressOf = (key: string) => {
    const params = new URLSearchParams(search)
    params.set(of, key)
    params.delete('version')
    return `?${params}`
  }
  const rows = counts
    .map((group): ResultRow => {
      const { key } = group
      return {
        ...resultsOf([group]),
        key,
        isKnown,
        name: nameOfGroup(of, group),
        to: key === '' ? null : addressOf(key),
        onChoose: () => onChoose(key),
        callsTo: key === '' ? null : callsAddress(filter, { [of]: key, figure: 'agents' }),
        answeredBefore: resultsOf((before ?? []).filter((earlier) => earlier.key === key)).answeredShare,
      }
    })
    .toSorted((a, b) => b.calls - a.calls)
  return (
    <FiguresTable
      caption={texts.tableCaption(of)}
      columns={columnsOf(of)}
      rows={rows}
      rowKey={({ key }) => key}
      selected={filter[of] || null}
      isDimmed={({ calls }) => calls < enoughCalls}
      note={
        <>
          {
            'Answered is a share of the calls with a known outcome; Over 20 s and Average talk time leave out answered calls of unknown duration. Agreed, Said no and Asked not to be called are shares of the calls in which a person is known to have spoken; Positive and Negative are shares of the calls with a known sentiment. Rows with fewer than 20 calls are dimmed.'
          }{' '}
          {before === null ? beforeUnknown : 'Change compares Answered with the previous period, in percentage points.'}{' '}
          {of === 'flow' &&
            counts.some(({ key }) => key === '') &&
            'Switchboard knows a call’s flow only if it had loaded the agent’s flows before the call and knows which one was updated last.'}
        </>
      }
      file={fileColumnsOf(of)}
      fileName={label.fileName(`results-by-${of}`)}
    />
  )
}
