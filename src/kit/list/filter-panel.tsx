/** The filters of a list, below their button; on a phone a sheet at the lower edge. */
import { Popover as Base } from '@base-ui/react/popover'
import { Fragment } from 'react'
import { cx, floatingClasses } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { OpenMenu } from '#ui/overlays/menu-list.tsx'
import { number } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import type { FilterState } from './definition.ts'
import type { FilterProps } from './use-list.ts'

/** More choices are a select. */
const maxChips = 6
/** A select cannot have a choice with an empty value. */
const noFilter = '*'

function Filter({ filter, onChange }: { filter: FilterState; onChange: (value: string | undefined) => void }) {
  const { id, label, value, choices } = filter
  // A choice that would show nothing is left out, unless it is chosen.
  const shown = choices.filter((choice) => choice.count !== 0 || choice.value === value)
  if (shown.length === 0) return null
  if (shown.length > maxChips) {
    return (
      <Select
        label={label}
        name={id}
        value={value ?? noFilter}
        onChange={(next) => onChange(next === noFilter ? undefined : next)}
        options={[
          { value: noFilter, label: 'All' },
          ...shown.map((choice) => ({
            value: choice.value,
            label: choice.count === undefined ? choice.label : `${choice.label} (${number(choice.count)})`,
          })),
        ]}
      />
    )
  }
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-wrap gap-1.5">
      <legend className="mb-1 text-label font-medium">{label}</legend>
      {shown.map((choice) => {
        const isChosen = choice.value === value
        return (
          <button
            key={choice.value}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? undefined : choice.value)}
            className={cx(
              'hit inline-flex min-h-control-small max-w-full items-center gap-1.5 rounded-full border px-2.5 text-label transition-colors',
              isChosen
                ? 'border-accent bg-accent-soft font-medium text-ink'
                : 'border-line-strong text-soft hover:bg-hover hover:text-ink',
            )}
          >
            <span className="min-w-0 truncate">{visible(choice.label)}</span>
            {choice.count !== undefined && <span className="text-muted tabular-nums">{number(choice.count)}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}

interface Props extends FilterProps, OpenMenu {
  onClear: () => void
}

export default function FilterPanel({ filters, onChange, onClear, anchor, onClose }: Props) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-veil sm:hidden" />
        <Base.Positioner
          anchor={anchor}
          align="start"
          sideOffset={6}
          className="z-60 outline-none max-sm:fixed! max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:transform-none!"
        >
          <Base.Popup
            aria-label="Filters"
            finalFocus={anchor}
            data-floats=""
            className={cx(
              floatingClasses,
              'flex max-h-[min(var(--available-height),40rem)] w-88 flex-col max-sm:max-h-[80dvh] max-sm:w-full max-sm:rounded-b-none',
            )}
          >
            <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
              {filters.map((filter) => {
                const set = (value: string | undefined) => onChange({ [filter.id]: value })
                return (
                  <Fragment key={filter.id}>
                    {filter.control?.(filter.value ?? undefined, set) ?? <Filter filter={filter} onChange={set} />}
                  </Fragment>
                )
              })}
            </div>
            <div className="flex justify-between gap-2 border-t border-line px-4 py-2">
              <Button variant="ghost" size="small" onClick={onClear}>
                Clear filters
              </Button>
              <Button size="small" onClick={onClose}>
                Done
              </Button>
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
