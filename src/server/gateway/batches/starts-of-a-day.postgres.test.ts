/** Starts of one person at two gateways at the same moment, on a real PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../store/store.ts'
import { type Postgres, startPostgres } from '../testing/postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { acceptBatches, batchForm, startGatewayWithService } from '../testing/testing.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

test('simultaneous starts of one person count together for the rule about a second person', {
  tags: ['simultaneous-starts-count-together'],
}, async () => {
  const store = await openStore({ url: await createStoreDatabase(postgres), schema: 'switchboard' })
  const { grace } = await startGatewayWithService(acceptBatches, { store })
  await grace.request('PUT', '/gateway/calling-rules', { body: { approval: { above: 5 } } })
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      grace.post('/gateway/launches', batchForm(`phone_number\n+190755501${index}0\n+190755501${index}1\n`), {
        key: `start ${index}`,
      }),
    ),
  )
  const codes = answers.map(({ status, json: answer }) => (status === 200 ? 'started' : answer.error.code))
  expect(codes.toSorted()).toEqual([...Array<string>(4).fill('approval_needed'), 'started', 'started'])
})
