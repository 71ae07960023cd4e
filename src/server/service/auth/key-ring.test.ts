import { expect, test } from 'vitest'
import { ownKey } from '#contract/index.ts'
import { apiKey, fakeClock, openTestService, startOfTests } from '../testing/test-service.ts'
import { createKeyRing } from './key-ring.ts'

const withKey = (key: string) => ({ headers: { 'x-api-key': key } })

test('a created key has the same access, is shown once, and stops working as soon as it is revoked', {
  tags: ['S5-5'],
}, async () => {
  const { context, request, clock } = await openTestService({ seeded: true })
  const ring = createKeyRing(context, apiKey)
  clock.set(startOfTests + 1)
  const { key, kept } = await ring.create('Laptop')
  expect(await ring.list()).toMatchObject([
    { id: ownKey, createdAt: startOfTests },
    { id: kept.id, name: 'Laptop', fingerprint: kept.fingerprint, createdAt: startOfTests + 1 },
  ])
  expect(JSON.stringify(await ring.list())).not.toContain(key)
  expect(await request('GET', '/v1/api/conversations', withKey(key))).toMatchObject({ status: 200 })
  expect(await ring.revoke(kept.id)).toBe(true)
  expect(await request('GET', '/api/v1/agents', withKey(key))).toMatchObject({ status: 401 })
  expect(await ring.revoke(kept.id)).toBe(false)
})

test('the installation’s own key cannot be revoked, and created keys survive a restart', async () => {
  const clock = fakeClock(startOfTests)
  const file = `${(await import('node:os')).tmpdir()}/keys-${process.pid}.db`
  const first = await openTestService({ clock, file })
  const ring = createKeyRing(first.context, apiKey)
  expect(await ring.revoke(ownKey)).toBe(false)
  const { key } = await ring.create('Laptop')
  await first.close()
  const second = await openTestService({ clock, file })
  expect(await second.request('GET', '/api/v1/agents', withKey(key))).toMatchObject({ status: 200 })
  expect(await second.request('GET', '/api/v1/agents')).toMatchObject({ status: 200 })
})
