/** The colours and patterns of series, for marks, legends and pictures. */
import type { CSSProperties } from 'react'
import type { ChartSeries, FillName } from './chart-data.ts'

/** The colour of a fill, as the text colour of an element. */
export const fillColours: Record<FillName, string> = {
  solid: 'text-chart-solid',
  vertical: 'text-chart-vertical',
  diagonal: 'text-chart-diagonal',
  dots: 'text-chart-dots',
  horizontal: 'text-chart-horizontal',
  cross: 'text-chart-cross',
  outline: 'text-chart-outline',
}

/** A pattern covers a square of 6 px. */
const patternPaths: Record<Exclude<FillName, 'solid' | 'outline'>, string> = {
  vertical: 'M1.5 0v6M4.5 0v6',
  diagonal: 'M-1 7 7 -1M-1 1 1 -1M5 7 7 5',
  dots: 'M1.5 1.5h.01M4.5 4.5h.01',
  horizontal: 'M0 1.5h6M0 4.5h6',
  cross: 'M0 3h6M3 0v6',
}
const strokeWidths: Partial<Record<FillName, number>> = { dots: 2, vertical: 1.6, diagonal: 1.8, horizontal: 1.2 }

/** How a mark of the same chart is filled: solid, or with its pattern where the style sheet wants patterns. */
export const fillOf = (chartId: string, fill: FillName) =>
  fill === 'outline'
    ? { fill: 'none' }
    : {
        className: 'chart-fill',
        ...(fill !== 'solid' && { style: { '--pattern': `url(#${chartId}-${fill})` } as CSSProperties }),
      }

/** Defines the patterns of these series. */
export const Patterns = ({ chartId, series }: { chartId: string; series: readonly ChartSeries[] }) => (
  <defs>
    {series.map(({ fill }) =>
      fill === 'solid' || fill === 'outline' ? null : (
        <pattern
          key={fill}
          id={`${chartId}-${fill}`}
          className={fillColours[fill]}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
        >
          <rect width="6" height="6" fill="currentColor" opacity="0.16" />
          <path
            d={patternPaths[fill]}
            fill="none"
            stroke="currentColor"
            strokeWidth={strokeWidths[fill] ?? 1}
            strokeLinecap={fill === 'dots' ? 'round' : 'butt'}
          />
        </pattern>
      ),
    )}
  </defs>
)

/** A mark of a chart, with a gap in the panel's colour between it and the next one of a stack. */
export const Mark = ({
  chartId,
  fill,
  x,
  y,
  width,
  height,
}: {
  chartId: string
  fill: FillName
  x: number
  y: number
  width: number
  height: number
}) => {
  const inset = fill === 'outline' ? Math.min(0.5, width / 2, height / 2) : 0
  return (
    <g className={fillColours[fill]}>
      <rect
        x={x + inset}
        y={y + inset}
        width={Math.max(0, width - 2 * inset)}
        height={Math.max(0, height - 2 * inset)}
        stroke={fill === 'outline' ? 'currentColor' : 'none'}
        {...fillOf(chartId, fill)}
      />
    </g>
  )
}

/** The key of a series in a legend. */
export const Swatch = ({ chartId, series }: { chartId: string; series: ChartSeries }) => (
  <svg aria-hidden width="12" height="12" className="shrink-0">
    <Patterns chartId={`${chartId}-key`} series={[series]} />
    <Mark chartId={`${chartId}-key`} fill={series.fill} x={0} y={0} width={12} height={12} />
  </svg>
)
