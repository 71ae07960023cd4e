/** The columns of the table of calls. Each can be sorted. */
import { useLocation } from 'react-router'
import { OutcomeLabel } from '#components/calls/outcome/outcome-label.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { BatchCall, BatchRow, BatchRowColumn } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link, PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { rowOfCall } from '#recipients/file/call-rows.ts'
import { cx } from '#ui/classes.ts'
import { SortButton } from '#ui/layout/sort-button.tsx'
import { aboveLinkClasses, stretchedLinkClasses } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number } from '#ui/text/format-number.ts'
import { Duration, Time } from '#ui/time/time.tsx'
import type { BatchFilter } from '../search.ts'
import { callState } from '../status.ts'
import * as shared from '../texts.tsx'
import { SelectCall, SelectPage } from './select-calls.tsx'
import * as texts from './texts.tsx'

/** Opens the panel of a call; filter and page stay. */
function CallLink({ call: { jobId, phone_number } }: { call: BatchCall }) {
  const { search } = useLocation()
  const to = new URLSearchParams(search)
  to.set('call', jobId)
  return (
    <PlainLink
      to={`?${to}`}
      preventScrollReset
      data-stretched=""
      data-call={jobId}
      className={cx('text-ink hover:text-accent', stretchedLinkClasses)}
    >
      <PhoneNumber number={phone_number} none={shared.unknown} />
    </PlainLink>
  )
}

function StateCell({ call: { status, error, roomName } }: BatchRow) {
  const { state, label } = callState(status)
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <StatusLabel state={state} label={label} />
      {error && <span className="text-label text-muted">{error}</span>}
      {status === 'active' && roomName && (
        <span className={cx('text-label', aboveLinkClasses)}>
          <Link to={paths.call(roomName)}>{texts.followLive}</Link>
        </span>
      )}
    </span>
  )
}

const Variables = ({ call }: BatchRow) => (
  <ul className="flex flex-wrap gap-x-3 text-label">
    {Object.entries(rowOfCall(call).values).map(([name, value]) => (
      <li key={name} className="min-w-0 break-words">
        <span className="text-muted">{name}</span> {value}
      </li>
    ))}
  </ul>
)

const none = <span className="text-muted">–</span>

export const columnNames: Record<BatchRowColumn, string> = {
  row: texts.rowColumn,
  number: shared.numberColumn,
  name: texts.nameColumn,
  state: shared.statusColumn,
  outcome: texts.outcomeColumn,
  attempts: texts.attemptsColumn,
  started: shared.startedColumn,
  duration: texts.durationColumn,
}

type Column = DataColumn<BatchRow> & { id: BatchRowColumn }

const columns: readonly Column[] = [
  {
    id: 'number',
    header: '',
    width: '15rem',
    cell: ({ call }) => (
      <span className="flex gap-1">
        <SelectCall call={call} />
        <CallLink call={call} />
      </span>
    ),
  },
  { id: 'row', header: '', align: 'right', visibleFrom: 'lg', cell: ({ row }) => (row === null ? none : number(row)) },
  { id: 'name', header: '', cell: ({ name }) => name || none },
  { id: 'state', header: '', cell: (row) => <StateCell {...row} /> },
  { id: 'outcome', header: '', cell: ({ outcome }) => (outcome === null ? none : <OutcomeLabel outcome={outcome} />) },
  {
    id: 'attempts',
    header: '',
    align: 'right',
    visibleFrom: 'lg',
    cell: ({ attempts }) => (attempts === 0 ? none : number(attempts)),
  },
  {
    id: 'started',
    header: '',
    visibleFrom: 'md',
    cell: ({ call }) => <Time at={call.startTime} show="second" />,
  },
  { id: 'duration', header: '', align: 'right', cell: ({ call }) => <Duration seconds={call.duration} /> },
]
const variables: DataColumn<BatchRow> = {
  id: 'variables',
  header: texts.variablesColumn,
  cell: (row) => <Variables {...row} />,
}

/** @param onSort called with the column whose heading was pressed */
export function rowColumns(
  { sort, order, variables: areShown }: Pick<BatchFilter, 'sort' | 'order' | 'variables'>,
  onSort: (column: BatchRowColumn) => void,
): DataColumn<BatchRow>[] {
  const sortable = columns.map((column): DataColumn<BatchRow> => {
    const columnOrder = column.id === sort ? order : 'none'
    const button = <SortButton header={columnNames[column.id]} order={columnOrder} onPress={() => onSort(column.id)} />
    const header =
      column.id === 'number' ? (
        <span className="flex items-center gap-1">
          <SelectPage /> {button}
        </span>
      ) : (
        button
      )
    return { ...column, order: columnOrder, header }
  })
  return areShown === null ? sortable : [...sortable, variables]
}
