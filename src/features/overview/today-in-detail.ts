/** What the chart of today and the lines beside the figures need. The overview loads it with them, after the rest. */
import { type ReadOptions, read } from '#api/reads.ts'
import type { CallCounts } from '#contract/index.ts'
import { type DayFigures, figuresOf, todayUntil } from './today.ts'

const hourMs = 3_600_000

/** Yesterday's calls until the same time. */
export function yesterdayRead(now: number): ReadOptions<CallCounts> {
  const { from, to } = todayUntil(now)
  const dayBefore = (at: number) => {
    const date = new Date(at)
    return date.setDate(date.getDate() - 1)
  }
  return read('callCountList', { query: { from: dayBefore(from), to: dayBefore(to), by: 'outcome' } })
}

/** The figures of each hour from the first one with calls until now. */
export function figuresByHour(groups: CallCounts['groups'], now: number): DayFigures[] {
  const figures = new Map(groups.map((group) => [Number(group.key), figuresOf([group])]))
  const first = Math.min(...figures.keys())
  return Number.isFinite(first) && first <= now
    ? Array.from(
        { length: Math.floor((now - first) / hourMs) + 1 },
        (_, hour) => figures.get(first + hour * hourMs) ?? { calls: 0, known: 0, answered: 0 },
      )
    : []
}
