import { expect, test } from 'vitest'
import { approvalNeed, enablingProblem, mayApprove } from './second-person.ts'

const approversWithIds = (...ids: string[]) => ids.map((id) => ({ id }))

test.each([
  ['no approval while the rule is off', 50_000, 0, null, approversWithIds('me', 'you'), null],
  ['no approval at the limit', 500, 0, 500, approversWithIds('me', 'you'), null],
  ['approval above the limit', 501, 0, 500, approversWithIds('me', 'you'), /^$/],
  ['no approval at the limit with earlier starts', 100, 400, 500, approversWithIds('me', 'you'), null],
  ['approval above the limit with earlier starts', 101, 400, 500, approversWithIds('me', 'you'), /^$/],
  ['nobody else can approve', 501, 0, 500, approversWithIds('me'), /nobody else can approve yours/],
  ['no approvers at all', 501, 0, 500, [], /turn off “Second person”/],
  ['no approval for a small start, even if nobody else could approve', 500, 0, 500, approversWithIds('me'), null],
])('approval of a start: %s', (_, count, earlier, above, approvers, expected) => {
  const need = approvalNeed({ all: count, earlier }, { above }, 'me', approvers)
  expect(need?.above).toBe(expected === null ? undefined : above)
  expect(need?.problem ?? 'not needed').toMatch(expected ?? /not needed/)
})

test.each([
  ['two approvers can turn it on', null, 500, 2, true],
  ['one approver cannot turn it on', null, 500, 1, false],
  ['one approver can turn it off', 500, null, 1, true],
  ['one approver can change its limit', 500, 200, 1, true],
  ['one approver can change other rules', null, null, 1, true],
])('second-person rule: %s', (_, before, after, approvers, isAllowed) => {
  expect(enablingProblem({ above: before }, { above: after }, approvers) === '').toBe(isAllowed)
})

test('campaign managers and administrators may approve', () => {
  const mayApproveWith = (...roles: ('support' | 'campaign_manager' | 'reviewer' | 'admin')[]) => mayApprove({ roles })
  expect([
    mayApproveWith('admin'),
    mayApproveWith('support', 'campaign_manager'),
    mayApproveWith('support', 'reviewer'),
  ]).toEqual([true, true, false])
})
