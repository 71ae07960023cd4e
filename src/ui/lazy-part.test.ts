import { afterEach, expect, it, vi } from 'vitest'
import { loadWithRetries } from './lazy-part.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('retries loading a part until the gateway responds', async () => {
  vi.useFakeTimers()
  let attempts = 0
  const part = { default: 'the part' }
  const loading = loadWithRetries(async () => {
    attempts += 1
    if (attempts < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return part
  })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(attempts).toBe(1)
  await vi.advanceTimersByTimeAsync(2_001)
  expect(await loading).toBe(part)
  expect(attempts).toBe(3)
})
