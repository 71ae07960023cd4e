/** Versions of records that several gateways see at the same moment, on a real PostgreSQL. */
import { expect, test } from 'vitest'
import { answerSnapshot } from '../cache/cached-reads.ts'
import { createSilentLog } from '../shared/log.ts'
import { openStore } from '../store/store.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { afterTest, createTestClock } from '../testing/testing.ts'
import { recordKey } from './kinds.ts'
import { listVersions } from './list-versions.ts'
import { createVersions } from './versions.ts'

test('gateways that see the same changes at the same moment record each once', {
  tags: ['version-is-compared-with-the-latest'],
}, async () => {
  const store = await openStore({ url: await createStoreDatabase(postgres), schema: 'switchboard' })
  const clock = createTestClock()
  const gateways = [1, 2, 3, 4].map(() => createVersions({ store, clock, log: createSilentLog() }))
  afterTest(async () => {
    await Promise.all(gateways.map((versions) => versions.close()))
    await store.destroy()
  })
  const read = { name: 'agentShow', params: { agentId: 'a1' }, query: {}, workspace: null } as const
  const seen = async (...personalities: string[]) => {
    clock.advance(1_000)
    gateways.forEach((versions, at) => {
      const personality = personalities[at % personalities.length]
      const answer = Buffer.from(JSON.stringify({ id: 'a1', name: 'Anna', model: 'gpt-4o', personality }))
      versions.observe(read, answerSnapshot(read, answer, clock.steady()), answer)
    })
    await Promise.all(gateways.map((versions) => versions.settled()))
    const { versions } = await listVersions(store, recordKey('agent', 'a1', null), { page: 1, limit: 100 })
    return versions.map(({ number, cause }) => `${number} ${cause}`)
  }
  expect(await seen('Friendly')).toEqual(['1 seen'])
  expect(await seen('Strict')).toEqual(['2 changed_elsewhere', '1 seen'])
  for (const personality of ['Calm', 'Loud', 'Shy']) await seen(personality)
  expect(await seen('Shy')).toHaveLength(5)
  expect(await store.selectFrom('record_bodies').select('hash').execute()).toHaveLength(5)
})
