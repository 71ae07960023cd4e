/** Which people of a batch a new one calls again: their outcomes, what is chosen at first, and who is left out. Pure. */
import {
  type CallOutcome,
  type ChosenSelection,
  type FollowUp,
  type FollowUpGroup,
  openOutcomes,
} from '#contract/index.ts'

/** Outcomes of calls that reached nobody, which are chosen at first. A mailbox is one, also if the service calls it completed. */
export const unreachedOutcomes: readonly CallOutcome[] = ['mailbox', 'no_answer', 'busy', 'failed']
/** The other outcomes: people who want another call, then those of which the least is known. */
const otherOutcomes: readonly CallOutcome[] = [...openOutcomes, 'unknown', 'answered', 'talked', 'said_no', 'agreed']

/** The groups as the dialog shows them: people who were not reached, and the others. */
export function partsOf(groups: readonly FollowUpGroup[]) {
  const of = (outcomes: readonly CallOutcome[]) =>
    outcomes.flatMap((outcome) => groups.filter((group) => group.outcome === outcome))
  return { unreached: of(unreachedOutcomes), others: of(otherOutcomes) }
}

/** The groups that are chosen and have somebody to call. */
export const chosenGroups = (groups: readonly FollowUpGroup[], chosen: ReadonlySet<CallOutcome>): FollowUpGroup[] =>
  groups.filter(({ outcome, rows }) => chosen.has(outcome) && rows > 0)

export const rowsIn = (groups: readonly FollowUpGroup[]): number => groups.reduce((sum, { rows }) => sum + rows, 0)

/** How a new batch of these people is recorded. A retry of people who were not reached counts as one contact with the first batch. */
export const selectionOf = (groups: readonly FollowUpGroup[]): ChosenSelection =>
  groups.every(({ outcome }) => unreachedOutcomes.includes(outcome)) ? 'not_reached' : 'selected'

const leftOutReasons = [
  'asked',
  'mayHaveAsked',
  'wrongNumber',
  'listed',
  'hidden',
  'notChosen',
  'open',
  'neverCalled',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** Who is not in the new batch, and why. Reasons with nobody are missing. */
export function leftOutOf(
  { groups, askedNotToBeCalled, mayHaveAsked, wrongNumbers, open, neverCalled }: FollowUp,
  chosen: ReadonlySet<CallOutcome>,
): { reason: LeftOutReason; rows: number; guesses: number }[] {
  const of = (count: (group: FollowUpGroup) => number) => groups.reduce((sum, group) => sum + count(group), 0)
  const rows: Record<LeftOutReason, number> = {
    asked: askedNotToBeCalled.rows,
    mayHaveAsked: mayHaveAsked.rows,
    wrongNumber: wrongNumbers.rows,
    listed: of(({ listed }) => listed),
    hidden: of(({ hidden }) => hidden),
    notChosen: of((group) => (chosen.has(group.outcome) ? 0 : group.rows)),
    open,
    neverCalled,
  }
  const guesses: Partial<Record<LeftOutReason, number>> = {
    asked: askedNotToBeCalled.guesses,
    mayHaveAsked: mayHaveAsked.guesses,
    wrongNumber: wrongNumbers.guesses,
  }
  return leftOutReasons
    .map((reason) => ({ reason, rows: rows[reason], guesses: guesses[reason] ?? 0 }))
    .filter((leftOut) => leftOut.rows > 0)
}
