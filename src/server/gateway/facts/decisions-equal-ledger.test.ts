/** The figures about 60 decisions of two reviewers, in any order, equal a list that is kept beside them, as do their rows, and cost the service nothing. */
import { expect, test } from 'vitest'
import type { CountedDecision, DecisionCounts, DraftResult } from '#contract/index.ts'
import { postDecision, readDecisions, readQueue, startGatewayWithDrafts } from '../testing/review.ts'

const draftCount = 60
interface Kind {
  result: DraftResult
  fields: { action: string; editedMessage?: string; rejectReason?: string }
}
const kinds: readonly [Kind, ...Kind[]] = [
  { result: 'approved', fields: { action: 'Approve' } },
  { result: 'edited', fields: { action: 'EditAndApprove', editedMessage: 'Your visit is on Tuesday.' } },
  { result: 'rejected', fields: { action: 'Reject', rejectReason: 'Wrong facts' } },
  { result: 'rejected', fields: { action: 'Reject', rejectReason: 'Wrong tone' } },
  { result: 'rejected', fields: { action: 'Reject' } },
]

test('figures about 60 decisions equal the decisions that were made', async () => {
  const { priya, grace, service } = await startGatewayWithDrafts(draftCount, {
    environment: { SERVICE_REQUESTS_PER_MINUTE: '100000' },
  })
  await readQueue(priya)
  // 7 and 60 have no common divisor: every draft once, in an order that is not theirs.
  const decisions = Array.from({ length: draftCount }, (_, index) => {
    const draft = ((index * 7) % draftCount) + 1
    const kind = kinds[Math.floor(index / 3) % kinds.length] ?? kinds[0]
    return { draft, ...kind, reviewer: index % 3 === 0 ? 'ready-admin' : 'ready-reviewer' }
  })
  for (const { fields } of kinds)
    for (const reviewer of ['ready-admin', 'ready-reviewer'])
      expect(decisions.some((one) => one.fields === fields && one.reviewer === reviewer)).toBe(true)
  for (const { draft, fields, reviewer } of decisions) {
    const person = reviewer === 'ready-admin' ? grace : priya
    expect((await postDecision(person, { id: `${draft}`, ...fields })).status).toBe(200)
  }
  const open = async () => (await readDecisions(grace)).filter(({ state }) => state === 'held' || state === 'sending')
  await expect.poll(open).toEqual([])

  const received = service.received.length
  const count = async (by: string) => {
    const query = new URLSearchParams({ from: '0', to: `${Date.now() + 3_600_000}`, by })
    return (await grace.get(`/gateway/reports/decisions?${query.toString()}`)).json as unknown as DecisionCounts
  }
  const tally = (values: readonly string[]) =>
    Object.fromEntries([...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]))
  const [all] = (await count('all')).groups
  expect(all?.results).toEqual(tally(decisions.map(({ result }) => result)))
  const rejections = decisions.filter(({ result }) => result === 'rejected')
  expect(all?.reasons).toEqual(tally(rejections.map(({ fields }) => fields.rejectReason ?? '')))
  expect(all?.timed).toBe(draftCount)
  const reviewers = (await count('reviewer')).groups
  expect(Object.fromEntries(reviewers.map(({ key, results }) => [key, results]))).toEqual(
    Object.fromEntries(
      ['ready-admin', 'ready-reviewer'].map((id) => [
        id,
        tally(decisions.filter(({ reviewer }) => reviewer === id).map(({ result }) => result)),
      ]),
    ),
  )

  // Each figure opens as many rows as it counts, page by page, each once.
  const rowsOf = async (filter: Record<string, string>) => {
    const rows: CountedDecision[] = []
    for (let page = 1; ; page += 1) {
      const query = { from: '0', to: `${Date.now() + 3_600_000}`, page: `${page}`, limit: '25', ...filter }
      const { json } = await grace.get(`/gateway/reports/decisions/rows?${new URLSearchParams(query).toString()}`)
      const answer = json as unknown as { decisions: CountedDecision[]; pagination: { hasNext: boolean } }
      rows.push(...answer.decisions)
      if (!answer.pagination.hasNext) return rows
    }
  }
  const decided = await rowsOf({ result: 'decided' })
  expect(new Set(decided.map(({ id }) => id)).size).toBe(draftCount)
  expect(decided.map(({ at }) => at)).toEqual(decided.map(({ at }) => at).toSorted((a, b) => b - a))
  for (const [result, count] of Object.entries(all?.results ?? {})) expect(await rowsOf({ result })).toHaveLength(count)
  for (const [reason, count] of Object.entries(all?.reasons ?? {}))
    expect(await rowsOf(reason === '' ? { result: 'rejected_without_reason' } : { reason })).toHaveLength(count)
  for (const { key, results } of reviewers)
    expect(await rowsOf({ reviewerId: key, result: 'edited' })).toHaveLength(results.edited ?? 0)
  expect(service.received).toHaveLength(received)
})
