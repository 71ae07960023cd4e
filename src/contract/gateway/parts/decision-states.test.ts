/** Which drafts wait for a decision. */
import { expect, it } from 'vitest'
import { isWaiting } from './decision-states.ts'
import type { EffectState } from './effect-states.ts'

const draft = (state: EffectState, action = 'Approve', refusal: object | null = null) => ({
  decision: { action, state, refusal },
})

it('a draft waits without a decision, and with one that changed only its text, was withdrawn or did not take effect', () => {
  const waiting = [
    { decision: null },
    draft('done', 'Edit'),
    draft('settled', 'Edit'),
    draft('withdrawn'),
    draft('refused', 'Approve', {}),
    draft('settled', 'Approve', {}),
  ]
  expect(waiting.filter((one) => !isWaiting(one))).toEqual([])
})

it('a draft no longer waits while a decision is held, being sent or of unknown outcome, and once it took effect', () => {
  const decided = [
    ...(['held', 'sending', 'unknown'] as const).flatMap((state) => [draft(state), draft(state, 'Edit')]),
    draft('done'),
    draft('settled', 'Reject'),
  ]
  expect(decided.filter(isWaiting)).toEqual([])
})
