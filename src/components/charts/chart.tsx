/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an input of type range has no place for a drawing */
/** A chart with its legend, its values under the pointer and the arrow keys, a table, and its export as CSV. */

import { type FocusEvent, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '#kit/navigation/link.tsx'
import { writeForSpreadsheet } from '#recipients/file/write.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { ScrollBox } from '#ui/layout/scroll-box.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { saveFile } from '#ui/save-file.ts'
import { number } from '#ui/text/format-number.ts'
import { type ChartData, type ChartPoint, drawnPart, isEmptyChart, totalAt, totalOfSeries } from './chart-data.ts'
import { Swatch } from './fills.tsx'
import { AreaPlot, BarPlot, barStep, ColumnPlot, pointFinder, unknownValue } from './plots.tsx'
import { useBox } from './use-box.ts'

interface TableRow extends ChartPoint {
  values: readonly (number | null)[]
  total: number | null
}

const tableOf = (title: string) => `Table: ${title}`
const pointName = ({ label, name = label, to }: ChartPoint) => (to ? <Link to={to}>{name}</Link> : name)

function ChartTable({ data }: { data: ChartData }) {
  const { title, pointHeader, points, series, format = number } = data
  const show = (value: number | null) => (value === null ? unknownValue : format(value))
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
    <ScrollBox className="max-h-96" label={tableOf(title)}>
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

/** `columns` and `area` have their points from left to right, `bars` from top to bottom. */
export type ChartKind = 'columns' | 'area' | 'bars'
const plots = { columns: ColumnPlot, area: AreaPlot, bars: BarPlot }

interface Props {
  kind: ChartKind
  data: ChartData
  /** Height of the drawing, px. Bars need none: each has a line. */
  height?: number
}

/** Where a key moves the selected point to; null for other keys. */
function pointAfterKey(key: string, selected: number | null, count: number): number | null {
  const last = count - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowRight' || key === 'ArrowDown') return selected === null ? 0 : Math.min(last, selected + 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return selected === null ? last : Math.max(0, selected - 1)
  return null
}

export function Chart({ kind, data, height = 200 }: Props) {
  const chartId = useId()
  const [selected, setSelected] = useState<number | null>(null)
  const [isTable, setIsTable] = useState(false)
  const [observeBox, { width, font }] = useBox()
  const figure = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  // A mouse selects before it clicks. A finger cannot, so the first tap selects a point and the second one opens it.
  const isSecondTap = useRef(false)
  const { title, format = number, fileName } = data
  const drawn = kind === 'bars' ? drawnPart(data) : data
  const { points, series } = drawn
  const restNote =
    data.drawn && points.length < data.points.length
      ? `The chart shows ${number(points.length)} of ${number(data.points.length)} ${data.drawn.noun}. The table and the CSV have all of them.`
      : ''
  const note = [restNote, data.note ?? ''].filter(Boolean).join(' ')
  const Plot = plots[kind]
  const plotHeight = kind === 'bars' ? points.length * barStep(width) : height
  // The points may have become fewer since one was selected.
  const shown = selected !== null && selected < points.length ? selected : null
  const point = shown === null ? undefined : points[shown]

  const show = (value: number | null) => (value === null ? unknownValue : format(value))
  const shownValue = (index: number): string | null => {
    const one = series[index]
    if (!one) return null
    if (shown !== null) return show(one.values[shown] ?? null)
    // Also of the points that are not drawn.
    return show(totalOfSeries(data.series[index] ?? one))
  }
  const total =
    shown !== null
      ? totalAt(series, shown)
      : data.points.reduce<number | null>((sum, _, at) => {
          const value = totalAt(data.series, at)
          return value === null ? sum : (sum ?? 0) + value
        }, null)
  /** A point with its values, for screen readers. */
  const valueText = (at: number) =>
    `${points[at]?.name ?? points[at]?.label ?? ''}: ${series.map(({ label, values }) => `${label} ${show(values[at] ?? null)}`).join(', ')}`

  const pointUnder = (event: PointerEvent<HTMLDivElement>) => {
    const bounds = event.currentTarget.getBoundingClientRect()
    return pointFinder(kind, drawn, width)(event.clientX - bounds.left, event.clientY - bounds.top)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const next = pointUnder(event)
    isSecondTap.current = event.pointerType === 'mouse' || next === shown
    setSelected(next)
  }
  // A finger leaves when it is lifted. The values stay until something else is touched.
  const onPointerLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') setSelected(null)
  }
  /** The selection stays while the focus goes to its link. */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!figure.current?.contains(relatedTarget)) setSelected(null)
  }
  const open = () => {
    if (point?.to !== undefined) void navigate(point.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') return open()
    if (event.key === 'Escape' && selected !== null) {
      event.stopPropagation()
      return setSelected(null)
    }
    const next = pointAfterKey(event.key, shown, points.length)
    if (next === null) return
    event.preventDefault()
    setSelected(next)
  }

  const downloadCsv = () => {
    const { header, rows } = chartFile(data)
    saveFile(new Blob([writeForSpreadsheet(header, rows)], { type: 'text/csv' }), `${fileName}.csv`)
  }

  const isEmpty = isEmptyChart(data)
  return (
    <figure ref={figure} aria-label={title} className="flex min-w-0 flex-col gap-2 bg-raised">
      {/* The legend flows around the buttons, so that it takes as few lines as possible. */}
      <div className="flow-root text-label leading-control-small">
        {!isEmpty && (
          <div className="float-right ml-4 flex gap-1">
            <Button
              size="small"
              variant={isTable ? 'quiet' : 'ghost'}
              aria-pressed={isTable}
              aria-label={tableOf(title)}
              onClick={() => setIsTable(!isTable)}
            >
              Table
            </Button>
            <Button size="small" variant="ghost" aria-label={`Download CSV: ${title}`} onClick={downloadCsv}>
              CSV
            </Button>
          </div>
        )}
        {!isTable && !isEmpty && (
          <>
            <span className="mr-4 inline-block font-medium">
              {point?.to ? (
                <Link to={point.to}>{point.name ?? point.label}</Link>
              ) : (
                (point?.name ?? point?.label ?? 'All')
              )}
              {series.length > 1 && <span className="ml-1 font-normal text-muted tabular-nums"> {show(total)}</span>}
            </span>
            <ul className="inline">
              {series.map((one, index) => (
                <li key={one.id} className="mr-4 inline-flex items-center gap-1.5">
                  <Swatch chartId={`${chartId}-${one.id}`} series={one} />
                  <span className="text-soft">{one.label}</span>
                  <span className="tabular-nums">{shownValue(index)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {isEmpty ? (
        <p className="text-muted">{data.emptyText ?? 'Nothing to show for this period.'}</p>
      ) : isTable ? (
        <ChartTable data={data} />
      ) : (
        <div
          ref={observeBox}
          role="slider"
          tabIndex={0}
          aria-label={`${title}: move with the arrow keys`}
          aria-orientation={kind === 'bars' ? 'vertical' : 'horizontal'}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={(shown ?? 0) + 1}
          aria-valuetext={shown === null ? 'No value selected' : valueText(shown)}
          style={{ height: plotHeight }}
          className={cx('w-full min-w-0 rounded-small text-label', point?.to !== undefined && 'cursor-pointer')}
          onPointerMove={(event) => setSelected(pointUnder(event))}
          onPointerDown={onPointerDown}
          onPointerLeave={onPointerLeave}
          onBlur={onBlur}
          onClick={() => isSecondTap.current && open()}
          onKeyDown={onKeyDown}
        >
          {width > 0 && (
            <Plot data={drawn} chartId={chartId} width={width} height={plotHeight} font={font} selected={shown} />
          )}
        </div>
      )}
      {note !== '' && <figcaption className="text-label text-muted">{note}</figcaption>}
    </figure>
  )
}
