/** The request budget as the dashboard shows it. */
import { type Budget as BudgetAnswer, lanes } from '#contract/index.ts'
import type { Watcher } from '../cache/watched-reads.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import { type Budget, reserveOf } from '../upstream/budget.ts'

/** How a thing is counted among the used requests, most first. */
function counted(names: string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

/** What was sent in the last minute and for whom, and when the next request may go. */
export function budgetOf({ budget, clock, watcher }: { budget: Budget; clock: Clock; watcher: Watcher }): BudgetAnswer {
  const now = clock.steady()
  const recent = budget.recent(now)
  const { lastRefusal } = budget
  const unlessPast = (moment: number) => (moment > now ? dateOf(clock, moment) : null)
  return {
    perMinute: budget.rate.perMinute,
    used: recent.length,
    reserved: reserveOf(budget.rate.perMinute).all,
    byLane: Object.fromEntries(
      lanes.map((lane) => [lane, recent.filter((sent) => sent.lane === lane).length]),
    ) as BudgetAnswer['byLane'],
    byPage: counted(recent.map((sent) => sent.page)).map(([page, used]) => ({ page, used })),
    byOperator: counted(recent.map((sent) => sent.operator).filter(Boolean)).map(([name, used]) => ({ name, used })),
    nextReadAt: unlessPast(budget.nextAt('reads', now)),
    nextCancelAt: unlessPast(budget.nextAt('cancel', now)),
    pausedUntil: unlessPast(budget.pausedUntil),
    lastRefusal: lastRefusal === null ? null : dateOf(clock, lastRefusal),
    forecast: watcher.forecast(),
  }
}
