/** Where the marks of a chart are. Pure. */
import { type ChartData, type ChartSeries, totalAt } from './chart-data.ts'

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

export interface StackedPart {
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
