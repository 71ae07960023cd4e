/**
 * The bar of filters that all pages of answers share: the period, and those of agent, flow, batch and country that the page names. The choices
 * are those that occur in the period; a page whose figures are not about calls gives its own.
 */
import type { ReactNode } from 'react'
import { read, useRead } from '#api/reads.ts'
import { fitsWords } from '#contract/index.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { type AnswerFilter, type FilterField, type Period, periodDays, periodOf, queryOf } from './search.ts'
import * as texts from './texts.tsx'

export interface FilterChoice {
  /** The ID, or the country (ISO 3166). */
  value: string
  label: string
}

interface Props {
  /** When the page was opened, epoch ms. */
  openedAt: number
  search: AnswerFilter
  onChange: (change: Partial<AnswerFilter>) => void
  /** The filters beside the period, in their order. */
  fields: readonly FilterField[]
  /** The choices of filters that are not those of the period's calls. */
  choices?: Partial<Record<FilterField, readonly FilterChoice[]>>
  /** Filters of this page only. */
  children?: ReactNode
}

const labels: Record<FilterField, string> = {
  agent: texts.agentLabel,
  flow: texts.flowLabel,
  batch: texts.batchLabel,
  country: texts.countryLabel,
}
const labelsOfAll: Record<FilterField, string> = {
  agent: texts.allAgents,
  flow: texts.allFlows,
  batch: texts.allBatches,
  country: texts.allCountries,
}

const labelOf = (field: FilterField, value: string, name: string | null) =>
  field === 'country' ? texts.country(value) : (name ?? value)

interface FieldProps {
  field: FilterField
  value: string
  onChange: (value: string) => void
}

function ChoiceField({ field, value, onChange, choices }: FieldProps & { choices: readonly FilterChoice[] }) {
  const sorted = choices.toSorted((a, b) => a.label.localeCompare(b.label))
  const chosen =
    value === ''
      ? null
      : (sorted.find((choice) => choice.value === value) ?? { value, label: labelOf(field, value, null) })
  return (
    <div className="w-52 max-sm:min-w-40 max-sm:flex-1">
      <Combobox<FilterChoice>
        label={labels[field]}
        labelHidden
        items={sorted}
        value={chosen}
        onChange={(choice) => onChange(choice?.value ?? '')}
        textOf={({ label }) => label}
        keyOf={(choice) => choice.value}
        matches={fitsWords}
        noMatches={texts.noSuchChoice}
        placeholder={labelsOfAll[field]}
      />
    </div>
  )
}

/** The choices that occur in the period. The other filters narrow them down. */
function CallField({ search, period, ...props }: FieldProps & { search: AnswerFilter; period: Period }) {
  const { field } = props
  const query = { ...period, by: field, ...queryOf({ ...search, [field]: '' }) }
  const groups = useRead(read('callCountList', { query })).data?.groups ?? []
  const choices = groups
    .filter(({ key }) => key !== '')
    .map(({ key, name }): FilterChoice => ({ value: key, label: labelOf(field, key, name) }))
  return <ChoiceField {...props} choices={choices} />
}

export function AnswerFilters({ openedAt, search, onChange, fields, choices = {}, children }: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      <div className="w-44 max-sm:min-w-40 max-sm:flex-1">
        <Select
          label={texts.periodLabel}
          labelHidden
          value={`${search.days}`}
          options={periodDays.map((days) => ({ value: `${days}`, label: texts.periods[days] ?? `${days}` }))}
          onChange={(days) => onChange({ days: Number(days) })}
        />
      </div>
      {fields.map((field) => {
        const props = { field, value: search[field], onChange: (value: string) => onChange({ [field]: value }) }
        const given = choices[field]
        return given ? (
          <ChoiceField key={field} {...props} choices={given} />
        ) : (
          <CallField key={field} {...props} search={search} period={periodOf(search.days, openedAt)} />
        )
      })}
      {children}
    </div>
  )
}
