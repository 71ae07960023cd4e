/** Filters by outcome and reason, the order of cards, the variables, and what a sorted or filtered table rests on. */
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { type BatchResults, batchRowColumns, callOutcomes } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { KeptFocus } from '#ui/kept-focus.tsx'
import { useTick } from '#ui/time/clock.ts'
import { ago } from '#ui/time/format-time.ts'
import { type BatchFilter } from '../search.ts'
import { ReadAllCalls } from './export-calls.tsx'
import { columnNames } from './row-columns.tsx'
import { isSortedOrFiltered } from './seen-rows.ts'
import * as texts from './texts.tsx'

/** Rows of a running batch count as current for so long after they were read, ms. */
const currentMs = 60_000

interface Props {
  search: BatchFilter
  results: BatchResults | null
  onChange: (next: Partial<BatchFilter>) => void
  /** Also clears what the table is searched for, and the status. */
  onClear: () => void
}

export function RowFilters({ search, results, onChange, onClear }: Props) {
  const outcomes = callOutcomes.filter((outcome) => results?.outcomes[outcome] || outcome === search.outcome)
  const reasons = results?.reasons ?? []
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-3 py-2">
      {outcomes.length > 0 && (
        <Select
          label={texts.outcomeFilter}
          options={[
            { value: 'all', label: texts.allOutcomes },
            ...outcomes.map((outcome) => ({ value: outcome, label: outcomeLabels[outcome] })),
          ]}
          value={search.outcome ?? 'all'}
          onChange={(value) =>
            onChange({ outcome: outcomes.find((outcome) => outcome === value) ?? null, status: 'all' })
          }
        />
      )}
      {(reasons.length > 0 || search.reason !== null) && (
        <Select
          label={texts.reasonFilter}
          options={[
            { value: 'all', label: texts.allReasons },
            ...reasons.map(({ key, reason }) => ({ value: key, label: texts.reasonText(reason) })),
          ]}
          value={search.reason ?? 'all'}
          onChange={(value) => onChange({ reason: value === 'all' ? null : value, status: 'all' })}
        />
      )}
      <Select
        label={texts.sortLabel}
        options={batchRowColumns.map((value) => ({ value, label: columnNames[value] }))}
        value={search.sort}
        onChange={(value) => onChange({ sort: value })}
      />
      <Button
        size="small"
        variant="ghost"
        aria-pressed={search.order === 'descending'}
        onClick={() => onChange({ order: search.order === 'ascending' ? 'descending' : 'ascending' })}
      >
        {texts.reverseOrder}
      </Button>
      <Button
        size="small"
        variant="ghost"
        aria-pressed={search.variables !== null}
        onClick={() => onChange({ variables: search.variables === null ? 'shown' : null, page: search.page })}
      >
        {texts.showVariables}
      </Button>
      {isSortedOrFiltered(search) && (
        <KeptFocus>
          <Button size="small" variant="ghost" onClick={onClear}>
            {texts.clearFilters}
          </Button>
        </KeptFocus>
      )}
    </div>
  )
}

interface SeenNoteProps {
  batchId: string
  seen: number
  /** null: unknown. */
  total: number | null
  /** When the rows that had not ended were read, epoch ms by the gateway's clock; null: all had ended. */
  readAt: number | null
}

/** What a sorted or filtered table rests on, and how old it is, if that matters. */
export function SeenNote({ batchId, seen, total, readAt }: SeenNoteProps) {
  const age = useTick((now) => (readAt !== null && now - readAt >= currentMs ? ago(readAt, now) : ''))
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2">
      <output className="min-w-0 text-label text-muted">
        {texts.seenRows(seen, total)}
        {age !== '' && ` ${texts.rowsReadAt(age)}`}
      </output>
      {total !== null && (seen < total || age !== '') && <ReadAllCalls batchId={batchId} total={total} />}
    </div>
  )
}
