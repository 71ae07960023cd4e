import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownKey } from '#contract/index.ts'
import { apiKey, fakeClock, openTestService, startOfTests } from '../testing/test-service.ts'
import { createKeyRing } from './key-ring.ts'

const withKey = (key: string) => ({ headers: { 'x-api-key': key } })

test('a created key has the same access, is shown once, and stops working as soon as it is revoked', {
  tags: ['S5-5'],
}, async () => {
  const { context, request, clock } = await openTestService({ seeded: true })
  const keyRing = createKeyRing(context, apiKey)
  clock.set(startOfTests + 1)
  const { key, kept } = await keyRing.create('Laptop')
  expect(await keyRing.list()).toMatchObject([
    { id: ownKey, createdAt: startOfTests },
    { id: kept.id, name: 'Laptop', fingerprint: kept.fingerprint, createdAt: startOfTests + 1 },
  ])
  expect(JSON.stringify(await keyRing.list())).not.toContain(key)
  expect(await request('GET', '/v1/api/conversations', withKey(key))).toMatchObject({ status: 200 })
  expect(await keyRing.revoke(kept.id)).toBe(true)
  expect(await request('GET', '/api/v1/agents', withKey(key))).toMatchObject({ status: 401 })
  expect(await keyRing.revoke(kept.id)).toBe(false)
})

test('the installation’s own key cannot be revoked, and created keys survive a restart', async () => {
  const clock = fakeClock(startOfTests)
  const file = join(tmpdir(), `keys-${process.pid}.db`)
  const firstService = await openTestService({ clock, file })
  const keyRing = createKeyRing(firstService.context, apiKey)
  expect(await keyRing.revoke(ownKey)).toBe(false)
  const { key } = await keyRing.create('Laptop')
  await firstService.close()
  const secondService = await openTestService({ clock, file })
  expect(await secondService.request('GET', '/api/v1/agents', withKey(key))).toMatchObject({ status: 200 })
  expect(await secondService.request('GET', '/api/v1/agents')).toMatchObject({ status: 200 })
})
