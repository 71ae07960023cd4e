/** Starts of one person at two gateways at the same moment, on a real PostgreSQL. */
import { expect, test } from 'vitest'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import type { Browser } from '../testing/public-gateway.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { acceptBatches, afterTest, batchForm, startScriptedService, startTestGateway } from '../testing/testing.ts'

test('simultaneous starts of one person count together for the rule about a second person', {
  tags: ['simultaneous-starts-count-together'],
}, async () => {
  const service = await startScriptedService(acceptBatches)
  afterTest(service.close)
  const url = await createStoreDatabase(postgres)
  const people: Browser[] = []
  for (let index = 0; index < 2; index += 1) {
    const { store, cluster, clock, release } = await openGatewayStore({ url, schema: 'switchboard' })
    const { gateway, browser } = await startTestGateway(service.url, { store, cluster, clock })
    afterTest(() => gateway.close().then(release))
    people.push(await browser().signInAsDemo())
  }
  await people[0]?.request('PUT', '/gateway/calling-rules', { body: { approval: { above: 5 } } })
  const answers = await Promise.all(
    Array.from({ length: 3 }, (_, index) =>
      people.map((person, at) =>
        person.post(
          '/gateway/launches',
          batchForm(`phone_number\n+190755501${index}${at}\n+190755502${index}${at}\n`),
          {
            key: `start ${index} ${at}`,
          },
        ),
      ),
    ).flat(),
  )
  const codes = answers.map(({ status, json: answer }) => (status === 200 ? 'started' : answer.error.code))
  expect(codes.toSorted()).toEqual([...Array<string>(4).fill('approval_needed'), 'started', 'started'])
  expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(2)
})
