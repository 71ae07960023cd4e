/** Test calls with concurrent transactions, on a real PostgreSQL. */
import { expect, test } from 'vitest'
import { openStore } from '../store/store.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { acceptBatches, batchForm, confirmOwnNumber, startGatewayWithService } from '../testing/testing.ts'

test('of simultaneous tests of one operator, six are started', { tags: ['tests-are-few-at-once'] }, async () => {
  const store = await openStore({ url: await createStoreDatabase(postgres), schema: 'switchboard' })
  const { grace, service } = await startGatewayWithService(acceptBatches, { store })
  await confirmOwnNumber(grace, '+14155550199')
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      grace.post(
        '/gateway/launches',
        batchForm('phone_number\n+14155550199\n', { name: 'Test', test: '1', agentId: `agent${index}` }),
        { key: `test ${index}` },
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ json: answer }) => answer.error.code)).toEqual(Array(3).fill('too_many_tests'))
  expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(6)
})
