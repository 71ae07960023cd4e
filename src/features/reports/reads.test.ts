/** What reports compare with: the period before, with the same filters. */
import { expect, it } from 'vitest'
import { type Fields, parseSearch } from '#kit/navigation/search-params.ts'
import { agentReads, agentsFields } from './agents/search.ts'
import { budgetReads } from './budget/reads.ts'
import { costFields, costReads } from './cost/search.ts'
import { reachingReads } from './reads.ts'
import { reviewFields, reviewReads } from './review/search.ts'
import { reachingFields } from './search.ts'

const now = new Date(2026, 10, 26, 13, 30).getTime()
const parse = <F extends Fields>(fields: F, more = '') =>
  parseSearch(fields, `http://localhost/reports?days=7&agent=a1${more}`)
const period = { from: new Date(2026, 10, 20).getTime(), to: new Date(2026, 10, 27).getTime() }
const before = { from: new Date(2026, 10, 13).getTime(), to: new Date(2026, 10, 19, 13, 30).getTime() }

/** The period and the filters of a read. */
const queryOf = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  (queryKey[1] as { query: { from: number; to: number; by: string; agentId?: string } }).query

const reaching = reachingReads(parse(reachingFields), now)
const agents = agentReads(parse(agentsFields, '&of=flow'), now)
const cost = costReads(parse(costFields), now)
const review = reviewReads(parse(reviewFields), now)

it.each([
  ['reaching people', reaching.hours, reaching.before],
  ['agents and flows', agents.groups, agents.before],
  ['cost', cost.overTime, cost.before],
  ['reviewing messages', review.all, review.allBefore],
  ['the groups of reviewing messages', review.groups, review.groupsBefore],
] as const)('figures about %s are compared with the same filters in the period before', (_, present, past) => {
  expect(queryOf(present)).toMatchObject({ ...period, agentId: 'a1' })
  expect(queryOf(past)).toMatchObject({ ...before, agentId: 'a1' })
})

it('compares the same agents, flows and reviewers', () => {
  expect([queryOf(agents.groups).by, queryOf(agents.before).by]).toEqual(['flow', 'flow'])
  expect([queryOf(review.groups).by, queryOf(review.groupsBefore).by]).toEqual(['agent', 'agent'])
})

it('keeps the table of agents complete when one is chosen, and counts the versions of that one', () => {
  const { groups, versions } = agentReads(parse(agentsFields), now)
  expect(queryOf(groups)).not.toHaveProperty('agentId')
  expect(queryOf(versions)).toMatchObject({ by: 'agent_version', agentId: 'a1' })
})

it('compares requests by whole hours of UTC', () => {
  const { pages, before: pagesBefore } = budgetReads(7, now)
  const hourMs = 3_600_000
  const [present, past] = [queryOf(pages), queryOf(pagesBefore)]
  for (const at of [present.from, present.to, past.from, past.to]) expect(at % hourMs).toBe(0)
  expect(Math.abs(present.from - period.from)).toBeLessThan(hourMs)
  expect(Math.abs(past.from - before.from)).toBeLessThan(hourMs)
  expect(past.to - before.to).toBeGreaterThanOrEqual(0)
  expect(past.to - before.to).toBeLessThan(hourMs)
})
