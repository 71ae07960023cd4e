/** What a chart shows: figures in series, for points in time or for things. */

/** How a series is drawn. Each has a colour and a pattern, so that nobody needs to tell colours apart. */
export const fillNames = ['solid', 'vertical', 'diagonal', 'dots', 'horizontal', 'cross', 'outline'] as const
export type FillName = (typeof fillNames)[number]

export interface ChartSeries {
  id: string
  label: string
  fill: FillName
  /** One for each point, 0 or more; null: unknown. */
  values: readonly (number | null)[]
}

export interface ChartPoint {
  key: string
  /** The label at the axis, such as "14". */
  label: string
  /** The full name, such as "14:00 to 15:00". Default: the label. */
  name?: string | undefined
  /** A page with what the point counts, and nothing else. */
  to?: string | undefined
  /** What an exported file has instead of the name, such as an ISO date. */
  fileText?: string | undefined
}

export interface ChartData {
  /** What the chart shows, for screen readers. */
  title: string
  /** The heading of the points in the table, such as "Hour". */
  pointHeader: string
  /** Their heading in an exported file, if the points have other texts there. */
  fileHeader?: string | undefined
  points: readonly ChartPoint[]
  /** Of many points, bars draw only the first ones; the table and the file have all. */
  drawn?: { most: number; noun: string } | undefined
  /** Stacked in this order, the first at the bottom. */
  series: readonly ChartSeries[]
  /** A value as text. Default: a number with separators. */
  format?: ((value: number) => string) | undefined
  /** Whether the axis may have fractions. Default: counts, which have none. */
  hasFractions?: boolean | undefined
  /** A line at a value that should not be exceeded. */
  limit?: { value: number; label: string } | undefined
  /** Shown instead of a chart without values. */
  emptyText?: string | undefined
  /** What the figures rest on, below the chart. */
  note?: string | undefined
  /** The name of exported files, without an extension. */
  fileName: string
}

/** The sum of a point's known values; null if none is known. */
export function totalAt(series: readonly ChartSeries[], point: number): number | null {
  const known = series.map(({ values }) => values[point] ?? null).filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** The sum of a series; null if no value is known. */
export function totalOfSeries({ values }: Pick<ChartSeries, 'values'>): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** What a chart of bars draws: the first points, if it has too many. */
export function drawnPart(data: ChartData): ChartData {
  const most = data.drawn?.most ?? Number.POSITIVE_INFINITY
  if (data.points.length <= most) return data
  const series = data.series.map((one) => ({ ...one, values: one.values.slice(0, most) }))
  return { ...data, points: data.points.slice(0, most), series }
}

/** Whether there is nothing to draw. */
export const isEmptyChart = ({ points, series }: ChartData): boolean =>
  points.every((_, point) => (totalAt(series, point) ?? 0) === 0)
