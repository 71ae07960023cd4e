/** How well calls went, in figures that can be compared: shares of the calls of which it is known. Pure. */

import { type CallCount, reachedOutcomes } from '#contract/index.ts'
import { shareOf } from '#ui/text/share.ts'
import { answeredShareOf, countOf, longTalkShareOf, secondsPerTalk, totalOf } from '../figures.ts'

export interface CallResults {
  calls: number
  answered: number
  /** Of how many calls the shares of answered ones and of long talks are. */
  known: number
  talkedOf: number
  /** Each from 0 to 1; null: of no calls. Of the calls of which it is known. */
  answeredShare: number | null
  talkedShare: number | null
  /** Of the calls in which a person spoke. Those that were answered and that nobody has read are in neither number. */
  agreedShare: number | null
  declinedShare: number | null
  doNotCallShare: number | null
  reached: number
  /** Of the calls whose mood is known. */
  positiveShare: number | null
  negativeShare: number | null
  knownMoods: number
  /** Seconds for each answered call whose duration is known; null: there is none. */
  talkSeconds: number | null
}

/** The results of several groups of calls together. */
export function resultsOf(groups: readonly CallCount[]): CallResults {
  const total = totalOf(groups)
  const { calls, answered } = total
  const sum = (numberIn: (group: CallCount) => number) => groups.reduce((total, group) => total + numberIn(group), 0)
  const reached = sum((group) => countOf(group, ...reachedOutcomes))
  const ofReached = (outcome: 'agreed' | 'said_no' | 'do_not_call') =>
    shareOf(
      sum((group) => countOf(group, outcome)),
      reached,
    )
  const moodCount = (mood: 'positive' | 'neutral' | 'negative') => sum(({ moods }) => moods?.[mood] ?? 0)
  const knownMoods = moodCount('positive') + moodCount('neutral') + moodCount('negative')
  return {
    calls,
    answered,
    known: total.known,
    talkedOf: total.known - answered + total.timed,
    answeredShare: answeredShareOf(total),
    talkedShare: longTalkShareOf(total),
    agreedShare: ofReached('agreed'),
    declinedShare: ofReached('said_no'),
    doNotCallShare: ofReached('do_not_call'),
    reached,
    positiveShare: shareOf(moodCount('positive'), knownMoods),
    negativeShare: shareOf(moodCount('negative'), knownMoods),
    knownMoods,
    talkSeconds: secondsPerTalk(total),
  }
}

/** The calls of a period before a version and from it on, from counts by version. Calls whose version is not known are in neither. */
export function beforeAndAfter(
  groups: readonly CallCount[],
  version: number,
): { before: CallResults; after: CallResults } {
  const known = groups.filter(({ key }) => key !== '')
  return {
    before: resultsOf(known.filter(({ key }) => Number(key) < version)),
    after: resultsOf(known.filter(({ key }) => Number(key) >= version)),
  }
}

/** The version that is looked at: the chosen one, or the latest that has calls; null: there is none. */
export function shownVersion(groups: readonly CallCount[], chosen: number): number | null {
  if (chosen > 0) return chosen
  const known = groups.filter(({ key }) => key !== '').map(({ key }) => Number(key))
  return known.length === 0 ? null : Math.max(...known)
}
