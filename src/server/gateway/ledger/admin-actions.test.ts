import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Operator } from '#contract/index.ts'
import { createSingleGateway } from '../cluster/single-gateway.ts'
import { clock } from '../shared/clock.ts'
import { createSilentLog } from '../shared/log.ts'
import { openEmbeddedTestStore } from '../testing/store.ts'
import { createActionRecorder } from './admin-actions.ts'
import { createWriteQueue } from './write-queue.ts'

test('an administrative action that cannot be recorded is not performed', {
  tags: ['R22', 'own-changes-are-recorded'],
}, async () => {
  const store = await openEmbeddedTestStore()
  const recordAction = createActionRecorder({
    store,
    cluster: await createSingleGateway(store, clock.now),
    writeQueue: createWriteQueue(createSilentLog()),
    clock,
  })
  const operator: Operator = { id: 'grace', name: 'Grace Okafor', roles: ['admin'] }
  let revocations = 0
  const revoke = () =>
    recordAction({ endpoint: 'simulationKeyRevoke', ids: { keyId: 'k1' }, operator }, async () => {
      revocations += 1
    })
  await sql`pragma query_only = on`.execute(store)
  await expect(revoke()).rejects.toMatchObject({ code: 'not_recorded' })
  expect(revocations).toBe(0)
  await sql`pragma query_only = off`.execute(store)
  await revoke()
  expect(revocations).toBe(1)
})
