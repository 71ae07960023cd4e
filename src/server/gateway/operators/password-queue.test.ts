import { expect, test } from 'vitest'
import { createPasswordQueue } from './password-queue.ts'

/** A queue whose checks run until the test ends them. */
function createTestQueue() {
  const queue = createPasswordQueue()
  const started: { name: string; end: () => void }[] = []
  /** @returns `checked`, or the code of the refusal */
  const run = (name: string, hasPriority = false) =>
    queue
      .run(() => new Promise<void>((resolve) => void started.push({ name, end: resolve })), { hasPriority })
      .then(
        () => 'checked',
        (error: { data: { status: number; code: string } }) => error.data.code,
      )
  return { run, started, startedNames: () => started.map(({ name }) => name) }
}

test('checks two passwords at a time, known browsers first, and refuses others when forty checks are waiting', {
  tags: ['R35', 'few-passwords-at-once'],
}, async () => {
  const { run, started, startedNames } = createTestQueue()
  const strangers = Array.from({ length: 42 }, (_, n) => run(`stranger ${n}`))
  expect(await run('another stranger')).toBe('sign_in_busy')
  const known = run('known', true)
  expect(startedNames()).toEqual(['stranger 0', 'stranger 1'])
  started[1]?.end()
  await strangers[1]
  await expect.poll(startedNames).toEqual(['stranger 0', 'stranger 1', 'known'])
  for (let n = 0; n < 43; n += 1) {
    await expect.poll(() => started.length).toBeGreaterThan(n)
    started[n]?.end()
  }
  expect([...new Set(await Promise.all([...strangers, known]))]).toEqual(['checked'])
  // Both slots are free again.
  const later = [run('a'), run('b')]
  expect(startedNames().slice(-2)).toEqual(['a', 'b'])
  for (const { end } of started.slice(-2)) end()
  expect(await Promise.all(later)).toEqual(['checked', 'checked'])
})

test('frees the slot of a failed check', async () => {
  const queue = createPasswordQueue()
  for (let n = 0; n < 3; n += 1)
    await expect(queue.run(() => Promise.reject(new Error('broken')), { hasPriority: false })).rejects.toThrow('broken')
  expect(await queue.run(() => Promise.resolve('in'), { hasPriority: false })).toBe('in')
})
