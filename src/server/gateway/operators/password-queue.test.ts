import { expect, test } from 'vitest'
import { createPasswordQueue } from './password-queue.ts'

/** Password checks that the test ends by hand. */
function checks() {
  const queue = createPasswordQueue()
  const begun: { name: string; end: () => void }[] = []
  const run = (name: string, first = false) =>
    queue
      .run(() => new Promise<void>((resolve) => void begun.push({ name, end: resolve })), { first })
      .then(
        () => 'checked',
        (error: { data: { status: number; code: string } }) => error.data.code,
      )
  return { run, begun, names: () => begun.map(({ name }) => name) }
}

test('checks two passwords at a time, known browsers first, and turns others away when forty wait', {
  tags: ['R35', 'few-passwords-at-once'],
}, async () => {
  const { run, begun, names } = checks()
  const strangers = Array.from({ length: 42 }, (_, n) => run(`stranger ${n}`))
  expect(await run('one too many')).toBe('sign_in_busy')
  const known = run('known', true)
  expect(names()).toEqual(['stranger 0', 'stranger 1'])
  begun[1]?.end()
  await strangers[1]
  await expect.poll(names).toEqual(['stranger 0', 'stranger 1', 'known'])
  for (let n = 0; n < 43; n += 1) {
    await expect.poll(() => begun.length).toBeGreaterThan(n)
    begun[n]?.end()
  }
  expect([...new Set(await Promise.all([...strangers, known]))]).toEqual(['checked'])
  // Both slots are free again.
  const later = [run('a'), run('b')]
  expect(names().slice(-2)).toEqual(['a', 'b'])
  for (const { end } of begun.slice(-2)) end()
  expect(await Promise.all(later)).toEqual(['checked', 'checked'])
})

test('a failed check frees its slot', async () => {
  const queue = createPasswordQueue()
  for (let n = 0; n < 3; n += 1)
    await expect(queue.run(() => Promise.reject(new Error('broken')), { first: false })).rejects.toThrow('broken')
  expect(await queue.run(() => Promise.resolve('in'), { first: false })).toBe('in')
})
