/** What the list of the calls of a batch consists of. */
import { useLocation } from 'react-router'
import { OutcomeLabel } from '#components/calls/outcome/outcome-label.tsx'
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import {
  type BatchCallState,
  type BatchResults,
  type BatchRow,
  type BatchRowColumn,
  type CallOutcome,
  callOutcomes,
  outcomeOfStatus,
} from '#contract/index.ts'
import { type ListDefinition, type ListState, queried } from '#kit/list/definition.ts'
import { Link, PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { rowOfCall } from '#recipients/file/call-rows.ts'
import { cx } from '#ui/classes.ts'
import { stretchedLinkClasses } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number } from '#ui/text/format-number.ts'
import { Duration, Time } from '#ui/time/time.tsx'
import { callState, callStateNames } from '../status.ts'
import * as shared from '../texts.tsx'
import { SelectCall, SelectPage } from './select-calls.tsx'
import * as texts from './texts.tsx'

export const pageSize = 25

/** Opens the panel of a call; filter and page stay. */
function CallLink({ call: { jobId, phone_number }, row }: Pick<BatchRow, 'call' | 'row'>) {
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
      {/* A number may be in several rows. */}
      {row !== null && <span className="sr-only">, row {number(row)}</span>}
    </PlainLink>
  )
}

/** What came of a row; its status as long as a call may still come. A technical failure and an unknown one have the service's reason. */
function OutcomeCell({ call: { status, error, roomName }, outcome }: BatchRow) {
  const ended = outcomeOfStatus(status, error ?? null)
  const known = ended && (outcome ?? ended)
  const reason = known === 'failed' || known === 'unknown' ? error : undefined
  if (known)
    return (
      // In line, so that a cell that is too narrow ends in "…".
      <span title={reason ?? undefined}>
        <OutcomeLabel outcome={known} /> {reason && <span className="ml-1 text-label text-muted">{reason}</span>}
      </span>
    )
  const { state, label } = callState(status)
  return (
    <span className="space-x-2">
      <StatusLabel state={state} label={label} />
      {error && <span className="text-label text-muted">{error}</span>}
      {status === 'active' && roomName && (
        <span className="text-label">
          <Link to={paths.call(roomName)}>Follow live</Link>
        </span>
      )}
    </span>
  )
}

const Variables = ({ call }: BatchRow) =>
  Object.entries(rowOfCall(call).values).map(([name, value]) => (
    <span key={name} className="mr-3">
      <span className="text-muted">{name}</span> {value}
    </span>
  ))

const none = <span className="text-muted">–</span>

const reasonKey = /^[0-9a-f]{12}$/

/** How many calls are in a state, as far as the service says. */
export type Counts = Partial<Record<BatchCallState | 'total', number | null>>

/** The calls of a batch. The gateway filters and sorts them. @param results null: not counted yet */
export const callList = (counts: Counts = {}, results: BatchResults | null = null): ListDefinition<BatchRow> => ({
  noun: ['call', 'calls'],
  columns: [
    {
      id: 'number',
      header: shared.numberColumn,
      width: 11,
      headStart: <SelectPage />,
      value: ({ call }) => call.phone_number,
      cell: ({ call, row }) => (
        <span className="flex gap-1">
          <SelectCall call={call} />
          <CallLink call={call} row={row} />
        </span>
      ),
    },
    {
      id: 'row',
      header: 'Row',
      align: 'right',
      value: ({ row }) => row,
      cell: ({ row }) => (row === null ? none : number(row)),
    },
    {
      id: 'name',
      header: 'Name',
      narrow: 'meta',
      value: ({ name }) => name,
      cell: ({ name }) => name || none,
    },
    {
      id: 'outcome',
      header: 'Outcome',
      narrow: 'state',
      value: ({ outcome }) => outcome && outcomeLabels[outcome],
      cell: (row) => <OutcomeCell {...row} />,
      filter: {
        choices: callOutcomes.map((value) => ({
          value,
          label: outcomeLabels[value],
          count: results?.outcomes[value] ?? 0,
        })),
      },
    },
    {
      id: 'attempts',
      header: 'Attempts',
      align: 'right',
      isExtra: true,
      value: ({ attempts }) => attempts,
      cell: ({ attempts }) => (attempts === 0 ? none : number(attempts)),
    },
    {
      id: 'started',
      header: shared.startedColumn,
      narrow: 'age',
      value: ({ call }) => call.startTime ?? null,
      cell: ({ call }) => <Time at={call.startTime} />,
    },
    {
      id: 'duration',
      header: 'Duration',
      align: 'right',
      value: ({ call }) => call.duration ?? null,
      cell: ({ call }) => <Duration seconds={call.duration} />,
    },
    {
      id: 'variables',
      header: 'Variables',
      isExtra: true,
      grows: true,
      cell: (row) => <Variables {...row} />,
    },
  ],
  moreFilters: [
    {
      id: 'status',
      header: shared.statusColumn,
      filter: {
        choices: callStateNames.map((value) => ({
          value,
          label: callState(value).label,
          count: counts[value] ?? undefined,
        })),
      },
    },
    {
      id: 'reason',
      header: 'Reason',
      filter: {
        choices: (results?.reasons ?? []).map(({ key, reason }) => ({ value: key, label: texts.reasonText(reason) })),
        other: reasonKey,
      },
    },
  ],
  firstSort: 'row',
  rowKey: ({ call }) => call.jobId,
  pageSize,
})

/** What an address of the list asks for. */
export function queryOf(list: ListDefinition<BatchRow>, state: ListState) {
  const { filterBy, sorting } = queried(list, state)
  return {
    page: state.page,
    status: (filterBy('status') ?? 'all') as BatchCallState | 'all',
    outcome: filterBy('outcome') as CallOutcome | undefined,
    reason: filterBy('reason'),
    sort: sorting.column as BatchRowColumn,
    order: sorting.order,
  }
}
export type CallQuery = ReturnType<typeof queryOf>
