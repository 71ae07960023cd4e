/** Drafts by the hour equal those that were waiting and decided then, and cost the service nothing. */
import { describe, expect, it } from 'vitest'
import type { DraftsOverTime } from '#contract/index.ts'
import { postDecision, readDecisions, readQueue, startGatewayWithDrafts } from '../testing/review.ts'
import { decisionFact, insertRows, openTestStore } from '../testing/store.ts'
import { countDraftsOverTime } from './count-decisions.ts'

const hourMs = 3_600_000
const from = 1_700_000_000_000

interface KnownDraft {
  writtenAt: number
  /** null: it still waits. */
  decidedAt: number | null
  result: 'approved' | 'edited' | 'rejected' | 'saved' | null
}

/** Numbers from 0 to 1 that are the same in each run. */
function createRandom(): () => number {
  let state = 7
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

describe('drafts by the hour', () => {
  it('are those that waited at its end and were decided in it', async () => {
    const store = await openTestStore()
    const random = createRandom()
    const to = from + 30 * hourMs
    const results = ['approved', 'edited', 'rejected', 'saved', null] as const
    const drafts = Array.from({ length: 400 }, (): KnownDraft => {
      const writtenAt = from + Math.round((random() * 80 - 50) * hourMs)
      const decidedAt = writtenAt + Math.round(random() * random() * 40 * 3_600) * 1_000
      return decidedAt < to
        ? { writtenAt, decidedAt, result: results[Math.floor(random() * results.length)] ?? null }
        : { writtenAt, decidedAt: null, result: null }
    })
    const decided = drafts.filter(({ decidedAt }) => decidedAt !== null)
    await insertRows(
      store,
      'decision_facts',
      decided.map(({ writtenAt, decidedAt, result }, index) =>
        decisionFact({
          effect_id: `e${index}`,
          workspace: 'w',
          result,
          waited_seconds: ((decidedAt ?? 0) - writtenAt) / 1_000,
          at: decidedAt ?? 0,
        }),
      ),
    )
    // One of another workspace, and one of which it is not known when it was written.
    await insertRows(store, 'decision_facts', [
      decisionFact({ effect_id: 'other', workspace: 'x', waited_seconds: 60, at: from }),
      decisionFact({ effect_id: 'untimed', workspace: 'w', at: from }),
    ])

    const waiting = drafts.filter(({ decidedAt }) => decidedAt === null).map(({ writtenAt }) => writtenAt)
    const { hours } = await countDraftsOverTime(store, { workspace: 'w', from, to }, waiting)
    const ended = decided.filter(({ result }) => result !== null && result !== 'saved')
    const expected = Array.from({ length: 30 }, (_, hour) => {
      const at = from + hour * hourMs
      const end = at + hourMs
      const isIn = (time: number | null) => time !== null && time >= at && time < end
      return {
        at,
        decided: ended.filter(({ decidedAt }) => isIn(decidedAt)).length + (hour === 0 ? 1 : 0),
        waiting:
          waiting.filter((writtenAt) => writtenAt < end).length +
          ended.filter(({ writtenAt, decidedAt }) => writtenAt < end && (decidedAt ?? 0) >= end).length,
      }
    })
    expect(hours).toEqual(expected)
    const unknown = await countDraftsOverTime(store, { workspace: 'w', from, to }, null)
    expect(unknown.hours.map((hour) => hour.waiting)).toEqual(expected.map(() => null))
    expect(unknown.hours.map((hour) => hour.decided)).toEqual(expected.map((hour) => hour.decided))
  })

  it('follow what reviewers decide, and are refused for a long period', {
    tags: ['counted-draft-period-is-limited'],
  }, async () => {
    const { priya, grace, service } = await startGatewayWithDrafts(3)
    const to = Math.ceil(Date.now() / hourMs) * hourMs
    const read = (start: number) => priya.get(`/gateway/reports/drafts?from=${start}&to=${to}`)
    const lastHour = async () => ((await read(to - 3 * hourMs)).json as unknown as DraftsOverTime).hours.at(-1)
    expect(await lastHour()).toMatchObject({ waiting: null })
    await readQueue(priya)
    expect(await lastHour()).toMatchObject({ waiting: 3, decided: 0 })
    await postDecision(priya, { id: '1', action: 'Reject' })
    await expect.poll(async () => (await readDecisions(grace)).map(({ state }) => state)).toEqual(['done'])
    const requests = service.received.length
    expect(await lastHour()).toMatchObject({ waiting: 2, decided: 1 })
    expect(service.received.length).toBe(requests)
    expect((await read(0)).status).toBe(400)
  })
})
