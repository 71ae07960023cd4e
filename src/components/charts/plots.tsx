/** What is drawn of a chart: columns, an area, or bars. Nothing in it is for screen readers, who have the table. */
import type { ReactNode } from 'react'
import { number } from '#ui/text/format-number.ts'
import { type ChartData, type ChartSeries, totalAt } from './chart-data.ts'
import { fillColours, fillOf, Mark, Patterns } from './fills.tsx'
import { type Font, textWidth } from './use-box.ts'

export const unknownValue = '–'
/** On paper, which may be narrower, a chart is smaller, and not cut off. */
const sizeOf = (width: number, height: number) => ({ width, height, viewBox: `0 0 ${width} ${height}` })
const niceSteps = [1, 2, 2.5, 5, 10]

/**
 * The marks of an axis from 0 to at least `max`, at round values.
 *
 * @param intervals about how many intervals the axis has
 */
export function ticksUntil(max: number, hasFractions: boolean, intervals = 4): number[] {
  const rough = Math.max(max, Number.MIN_VALUE) / intervals
  const power = 10 ** Math.floor(Math.log10(rough))
  const nice = (niceSteps.find((step) => step * power >= rough * (1 - 1e-9)) ?? 10) * power
  const step = max <= 0 ? 1 : hasFractions ? nice : Math.max(1, Math.ceil(nice))
  const count = Math.max(1, Math.ceil(max / step - 1e-9))
  // Rounded, so that 3 × 0.1 is 0.3.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** The largest value that the axis has to reach. */
export const highestValue = ({ points, series, limit }: Pick<ChartData, 'points' | 'series' | 'limit'>): number =>
  Math.max(limit?.value ?? 0, ...points.map((_, point) => totalAt(series, point) ?? 0))

interface StackedPart {
  series: ChartSeries
  from: number
  to: number
}

/** The parts of a point's stack, from the bottom; empty parts are left out. */
export function stackAt(series: readonly ChartSeries[], point: number): StackedPart[] {
  const parts: StackedPart[] = []
  let from = 0
  for (const one of series) {
    const value = one.values[point] ?? 0
    if (value > 0) parts.push({ series: one, from, to: from + value })
    from += value
  }
  return parts
}

/** Every how many points the axis has room for a label. */
export const labelInterval = (points: number, width: number, labelWidth: number): number =>
  Math.max(1, Math.ceil((points * labelWidth) / Math.max(1, width)))

const graphemes = new Intl.Segmenter()

/** The text, cut to a width. @param widthOf the width of a text, in the same unit */
export function shorten(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text
  const characters = [...graphemes.segment(text)].map(({ segment }) => segment)
  for (let length = characters.length - 1; length > 1; length -= 1) {
    const cut = `${characters.slice(0, length).join('').trimEnd()}…`
    if (widthOf(cut) <= width) return cut
  }
  return `${characters[0] ?? ''}…`
}

export interface PlotProps {
  data: ChartData
  chartId: string
  width: number
  height: number
  /** The font of names. */
  font: Font
  selected: number | null
}

/** On a narrower chart, the names of bars are above them instead of beside them, px. */
const widthForNamesBeside = 420
const isNarrow = (width: number) => width < widthForNamesBeside
/** The height of a bar with its space, and its name if that is above it, px. */
export const barStep = (width: number) => (isNarrow(width) ? 42 : 26)
const barThickness = 16
const axisHeight = 20
const topSpace = 10
const rightSpace = 8
const characterWidth = 6.8

/** The left edge of the points and the width of each, px. */
function columnsOf({ points, format = number, hasFractions = false, ...rest }: ChartData, width: number) {
  const ticks = ticksUntil(highestValue({ points, ...rest }), hasFractions)
  const left = Math.max(...ticks.map((tick) => format(tick).length)) * characterWidth + 8
  return { ticks, left, step: Math.max(0, width - left - rightSpace) / Math.max(1, points.length) }
}

/** Finds the point at a place of the drawing, px from its corner; null: none is there. */
export const pointFinder =
  (kind: 'columns' | 'area' | 'bars', data: ChartData, width: number) =>
  (x: number, y: number): number | null => {
    const { left, step } = columnsOf(data, width)
    const point = Math.floor(kind === 'bars' ? y / barStep(width) : (x - left) / step)
    return point >= 0 && point < data.points.length ? point : null
  }

/** A chart with points from left to right: grid, axes, limit, the selected point, and marks. */
function Axes({
  data,
  chartId,
  width,
  height,
  selected,
  children,
}: PlotProps & {
  children: (place: { x: (point: number) => number; y: (value: number) => number; step: number }) => ReactNode
}) {
  const { points, limit, format = number } = data
  const { ticks, left, step } = columnsOf(data, width)
  const top = ticks.at(-1) ?? 1
  const bottom = height - axisHeight
  const y = (value: number) => bottom - (value / top) * (bottom - topSpace)
  const x = (point: number) => left + point * step
  const labelWidth = Math.max(...points.map(({ label }) => label.length), 1) * characterWidth + 10
  const interval = labelInterval(points.length, width - left, labelWidth)
  return (
    <svg aria-hidden {...sizeOf(width, height)} className="block max-w-full overflow-visible text-tiny tabular-nums">
      <Patterns chartId={chartId} series={data.series} />
      {selected !== null && (
        <rect x={x(selected)} y={topSpace} width={step} height={bottom - topSpace} className="fill-pressed" />
      )}
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={left}
            x2={width - rightSpace}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'stroke-control' : 'stroke-line'}
          />
          <text x={left - 6} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted">
            {format(tick)}
          </text>
        </g>
      ))}
      {children({ x, y, step })}
      {limit && (
        <g>
          <line
            x1={left}
            x2={width - rightSpace}
            y1={y(limit.value)}
            y2={y(limit.value)}
            strokeDasharray="5 3"
            className="stroke-ink"
          />
          <text
            x={width - rightSpace}
            y={y(limit.value) + (y(limit.value) < topSpace + 14 ? 13 : -5)}
            textAnchor="end"
            paintOrder="stroke"
            strokeWidth={4}
            className="fill-ink stroke-raised"
          >
            {limit.label}
          </text>
        </g>
      )}
      {points.map(({ key, label }, point) =>
        point % interval === 0 ? (
          <text key={key} x={x(point) + step / 2} y={height - 4} textAnchor="middle" className="fill-muted">
            {label}
          </text>
        ) : null,
      )}
    </svg>
  )
}

/** Columns from left to right, stacked if there are several series. */
export const ColumnPlot = (props: PlotProps) => (
  <Axes {...props}>
    {({ x, y, step }) =>
      props.data.points.map(({ key }, point) => {
        const columnWidth = Math.max(1, Math.min(36, step * 0.72))
        return stackAt(props.data.series, point).map(({ series, from, to }, index) => (
          <Mark
            key={`${key} ${series.id}`}
            chartId={props.chartId}
            fill={series.fill}
            x={x(point) + (step - columnWidth) / 2}
            y={y(to)}
            width={columnWidth}
            height={Math.max(0.5, y(from) - y(to) - (index === 0 ? 0 : 1))}
          />
        ))
      })
    }
  </Axes>
)

/** Stacked areas from left to right. Points without a known value are a gap. */
export const AreaPlot = (props: PlotProps) => (
  <Axes {...props}>
    {({ x, y, step }) => {
      const { series, points } = props.data
      const levels = points.map((_, point) => {
        let level = 0
        return totalAt(series, point) === null
          ? null
          : series.map(({ values }) => {
              const from = level
              level += values[point] ?? 0
              return { from, to: level }
            })
      })
      const runs = runsOf(levels)
      return series.map(({ id, fill }, index) => (
        <g key={id} className={fillColours[fill]}>
          {runs.map(({ start, items }) => {
            // A run begins and ends at the edges of its points, so that a single point is visible too.
            const across = items.flatMap((item, offset) => {
              const at = start + offset
              const edge = item[index] ?? { from: 0, to: 0 }
              const middle = { at: x(at) + step / 2, ...edge }
              return [
                ...(offset === 0 ? [{ at: x(at), ...edge }] : []),
                middle,
                ...(offset === items.length - 1 ? [{ at: x(at) + step, ...edge }] : []),
              ]
            })
            if (across.every(({ from, to }) => from === to)) return null
            const upper = across.map(({ at, to }) => `${at.toFixed(1)} ${y(to).toFixed(1)}`)
            const lower = across.map(({ at, from }) => `${at.toFixed(1)} ${y(from).toFixed(1)}`).toReversed()
            return (
              <g key={start}>
                <path d={`M${[...upper, ...lower].join('L')}Z`} {...fillOf(props.chartId, fill)} />
                <path d={`M${upper.join('L')}`} fill="none" stroke="currentColor" strokeWidth={1.25} />
              </g>
            )
          })}
        </g>
      ))
    }}
  </Axes>
)

interface Run<T> {
  start: number
  items: T[]
}

/** Neighbours that are not null, together. */
function runsOf<T>(items: readonly (T | null)[]): Run<T>[] {
  const runs: Run<T>[] = []
  for (const [index, item] of items.entries()) {
    if (item === null) continue
    const last = runs.at(-1)
    if (last && last.start + last.items.length === index) last.items.push(item)
    else runs.push({ start: index, items: [item] })
  }
  return runs
}

/** Bars from top to bottom, each with its name and its total. */
export function BarPlot({ data, chartId, width, height, font, selected }: PlotProps) {
  const { points, series, format = number } = data
  // All digits are as wide as a zero.
  const widthOf = (text: string) => textWidth(text.replace(/\d/g, '0'), font)
  const longest = (texts: readonly string[]) => Math.ceil(Math.max(0, ...texts.map(widthOf)))
  const highest = Math.max(highestValue(data), Number.MIN_VALUE)
  const step = barStep(width)
  const nameWidth = isNarrow(width)
    ? 0
    : Math.min(longest(points.map(({ label }) => label)) + 2, Math.max(190, width * 0.3))
  const left = isNarrow(width) ? 0 : nameWidth + 8
  const totals = points.map((_, point) => totalAt(series, point))
  const totalTexts = totals.map((total) => (total === null ? unknownValue : format(total)))
  const room = Math.max(0, width - left - longest(totalTexts) - 10)
  const x = (value: number) => left + (value / highest) * room
  return (
    <svg aria-hidden {...sizeOf(width, height)} className="block max-w-full text-label tabular-nums">
      <Patterns chartId={chartId} series={series} />
      {points.map(({ key, label }, point) => {
        const y = point * step
        const top = y + step - barThickness - (isNarrow(width) ? 4 : 5)
        const middle = top + barThickness / 2
        return (
          <g key={key}>
            {selected === point && <rect y={y} width={width} height={step} className="fill-pressed" />}
            <text
              x={isNarrow(width) ? 0 : nameWidth}
              y={isNarrow(width) ? y + 12 : middle}
              dy="0.34em"
              textAnchor={isNarrow(width) ? 'start' : 'end'}
              className="fill-soft"
            >
              {shorten(label, isNarrow(width) ? width : nameWidth, widthOf)}
            </text>
            {stackAt(series, point).map(({ series: one, from, to }, index) => (
              <Mark
                key={one.id}
                chartId={chartId}
                fill={one.fill}
                x={x(from) + (index === 0 ? 0 : 1)}
                y={top}
                width={Math.max(0.5, x(to) - x(from) - (index === 0 ? 0 : 1))}
                height={barThickness}
              />
            ))}
            <text x={x(totals[point] ?? 0) + 6} y={middle} dy="0.34em" className="fill-ink">
              {totalTexts[point]}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
