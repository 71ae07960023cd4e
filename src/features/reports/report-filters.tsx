/**
 * The bar of filters that all reports share: the period, and those of agent, flow, batch, country and reviewer that the page names.
 * The choices are those that occur in the period. They are read when somebody opens the list.
 */
import { type ReactNode, useState } from 'react'
import { type ReadOptions, read, useRead } from '#api/reads.ts'
import { fitsWords } from '#contract/index.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { type FilterValues, useFilterNames } from './filter-names.ts'
import { type FilterField, periodDays, periodOf, queryOf, type ReportFilter } from './search.ts'
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
  onChange: (change: Partial<ReportFilter & Record<'reviewer', string>>) => void
  /** The filters beside the period, in their order. */
  fields: readonly FilterField[]
  /** Default: counts of calls, in which the other filters narrow down the choices. */
  choicesRead?: ChoicesRead
  /** Filters of this page only. */
  children?: ReactNode
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
  onChange: (value: string) => void
}

function ChoiceField({ field, value, name, choicesRead, onChange }: FieldProps) {
  const [isOpened, setIsOpened] = useState(false)
  const { data, isLoading } = useRead({ ...choicesRead(field), enabled: isOpened })
  const labelOf = (key: string, known: string | null) =>
    field === 'country' ? texts.country(key) : (known ?? texts.withoutName(field, key))
  const choices = (data?.groups ?? [])
    .filter(({ key }) => key !== '')
    .map((group): Choice => ({ value: group.key, label: labelOf(group.key, group.name) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <div className="w-52 max-sm:min-w-40 max-sm:flex-1">
      <Combobox<Choice>
        label={texts.filterLabels[field]}
        labelHidden
        items={choices}
        value={value === '' ? null : { value, label: name }}
        onChange={(choice) => onChange(choice?.value ?? '')}
        onOpened={() => setIsOpened(true)}
        textOf={({ label }) => label}
        keyOf={(choice) => choice.value}
        matches={fitsWords}
        noMatches={isLoading ? 'Loading…' : 'No match in this period.'}
        placeholder={texts.allOf[field]}
      />
    </div>
  )
}

export function ReportFilters({
  openedAt,
  search,
  onChange,
  fields,
  choicesRead = callChoices(search, openedAt),
  children,
}: Props) {
  const nameOf = useFilterNames(search)
  return (
    <div className="flex flex-wrap gap-2">
      <div className="w-44 max-sm:min-w-40 max-sm:flex-1">
        <Select
          label="Period"
          labelHidden
          value={`${search.days}`}
          options={periodDays.map((days) => ({ value: `${days}`, label: texts.periods[days] ?? `${days}` }))}
          onChange={(days) => onChange({ days: Number(days) })}
        />
      </div>
      {fields.map((field) => (
        <ChoiceField
          key={field}
          field={field}
          value={search[field] ?? ''}
          name={nameOf(field)}
          choicesRead={choicesRead}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
      {children}
    </div>
  )
}
