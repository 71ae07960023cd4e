/** Checkboxes that select calls in the table, and a button that prepares a new batch with them. Costs no request, because the table has the rows. */
import { createContext, type KeyboardEvent, use } from 'react'
import type { BatchCall } from '#contract/index.ts'
import { groupNumber } from '#phone/group.ts'
import { callRowsText, rowOfCall } from '#recipients/file/call-rows.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import {
  endedCallsOf,
  extendSelection,
  maxSelectedCalls,
  nothingSelected,
  notSelectable,
  type Selection,
  selectPage,
  toggleCall,
  unselectedCalls,
} from './call-selection.ts'
import { type SourceBatch, usePrepare } from './prepare-batch.tsx'
import * as texts from './texts.tsx'

interface PageSelection {
  selection: Selection
  /** The page of the table. */
  pageCalls: readonly BatchCall[]
  onChange: (next: Selection) => void
}
/** null: the operator may not start batches. */
export const PageSelectionContext = createContext<PageSelection | null>(null)

/** The checkbox of a call. Shift with a click or an arrow key selects a range. */
export function SelectCall({ call }: { call: BatchCall }) {
  const pageSelection = use(PageSelectionContext)
  if (!pageSelection) return null
  const { selection, pageCalls, onChange } = pageSelection
  const { jobId, phone_number } = call
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const nextCall = pageCalls[pageCalls.findIndex((shownCall) => shownCall.jobId === jobId) + step]
    if (!nextCall) return
    if (event.shiftKey) onChange(extendSelection(selection, pageCalls, jobId, nextCall.jobId))
    event.currentTarget
      .closest('table')
      ?.querySelector<HTMLElement>(`[data-select="${CSS.escape(nextCall.jobId)}"] input`)
      ?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the checkbox within
    <span
      data-select={jobId}
      onKeyDown={onKeyDown}
      // A click with Shift would also select the text between the two clicks.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <Checkbox
        label={<span className="sr-only">{texts.selectCall(phone_number && groupNumber(phone_number))}</span>}
        checked={selection.calls.has(jobId)}
        disabledReason={notSelectable(call)}
        onChange={(_, { nativeEvent }) =>
          onChange(toggleCall(selection, pageCalls, jobId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey))
        }
      />
    </span>
  )
}

/** The checkbox in the table's heading. */
export function SelectPage() {
  const pageSelection = use(PageSelectionContext)
  if (!pageSelection) return null
  const { selection, pageCalls, onChange } = pageSelection
  const unselected = unselectedCalls(selection, pageCalls)
  const hasSelected = pageCalls.some(({ jobId }) => selection.calls.has(jobId))
  return (
    <span className="hidden @xl:inline">
      <Checkbox
        label={<span className="sr-only">Select all calls on this page</span>}
        checked={hasSelected && unselected.length === 0}
        disabledReason={!hasSelected && unselected.length === 0 && 'None of these calls can be selected.'}
        onChange={(isSelected) => onChange(selectPage(selection, pageCalls, isSelected))}
      />
    </span>
  )
}

/** The actions on selected calls. */
export function SelectedCalls({ batch, selection, pageCalls, onChange }: PageSelection & { batch: SourceBatch }) {
  const { prepare, reason, otherBatchReason } = usePrepare(batch)
  const calls = endedCallsOf(selection, pageCalls)
  const unselectedCount = unselectedCalls(selection, pageCalls).length
  const isFull = selection.calls.size === maxSelectedCalls
  const prepareSelected = () =>
    prepare(new Blob([callRowsText(calls.map((call) => rowOfCall(call)))]), 'selected', calls.length)
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="small"
          disabledReason={
            reason || otherBatchReason || (calls.length === 0 && 'This batch will still call these people.')
          }
          onClick={prepareSelected}
        >
          Prepare a batch with {plural(calls.length, 'selected person', 'selected people')}
        </Button>
        {unselectedCount > 0 && !isFull && (
          <Button size="small" variant="ghost" onClick={() => onChange(selectPage(selection, pageCalls, true))}>
            Select all {plural(pageCalls.length, 'call', 'calls')} on this page
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={() => onChange(nothingSelected)}>
          Clear selection
        </Button>
      </div>
      <output className={cx('text-label text-muted')}>
        Prepares a new batch with {plural(calls.length, 'row', 'rows')}. It calls nobody until somebody starts it.
        {isFull &&
          ` You can select up to ${number(maxSelectedCalls)} calls. To take all calls with one status, use the filters.`}
      </output>
    </div>
  )
}
