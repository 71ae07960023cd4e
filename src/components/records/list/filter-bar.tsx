/** The filters of a list: chips with counts, lists of values, the order for cards, and the choice of columns. */
import Columns3 from 'lucide-react/icons/columns-3'
import { cx } from '#ui/classes.ts'
import { buttonClasses } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { number } from '#ui/text/format-number.ts'
import * as texts from '../texts.tsx'
import {
  type CountedOption,
  type RecordColumn,
  type RecordFilter,
  type RecordTable,
  usualColumns,
} from './record-table.ts'

/** A list cannot have an option with an empty value. */
const noFilter = '*'

export interface FilterState<Row> extends RecordFilter<Row> {
  value: string | null
  options: CountedOption[]
  /** Rows without this filter. */
  all: number
}

interface FilterProps<Row> {
  filter: FilterState<Row>
  onChange: (value: string) => void
}

/** Chips that would show nothing are left out, unless they are chosen. */
function Chips<Row>({ filter: { label, value, options }, onChange }: FilterProps<Row>) {
  const shown = options.filter((option) => option.count > 0 || option.value === value)
  if (shown.length === 0) return null
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1.5">
      {shown.map((option) => {
        const isChosen = option.value === value
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? '' : option.value)}
            className={cx(
              'hit inline-flex h-control-small items-center gap-1.5 rounded-full border px-2.5 text-label transition-colors',
              isChosen
                ? 'border-accent bg-accent-soft font-medium text-ink'
                : 'border-line-strong bg-raised text-soft hover:bg-hover hover:text-ink',
            )}
          >
            {option.label}
            <span className={cx('tabular-nums', isChosen ? 'text-soft' : 'text-muted')}>{number(option.count)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

/** Left out while there is nothing to choose. */
function ValueList<Row>({ filter: { id, label, value, options, all }, onChange }: FilterProps<Row>) {
  if (options.length < 2 && value === null) return null
  return (
    <div className="max-w-44 min-w-34 flex-1 max-sm:max-w-none max-sm:min-w-full">
      <Select
        label={label}
        labelHidden
        name={id}
        value={value ?? noFilter}
        onChange={(next) => onChange(next === noFilter ? '' : next)}
        options={[
          { value: noFilter, label: texts.allValues(label, all) },
          ...options
            .filter((option) => option.count > 0 || option.value === value)
            .map((option) => ({ value: option.value, label: texts.countedOption(option.label, option.count) })),
        ]}
      />
    </div>
  )
}

interface BarProps<Row> {
  filters: readonly FilterState<Row>[]
  onChange: (id: string, value: string) => void
}

export const ValueFilters = <Row,>({ filters, onChange }: BarProps<Row>) => (
  <>
    {filters.map(
      (filter) =>
        filter.shape === 'list' && (
          <ValueList key={filter.id} filter={filter} onChange={(value) => onChange(filter.id, value)} />
        ),
    )}
  </>
)

/** On a line of their own, each group apart. */
export const ChipFilters = <Row,>({ filters, onChange }: BarProps<Row>) => (
  <div className="flex w-full flex-wrap gap-x-5 gap-y-2 empty:hidden">
    {filters.map(
      (filter) =>
        filter.shape === 'chips' && (
          <Chips key={filter.id} filter={filter} onChange={(value) => onChange(filter.id, value)} />
        ),
    )}
  </div>
)

interface OrderProps<Row> {
  columns: readonly RecordColumn<Row>[]
  value: { column: string; order: 'ascending' | 'descending' }
  onChange: (column: string, order: 'ascending' | 'descending') => void
}

/** The order of a list that is shown as cards, which have no headings to press. */
export const OrderSelect = <Row,>({ columns, value, onChange }: OrderProps<Row>) => (
  <div className="min-w-40 flex-1 @xl:hidden @xl:group-has-data-cards/list:block">
    <Select
      label={texts.orderLabel}
      labelHidden
      value={`${value.column} ${value.order}`}
      options={columns.flatMap(({ id, header }) =>
        (['ascending', 'descending'] as const).map((order) => ({
          value: `${id} ${order}`,
          label: texts.orderName(header, order),
        })),
      )}
      onChange={(next) => {
        const [column = '', order] = next.split(' ')
        onChange(column, order === 'descending' ? 'descending' : 'ascending')
      }}
    />
  </div>
)

interface ColumnMenuProps<Row> {
  table: Pick<RecordTable<Row>, 'columns'>
  shown: readonly RecordColumn<Row>[]
  /** @param columns '' for the usual ones */
  onChange: (columns: string) => void
}

export function ColumnMenu<Row>({ table, shown, onChange }: ColumnMenuProps<Row>) {
  const [first, ...others] = table.columns
  const usual = usualColumns(table)
  const isShown = (column: RecordColumn<Row>) => shown.includes(column)
  const areUsual = (columns: readonly RecordColumn<Row>[]) =>
    columns.length === usual.length && columns.every((column) => usual.includes(column))
  const toggle = (column: RecordColumn<Row>) => {
    const next = [first, ...others.filter((one) => isShown(one) !== (one === column))]
    onChange(areUsual(next) ? '' : next.map(({ id }) => id).join(','))
  }
  return (
    <Menu
      label={texts.columns}
      groups={[
        {
          label: texts.columns,
          items: others.map((column) => ({
            key: column.id,
            label: column.header,
            isOn: isShown(column),
            onSelect: () => toggle(column),
          })),
        },
        {
          items: [
            {
              key: 'usual',
              label: texts.usualColumns,
              disabledReason: areUsual(shown) && texts.usualColumnsShown,
              onSelect: () => onChange(''),
            },
          ],
        },
      ]}
    >
      {(trigger) => (
        <button type="button" {...trigger} className={cx(buttonClasses('quiet'), 'ml-auto')}>
          <Glyph icon={Columns3} />
          {texts.columns}
        </button>
      )}
    </Menu>
  )
}
