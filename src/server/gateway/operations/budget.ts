/** The request budget as the dashboard shows it. */
import { type Budget as BudgetAnswer, type BudgetSummary, lanes } from '#contract/index.ts'
import { dependsOn, dependsOnTime } from '#server/database/dependencies.ts'
import type { Poller } from '../cache/poller.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import { type Budget, reserveOf } from '../upstream/budget.ts'

/** How a thing is counted among the used requests, most first. */
function counted(names: string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

interface Sources {
  budget: Budget
  clock: Clock
}

/** The date of a moment of the steady clock; null once it has passed. */
function unlessPast(clock: Clock, moment: number): number | null {
  if (moment <= clock.steady()) return null
  dependsOnTime(moment)
  return dateOf(clock, moment)
}

/** Whatever is sent, answered or refused changes the figures, and whatever leaves the last minute. */
const versionOf = ({ budget, clock }: Sources): number =>
  budget
    .sentLastMinute(clock.steady())
    .reduce((sum, { startedAt: at, endedAt: end }) => sum + at + (end ?? 0), budget.pausedUntil)

/** How much of the budget is used, and when the next read may go. */
export function budgetSummaryOf({ budget, clock }: Sources): BudgetSummary {
  dependsOn({ version: () => versionOf({ budget, clock }) })
  const now = clock.steady()
  return {
    perMinute: budget.rate.perMinute,
    used: budget.sentLastMinute(now).length,
    reserved: reserveOf(budget.rate.perMinute).all,
    nextReadAt: unlessPast(clock, budget.nextAt('reads', now)),
    pausedUntil: unlessPast(clock, budget.pausedUntil),
  }
}

/** The same with what was sent in the last minute and for whom. */
export function budgetOf(sources: Sources & { poller: Poller }): BudgetAnswer {
  const { budget, clock, poller } = sources
  const now = clock.steady()
  const recent = budget.sentLastMinute(now)
  const { lastRefusal } = budget
  return {
    ...budgetSummaryOf(sources),
    byLane: Object.fromEntries(
      lanes.map((lane) => [lane, recent.filter((sent) => sent.lane === lane).length]),
    ) as BudgetAnswer['byLane'],
    byPage: counted(recent.map((sent) => sent.page)).map(([page, used]) => ({ page, used })),
    byOperator: counted(recent.map((sent) => sent.operator).filter(Boolean)).map(([name, used]) => ({ name, used })),
    nextCancelAt: unlessPast(clock, budget.nextAt('cancel', now)),
    lastRefusal: lastRefusal === null ? null : dateOf(clock, lastRefusal),
    forecast: poller.forecast(),
  }
}
