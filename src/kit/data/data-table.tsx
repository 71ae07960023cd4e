/** A table whose columns define how to render each row. */
import type { ReactNode } from 'react'
import { Cell, type Column, Row, Table } from '#ui/layout/table.tsx'
import { visible } from '#ui/text/visible-text.tsx'

export interface DataColumn<T> extends Column {
  cell: (row: T) => ReactNode
}

interface Props<T> {
  /** The table's name for screen readers. */
  caption: string
  /** Define it at module scope, so that it does not change. The first column is the row's heading. */
  columns: readonly DataColumn<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** The key of the row that is open in the panel beside the table. */
  selected?: string | null
  isDimmed?: (row: T) => boolean
  sticky?: boolean
}

export function DataTable<T>({ caption, columns, rows, rowKey, selected, isDimmed, sticky }: Props<T>) {
  return (
    <Table caption={caption} columns={columns} sticky={sticky}>
      {rows.map((row) => {
        const key = rowKey(row)
        return (
          <Row key={key} selected={key === selected} dimmed={isDimmed?.(row)}>
            {columns.map((column, position) => (
              <Cell key={column.id} column={column} first={position === 0}>
                {visible(column.cell(row))}
              </Cell>
            ))}
          </Row>
        )
      })}
    </Table>
  )
}
