/** What the counts of decisions say: shares, reasons, and why rejections rose. Pure. */

import type { DecisionCount } from '#contract/index.ts'
import { percentOf, shareOf } from '#ui/text/share.ts'

export interface DecisionFigures {
  /** Drafts that were decided: approved, edited or rejected. A saved text is no decision. */
  decided: number
  approved: number
  edited: number
  rejected: number
}

export function decisionFiguresOf({ results }: Pick<DecisionCount, 'results'>): DecisionFigures {
  const { approved = 0, edited = 0, rejected = 0 } = results
  return { decided: approved + edited + rejected, approved, edited, rejected }
}

/** A group without decisions. */
export const noDecisions: DecisionCount = {
  key: '',
  name: null,
  results: {},
  reasons: {},
  timed: 0,
  medianSeconds: null,
  slowSeconds: null,
  editedShare: null,
}

/** The only group of counts by `all`. */
export const allOf = (groups: readonly DecisionCount[]): DecisionCount => groups[0] ?? noDecisions

export interface ReasonCount {
  /** '': none was given. */
  reason: string
  now: number
  before: number
  /** The share of all decisions; null: there were none. */
  share: number | null
  shareBefore: number | null
}

/** The reasons of both periods, the most frequent first. */
export function reasonsOf(now: DecisionCount, before: DecisionCount): ReasonCount[] {
  const [decided, decidedBefore] = [decisionFiguresOf(now).decided, decisionFiguresOf(before).decided]
  return [...new Set([...Object.keys(now.reasons), ...Object.keys(before.reasons)])]
    .map((reason) => {
      const counts = { now: now.reasons[reason] ?? 0, before: before.reasons[reason] ?? 0 }
      return {
        reason,
        ...counts,
        share: shareOf(counts.now, decided),
        shareBefore: shareOf(counts.before, decidedBefore),
      }
    })
    .toSorted((a, b) => b.now - a.now || b.before - a.before || a.reason.localeCompare(b.reason))
}

/** With fewer decisions in one of the periods, a difference says little. */
export const enoughDecisions = 10

/** The same decisions by agent or reviewer, in both periods. */
export interface DecisionGroups {
  now: readonly DecisionCount[]
  before: readonly DecisionCount[]
}

export interface Rise {
  /** The reason whose share rose most; null: none was given more often. */
  reason: ReasonCount | null
  /** The group with most of the additional rejections for this reason; null: it is not known. */
  group: { key: string; name: string | null; count: number } | null
}

/**
 * Which reason rose most if the share of rejections rose, and in which group it rose most.
 *
 * @param groups null: not known, so no group is named
 * @returns null: the share, as it is shown, did not rise, or there are too few decisions
 */
export function explainRise(now: DecisionCount, before: DecisionCount, groups: DecisionGroups | null): Rise | null {
  const [figures, figuresBefore] = [decisionFiguresOf(now), decisionFiguresOf(before)]
  if (Math.min(figures.decided, figuresBefore.decided) < enoughDecisions) return null
  const shownShare = ({ rejected, decided }: DecisionFigures) => percentOf(rejected / decided)
  if (shownShare(figures) <= shownShare(figuresBefore)) return null
  const riseOf = ({ share, shareBefore }: ReasonCount) => (share ?? 0) - (shareBefore ?? 0)
  const [reason] = reasonsOf(now, before)
    .filter((one) => one.now > one.before && riseOf(one) > 0)
    .toSorted((a, b) => riseOf(b) - riseOf(a))
  if (!reason) return { reason: null, group: null }
  if (!groups) return { reason, group: null }
  const countIn = (group: DecisionCount | undefined) => group?.reasons[reason.reason] ?? 0
  const rises = groups.now.map((group) => {
    const count = countIn(group)
    const past = groups.before.find(({ key }) => key === group.key)
    return { key: group.key, name: group.name, count, rise: count - countIn(past) }
  })
  const most = rises.toSorted((a, b) => b.rise - a.rise || b.count - a.count).find(({ rise }) => rise > 0)
  return { reason, group: most ? { key: most.key, name: most.name, count: most.count } : null }
}
