/** The figures of a chart as a table and as a file. */

import { Link } from '#kit/navigation/link.tsx'
import { ScrollBox } from '#ui/layout/scroll-box.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { number } from '#ui/text/format-number.ts'
import { type ChartData, type ChartPoint, totalAt } from './chart-data.ts'
import * as texts from './texts.ts'

interface TableRow extends ChartPoint {
  values: readonly (number | null)[]
  total: number | null
}

const pointName = ({ label, name = label, to }: ChartPoint) => (to ? <Link to={to}>{name}</Link> : name)

export function ChartTable({ data }: { data: ChartData }) {
  const { title, pointHeader, points, series, format = number } = data
  const show = (value: number | null) => (value === null ? texts.unknownValue : format(value))
  const columns: Column<TableRow>[] = [
    {
      id: 'point',
      header: pointHeader,
      cell: pointName,
    },
    ...series.map(
      ({ id, label }, index): Column<TableRow> => ({
        id,
        header: label,
        align: 'right',
        cell: ({ values }) => show(values[index] ?? null),
      }),
    ),
    ...(series.length > 1
      ? [{ id: 'total', header: 'Total', align: 'right' as const, cell: ({ total }: TableRow) => show(total) }]
      : []),
  ]
  const rows = points.map((point, index) => ({
    ...point,
    values: series.map(({ values }) => values[index] ?? null),
    total: totalAt(series, index),
  }))
  return (
    <ScrollBox className="max-h-96" label={texts.tableOf(title)}>
      <Table caption={title} columns={columns} rows={rows} rowKey={({ key }) => key} />
    </ScrollBox>
  )
}

/** The header and the rows of the file. Values are plain numbers, so that a spreadsheet can count with them. */
export function chartFile({ pointHeader, fileHeader = pointHeader, points, series }: ChartData): {
  header: string[]
  rows: string[][]
} {
  return {
    header: [fileHeader, ...series.map(({ label }) => label)],
    rows: points.map(({ label, name = label, fileText = name }, index) => [
      fileText,
      ...series.map(({ values }) => `${values[index] ?? ''}`),
    ]),
  }
}
