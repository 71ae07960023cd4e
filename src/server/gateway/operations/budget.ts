/** The request budget as the dashboard shows it. */
import { type Budget as BudgetAnswer, type BudgetSummary, lanes } from '#contract/index.ts'
import { addDependency, addExpiry } from '#server/database/dependencies.ts'
import type { Poller } from '../cache/poller.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import { type Budget, reserveOf } from '../upstream/budget.ts'

/** Counts names, the most frequent first. */
function countByName<Name>(names: readonly Name[]): [Name, number][] {
  const counts = new Map<Name, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

interface Sources {
  budget: Budget
  clock: Clock
}

/** The date of a time on the steady clock; null once it has passed. */
function futureDateOf(clock: Clock, moment: number): number | null {
  if (moment <= clock.steady()) return null
  addExpiry(moment)
  return dateOf(clock, moment)
}

/** Changes whenever a request is sent, answered, refused or leaves the last minute. */
const versionOf = ({ budget, clock }: Sources): number =>
  budget
    .sentLastMinute(clock.steady())
    .reduce((sum, { startedAt: at, endedAt: end }) => sum + at + (end ?? 0), budget.pausedUntil)

/** How much of the budget is used, and when the next read may be sent. */
export function budgetSummaryOf({ budget, clock }: Sources): BudgetSummary {
  addDependency({ version: () => versionOf({ budget, clock }) })
  const now = clock.steady()
  return {
    perMinute: budget.rate.perMinute,
    used: budget.sentLastMinute(now).length,
    reserved: reserveOf(budget.rate.perMinute).all,
    nextReadAt: futureDateOf(clock, budget.nextAt('reads', now)),
    pausedUntil: futureDateOf(clock, budget.pausedUntil),
  }
}

/**
 * The summary with the requests of the last minute by lane, page and operator.
 *
 * @param viewer the name of the operator who may see no other name; null: all names are shown
 */
export function budgetOf(sources: Sources & { poller: Poller }, viewer: string | null): BudgetAnswer {
  const { budget, clock, poller } = sources
  const now = clock.steady()
  const recent = budget.sentLastMinute(now)
  const { lastRefusedAt: lastRefusal } = budget
  // guard: names-in-the-budget-are-for-administrators
  const shownName = (operator: string) => (viewer === null || operator === viewer ? operator : null)
  return {
    ...budgetSummaryOf(sources),
    byLane: Object.fromEntries(
      lanes.map((lane) => [lane, recent.filter((sent) => sent.lane === lane).length]),
    ) as BudgetAnswer['byLane'],
    byPage: countByName(recent.map((sent) => sent.page)).map(([page, used]) => ({ page, used })),
    byOperator: countByName(
      recent
        .map(({ operator }) => operator)
        .filter(Boolean)
        .map(shownName),
    ).map(([name, used]) => ({ name, used })),
    nextCancelAt: futureDateOf(clock, budget.nextAt('cancel', now)),
    lastRefusal: lastRefusal === null ? null : dateOf(clock, lastRefusal),
    forecast: poller.forecast(),
  }
}
