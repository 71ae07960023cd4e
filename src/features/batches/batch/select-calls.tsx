/** Selects calls of the table one by one, and prepares a new batch of them from the rows that the table has read: the service is not asked. */
import { createContext, type KeyboardEvent, use } from 'react'
import type { BatchCall } from '#contract/index.ts'
import { groupNumber } from '#phone/group.ts'
import { callRowsText, rowOfCall } from '#recipients/file/call-rows.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { aboveLook } from '#ui/layout/table.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import {
  allSet,
  extended,
  mostSelected,
  nothingSelected,
  notSelectable,
  pressed,
  type Selection,
  settledOf,
  unselected,
} from './call-selection.ts'
import { type SourceBatch, usePrepare } from './prepare-batch.tsx'

interface Selecting {
  selection: Selection
  /** The page of the table. */
  shown: readonly BatchCall[]
  onChange: (next: Selection) => void
}
/** null: whoever looks may not start a batch. */
export const SelectingCalls = createContext<Selecting | null>(null)

/** Beside the number of each call. Space selects it, Shift with a click or an arrow those between. */
export function SelectCall({ call }: { call: BatchCall }) {
  const selecting = use(SelectingCalls)
  if (!selecting) return null
  const { selection, shown, onChange } = selecting
  const { jobId, phone_number } = call
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const to = shown[shown.findIndex((one) => one.jobId === jobId) + step]
    if (!to) return
    if (event.shiftKey) onChange(extended(selection, shown, jobId, to.jobId))
    event.currentTarget
      .closest('table')
      ?.querySelector<HTMLElement>(`[data-select="${CSS.escape(to.jobId)}"] input`)
      ?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the checkbox within
    <span
      data-select={jobId}
      className={aboveLook}
      onKeyDown={onKeyDown}
      // A click with Shift would also select the text between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <Checkbox
        label={
          <span className="sr-only">{`Select ${phone_number === '' ? 'this call' : groupNumber(phone_number)}`}</span>
        }
        checked={selection.calls.has(jobId)}
        disabledReason={notSelectable(call)}
        onChange={(_, { nativeEvent }) =>
          onChange(pressed(selection, shown, jobId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey))
        }
      />
    </span>
  )
}

/** In the heading of the table, where it has one. */
export function SelectShown() {
  const selecting = use(SelectingCalls)
  if (!selecting) return null
  const { selection, shown, onChange } = selecting
  const left = unselected(selection, shown)
  const some = shown.some(({ jobId }) => selection.calls.has(jobId))
  return (
    <span className="hidden @xl:inline">
      <Checkbox
        label={<span className="sr-only">Select all calls shown</span>}
        checked={some && left.length === 0}
        disabledReason={!some && left.length === 0 && 'None of these calls can be selected.'}
        onChange={(isSelected) => onChange(allSet(selection, shown, isSelected))}
      />
    </span>
  )
}

/** What is done with the selected calls. */
export function SelectedCalls({ batch, selection, shown, onChange }: Selecting & { batch: SourceBatch }) {
  const { prepare, reason, inTheWay } = usePrepare(batch)
  const calls = settledOf(selection, shown)
  const count = number(calls.length)
  const left = unselected(selection, shown).length
  const isFull = selection.calls.size === mostSelected
  const begin = () => prepare(new Blob([callRowsText(calls.map((call) => rowOfCall(call)))]), 'selected', calls.length)
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="small"
          disabledReason={reason || inTheWay || (calls.length === 0 && 'This batch is still to call these people.')}
          onClick={begin}
        >
          {`Prepare a batch of the ${count} selected`}
        </Button>
        {left > 0 && !isFull && (
          <Button size="small" variant="ghost" onClick={() => onChange(allSet(selection, shown, true))}>
            {`Select all ${plural(shown.length, 'call', 'calls')} shown`}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={() => onChange(nothingSelected)}>
          Clear selection
        </Button>
      </div>
      <output className={cx('text-label text-muted')}>
        {`Prepares a new batch with ${plural(calls.length, 'row', 'rows')}. Nobody is called before you start it.`}
        {isFull &&
          ` No more than ${number(mostSelected)} calls can be selected. Use the filters to take all calls in one state.`}
      </output>
    </div>
  )
}
