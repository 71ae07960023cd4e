import { beforeEach, describe, expect, it } from 'vitest'
import { generateCustomers } from '../seed/people.ts'
import { hourMs, minuteMs } from '../seed/seed-context.ts'
import { newId, seededRandom } from '../shared/random.ts'
import { openTestService, type TestService } from '../testing/test-service.ts'
import { findCustomersToCall } from './batches.ts'

/** Records a call to every customer in the United Kingdom, three hours ago. */
async function callEverybody({ database, clock }: TestService): Promise<void> {
  const call = await database.selectFrom('call').selectAll().where('status', '!=', 'active').executeTakeFirstOrThrow()
  const random = seededRandom('everybody')
  const rounds = Array.from({ length: 150 }, () => generateCustomers(random, 120, 'UK'))
  const numbers = [...new Set(rounds.flat().map(({ phone }) => phone))]
  const calls = numbers.map((to_number) => {
    const call_id = newId.call(random)
    return { ...call, call_id, room_name: call_id, to_number, started_at: clock.now() - 3 * hourMs }
  })
  for (let from = 0; from < calls.length; from += 500)
    await database
      .insertInto('call')
      .values(calls.slice(from, from + 500))
      .execute()
}

describe('customers who were all called three hours ago', () => {
  let service: TestService
  const find = (speed: number, random = service.context.random) => {
    const from = service.clock.now()
    const time = { from, until: from + minuteMs, count: 20 }
    return findCustomersToCall({ ...service.context, speed, random }, 'UK', time)
  }
  beforeEach(async () => {
    service = await openTestService({ seeded: true })
    await callEverybody(service)
  })

  it('are not called again on the same day', async () => {
    expect(await find(1)).toEqual([])
  })

  it('are called again at a speed at which the day was shorter', async () => {
    expect(await find(10)).toHaveLength(20)
  })

  it('are searched for once', async () => {
    const state = { used: 0 }
    const random = seededRandom('search')
    const counting = () => {
      state.used++
      return random()
    }
    generateCustomers(counting, 120, 'UK')
    const usedByRound = state.used
    state.used = 0
    await find(1, counting)
    expect(state.used).toBeLessThan(1.5 * usedByRound)
  })
})
