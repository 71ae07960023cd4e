/** The cost by country, agent, flow or batch. */
import type { CallCosts, CallPrices, CostCount } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import type { Column } from '#ui/layout/table.tsx'
import { number } from '#ui/text/format-number.ts'
import { FiguresTable, type FileColumn } from '../comparison.tsx'
import type { ExportLabel } from '../export-label.ts'
import { addressOfGroup, dimensions, nameOfGroup } from '../texts.tsx'
import { type Cost, costOfCalls } from './costs.ts'
import type { CostGroupingChoice } from './search.ts'
import * as texts from './texts.tsx'

interface CostRow extends Cost {
  key: string
  name: string
  to: string | null
  currency: string
}

const columnsOf = (header: string): readonly Column<CostRow>[] => [
  { id: 'name', header, cell: ({ name, to }) => (to === null ? name : <Link to={to}>{name}</Link>) },
  { id: 'calls', header: texts.connectedCalls, align: 'right', cell: ({ calls }) => number(calls) },
  { id: 'minutes', header: texts.minutesColumn, align: 'right', cell: ({ minutes }) => texts.minutes(minutes) },
  {
    id: 'price',
    header: 'Average price per minute',
    align: 'right',
    visibleFrom: 'md',
    cell: ({ amount, minutes, minutesWithoutPrice, currency }) =>
      texts.unitPrice(amount === null ? null : amount / Math.max(1e-9, minutes - minutesWithoutPrice), currency),
  },
  {
    id: 'cost',
    header: texts.costColumn,
    align: 'right',
    cell: ({ amount, currency }) => texts.amount(amount, currency),
  },
]
export function rowOf(by: CostGroupingChoice, group: CostCount, prices: CallPrices): CostRow {
  const { key } = group
  return {
    key,
    name: nameOfGroup(by, group),
    to: addressOfGroup(by, key),
    currency: prices.currency,
    ...costOfCalls(group, prices),
  }
}

/** Without the last digits, in which a computer's sums of cents are wrong. Exact enough to add up to the total that is shown. */
const exact = (value: number) => Number(value.toPrecision(12))

export const fileColumnsOf = (by: CostGroupingChoice, currency: string): readonly FileColumn<CostRow>[] => [
  { header: dimensions[by], value: ({ name }) => name },
  { header: texts.connectedCalls, value: ({ calls }) => calls },
  { header: texts.minutesColumn, value: ({ minutes }) => exact(minutes) },
  { header: texts.costIn(currency), value: ({ amount }) => amount && exact(amount) },
]

interface Props {
  by: CostGroupingChoice
  costs: CallCosts
  prices: CallPrices
  label: ExportLabel
}

/** The most expensive first. */
export function CostTable({ by, costs, prices, label }: Props) {
  const rows = costs.groups
    .map((group) => rowOf(by, group, prices))
    .toSorted((a, b) => (b.amount ?? 0) - (a.amount ?? 0) || b.minutes - a.minutes)
  return (
    <FiguresTable
      columns={columnsOf(dimensions[by])}
      file={fileColumnsOf(by, prices.currency)}
      rows={rows}
      rowKey={({ key }) => key}
      fileName={label.fileName(`cost-by-${by}`)}
    />
  )
}
