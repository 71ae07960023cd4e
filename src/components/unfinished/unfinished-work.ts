/**
 * What is unfinished: the only place that decides it, for the overview and the list of unfinished work. Everybody sees all of it, whoever may
 * finish it, so that no page calls finished what another one lists.
 */
import { type QueryState, read, useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { unknownEffectsRead } from '#api/status.ts'
import { approvalsRead, shownApprovals } from '#components/batches/approvals.tsx'
import { preparedRead } from '#components/batches/prepared-batches.tsx'
import { waitingCallBacksRead } from '#components/calls/waiting-call-backs.tsx'
import { isListed } from '#components/decisions/decision-lines.ts'
import { decisionsRead } from '#components/decisions/decisions.ts'
import type { Contract, ResponseOf } from '#contract/index.ts'
import { useGatewayTime } from '#ui/time/clock.ts'

export type Queue = ResponseOf<Contract['reviewQueue']>

/** The queue as it was last read: what was not delivered is known from it without a request to the service. */
export const queueInBackground = read('reviewQueue', {}, 'background')

export const unfinishedReads = [
  unknownEffectsRead,
  decisionsRead,
  preparedRead,
  approvalsRead,
  waitingCallBacksRead,
] as const

interface Answers {
  effects: ResponseOf<Contract['effectList']> | undefined
  decisions: ResponseOf<Contract['decisionList']> | undefined
  queue: Pick<Queue, 'undelivered'> | undefined
  prepared: ResponseOf<Contract['preparedBatchList']> | undefined
  approvals: ResponseOf<Contract['approvalList']> | undefined
  callBacks: Pick<ResponseOf<Contract['callBackList']>, 'calls'> | undefined
}

/** @param myId the operator's ID: nobody finishes the decisions of others @param now epoch ms, by the gateway's clock */
export const unfinishedOf = (answers: Answers, myId: string, now: number) => ({
  unknown: answers.effects?.effects ?? [],
  /** Without those of unknown outcome, which are unconfirmed actions. */
  decisions: (answers.decisions?.decisions ?? []).filter(
    (decision) => decision.state !== 'unknown' && isListed(decision, myId, now),
  ),
  undelivered: answers.queue?.undelivered ?? [],
  prepared: answers.prepared?.prepared ?? [],
  approvals: shownApprovals(answers.approvals?.approvals ?? [], now),
  /** The first of the people who wait for a call. */
  callBacks: answers.callBacks?.calls ?? [],
})

/** @param queue the drafts, as the page reads them */
export function useUnfinished(queue: QueryState<Queue>) {
  const [effects, decisions, prepared, approvals, callBacks] = [
    useRead(unknownEffectsRead),
    useRead(decisionsRead),
    useRead(preparedRead),
    useRead(approvalsRead),
    useRead(waitingCallBacksRead),
  ]
  const sources = [effects, decisions, prepared, approvals, callBacks, queue]
  const answers = {
    effects: effects.data,
    decisions: decisions.data,
    prepared: prepared.data,
    approvals: approvals.data,
    callBacks: callBacks.data,
    queue: queue.data,
  }
  return { ...unfinishedOf(answers, useMyId(), useGatewayTime(5_000)), sources }
}
