/**
 * The filters of all reports: the period, and one button for those of agent, flow, batch, country and reviewer that the page names, with what
 * is filtered beside it. The choices are those that occur in the period. They are read when somebody opens the list.
 */
import { useState } from 'react'
import { type ReadOptions, read, useRead } from '#api/reads.ts'
import { fitsWords } from '#contract/index.ts'
import type { FilterState } from '#kit/list/definition.ts'
import { FilterBar } from '#kit/list/filter-bar.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { dayAndTime, dayRange, timeOfDay } from '#ui/time/format-time.ts'
import { type FilterValues, useFilterNames } from './filter-names.ts'
import { type FilterField, type Period, periodDays, periodOf, queryOf, type ReportFilter } from './search.ts'
import * as texts from './texts.tsx'

/** What a figure is counted by: the ID and name of each, or the country. */
interface Counted {
  groups: readonly { key: string; name: string | null }[]
}
/** Reads counts by a filter, of which each is a choice. */
type ChoicesRead = (field: FilterField) => ReadOptions<Counted>

/** A read of counts as one of choices, of which it has everything. */
export const asChoices = <T extends Counted>(options: ReadOptions<T>) => options as unknown as ReadOptions<Counted>

interface Props {
  /** Epoch ms. */
  openedAt: number
  search: ReportFilter & FilterValues
  /** '': nothing is filtered. */
  onChange: (change: Partial<ReportFilter> & Partial<Record<string, string | number>>) => void
  /** The filters beside the period, in their order. */
  fields: readonly FilterField[]
  /** Default: counts of calls, in which the other filters narrow down the choices. */
  choicesRead?: ChoicesRead
  /** Filters of this page only. */
  more?: readonly FilterState[]
}

/** @param search the period and the other filters */
const callChoices =
  (search: ReportFilter, openedAt: number): ChoicesRead =>
  (field) => {
    if (field === 'reviewer') throw new Error('Calls have no reviewer.')
    const query = { ...periodOf(search.days, openedAt), by: field, ...queryOf({ ...search, [field]: '' }) }
    return asChoices(read('callCountList', { query }))
  }

interface Choice {
  /** The ID, or the country (ISO 3166). */
  value: string
  label: string
}

interface FieldProps {
  field: FilterField
  value: string
  /** The name of the value. */
  name: string
  choicesRead: ChoicesRead
  onChange: (value: string | undefined) => void
}

function ChoiceField({ field, value, name, choicesRead, onChange }: FieldProps) {
  const [isOpened, setIsOpened] = useState(false)
  const { data, isLoading } = useRead({ ...choicesRead(field), enabled: isOpened })
  const choices = (data?.groups ?? [])
    .filter(({ key }) => key !== '')
    .map((group): Choice => ({ value: group.key, label: texts.nameOfGroup(field, group) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <Combobox<Choice>
      label={texts.dimensions[field]}
      items={choices}
      value={value === '' ? null : { value, label: name }}
      onChange={(choice) => onChange(choice?.value)}
      onOpened={() => setIsOpened(true)}
      textOf={({ label }) => label}
      keyOf={(choice) => choice.value}
      matches={fitsWords}
      noMatches={isLoading ? 'Loading…' : 'No match in this period.'}
      placeholder="All"
    />
  )
}

/** A filter that comes from a figure or has few choices. @param value '': nothing is filtered */
export const filterState = (
  id: string,
  label: string,
  value: string,
  choices: FilterState['choices'],
): FilterState => ({
  id,
  label,
  value: value || null,
  choices,
})

const fieldFilter = (props: Omit<FieldProps, 'onChange'>): FilterState => ({
  ...filterState(props.field, texts.dimensions[props.field], props.value, [{ value: props.value, label: props.name }]),
  control: (_, set) => <ChoiceField {...props} onChange={set} />,
})

const isMidnight = (at: number) => new Date(at).setHours(0, 0, 0, 0) === at

/** The part of the period that a figure counts: "24 – 30 Nov 2026", "26 Nov 2026, 14:00 CET to 15:00 CET". */
export function partFilter({ from, to }: Period): FilterState[] {
  if (to <= from) return []
  const label = isMidnight(from) && isMidnight(to) ? dayRange(from, to) : `${dayAndTime(from)} to ${timeOfDay(to)}`
  return [filterState('from', 'Time', `${from}`, [{ value: `${from}`, label }])]
}

export function ReportFilters({
  openedAt,
  search,
  onChange,
  fields,
  choicesRead = callChoices(search, openedAt),
  more = [],
}: Props) {
  const nameOf = useFilterNames(search)
  return (
    <FilterBar
      search={null}
      views={
        <div className="w-44 max-sm:w-40">
          <Select
            label="Period"
            labelHidden
            value={`${search.days}`}
            options={periodDays.map((days) => ({ value: `${days}`, label: texts.periods[days] ?? `${days}` }))}
            onChange={(days) => onChange({ days: Number(days) })}
          />
        </div>
      }
      filters={[
        ...fields.map((field) => fieldFilter({ field, value: search[field] ?? '', name: nameOf(field), choicesRead })),
        ...more,
      ]}
      onChange={(patch) => onChange(Object.fromEntries(Object.entries(patch).map(([id, value]) => [id, value ?? ''])))}
      end={null}
    />
  )
}
