/** Search parameters of `/reports/review`, and its reads. */
import { read } from '#api/reads.ts'
import type { DecisionGrouping } from '#contract/index.ts'
import { oneOf, type Values } from '#kit/navigation/search-params.ts'
import { browserTimeZone } from '#ui/time/format-time.ts'
import { filterFields, type Period, periodBefore, periodOf, recordId } from '../search.ts'

export const reviewGroupings = ['agent', 'reviewer'] as const
export type ReviewGrouping = (typeof reviewGroupings)[number]

/** Of the shared filters, decisions have an agent and a period. */
export const reviewFields = {
  ...filterFields,
  /** The ID of an operator; '' for all. */
  reviewer: recordId,
  by: oneOf(reviewGroupings, 'agent'),
}
export type ReviewSearch = Values<typeof reviewFields>

type Filter = Pick<ReviewSearch, 'agent' | 'reviewer'>

export const countsRead = ({ agent, reviewer }: Filter, period: Period, by: DecisionGrouping) =>
  read('decisionCountList', {
    query: {
      ...period,
      by,
      ...((by === 'day' || by === 'hour') && { zone: browserTimeZone }),
      ...(agent !== '' && { agentId: agent }),
      ...(reviewer !== '' && { reviewerId: reviewer }),
    },
  })

export const waitingRead = read('waitingDraftList')

/** @param now epoch ms */
export function reviewReads(search: ReviewSearch, now: number) {
  const [period, before] = [periodOf(search.days, now), periodBefore(search, now)]
  return {
    all: countsRead(search, period, 'all'),
    allBefore: countsRead(search, before, 'all'),
    groups: countsRead(search, period, search.by),
    groupsBefore: countsRead(search, before, search.by),
    overTime: countsRead(search, period, search.days === 1 ? 'hour' : 'day'),
  }
}
