import { expect, test } from 'vitest'
import { approvalNeed, enablingProblem, mayApprove } from './second-person.ts'

const people = (...ids: string[]) => ids.map((id) => ({ id }))

test.each([
  ['no start needs it while the rule is off', 50_000, null, people('me', 'you'), null],
  ['a start of as many as the number needs none', 500, 500, people('me', 'you'), null],
  ['one more needs it', 501, 500, people('me', 'you'), /^$/],
  ['nobody else can give it', 501, 500, people('me'), /nobody else can approve yours/],
  ['nor can anybody where nobody is left', 501, 500, [], /turn off “Second person”/],
  ['a small start needs none, though nobody could give it', 500, 500, people('me'), null],
])('%s', (_, count, above, approvers, expected) => {
  const need = approvalNeed(count, { above }, 'me', approvers)
  expect(need?.above).toBe(expected === null ? undefined : above)
  expect(need?.problem ?? 'not needed').toMatch(expected ?? /not needed/)
})

test.each([
  ['two people are enough', null, 500, 2, true],
  ['one is not', null, 500, 1, false],
  ['it is turned off by one', 500, null, 1, true],
  ['and its number changed', 500, 200, 1, true],
  ['other rules are changed by one', null, null, 1, true],
])('to turn it on: %s', (_, before, after, approvers, may) => {
  expect(enablingProblem({ above: before }, { above: after }, approvers) === '').toBe(may)
})

test('campaign managers and administrators may approve', () => {
  const of = (...roles: ('support' | 'campaign_manager' | 'reviewer' | 'admin')[]) => mayApprove({ roles })
  expect([of('admin'), of('support', 'campaign_manager'), of('support', 'reviewer')]).toEqual([true, true, false])
})
