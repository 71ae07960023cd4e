import { expect, test } from 'vitest'
import type { Approval, Decision } from '#contract/index.ts'
import { unfinishedOf } from './unfinished-work.ts'

const now = 1_700_000_000_000
const nothing = {
  effects: undefined,
  decisions: undefined,
  queue: undefined,
  prepared: undefined,
  approvals: undefined,
  callBacks: undefined,
}
const countsOf = (answers: Partial<Parameters<typeof unfinishedOf>[0]>) =>
  Object.entries(unfinishedOf({ ...nothing, ...answers }, 'me', now)).flatMap(([name, list]) =>
    list.length > 0 ? [[name, list.length]] : [],
  )

test('a start is unfinished until it is decided; whoever requested it sees for a day that it was not approved', () => {
  const approval = (state: Approval['state'], isOwn: boolean, decidedAt: number | null) =>
    ({ state, isOwn, decidedAt, until: now }) as Approval
  const decided = [approval('approved', true, now), approval('declined', false, now), approval('withdrawn', true, now)]
  expect(countsOf({ approvals: { approvals: decided } })).toEqual([])
  const waiting = [approval('waiting', false, null), approval('declined', true, now - 3_600_000)]
  expect(countsOf({ approvals: { approvals: [...decided, ...waiting] } })).toEqual([['approvals', 2]])
})

test('a decision is unfinished while it is in progress and after it failed, not once it took effect', () => {
  const decision = (state: Decision['state'], more: Partial<Decision> = {}) =>
    ({
      state,
      operatorId: 'me',
      dismissed: false,
      action: 'Reject',
      refusal: null,
      at: now - 60_000,
      ...more,
    }) as Decision
  const finished = [
    decision('done'),
    decision('refused', { dismissed: true }),
    decision('held', { operatorId: 'other' }),
  ]
  expect(countsOf({ decisions: { decisions: finished } })).toEqual([])
  const open = [decision('held'), decision('refused')]
  expect(countsOf({ decisions: { decisions: [...finished, ...open] } })).toEqual([['decisions', 2]])
})
