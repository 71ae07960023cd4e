/** Turns of reports: few at once, people one after the other, and an end when nobody wants the result. */
import { expect, test } from 'vitest'
import { createTurns } from '#server/child/turns.ts'
import { createSharedWork } from './report-turns.ts'

/** Work that a test ends, with a note of what has begun. */
function createDesk(places = 1) {
  const run = createSharedWork(createTurns({ places, waiting: { perPerson: 5, refuse: () => new Error('too much') } }))
  const begun: string[] = []
  const ended: string[] = []
  const open = new Map<string, () => void>()
  const ask = (person: string, name: string, { signal = new AbortController().signal, key = name } = {}) =>
    run({ person, key, signal }, (workSignal) => {
      begun.push(name)
      workSignal.addEventListener('abort', () => ended.push(name))
      return new Promise<string>((resolve) => open.set(name, () => resolve(name)))
    })
  const turn = () => new Promise((resolve) => void setImmediate(resolve))
  const finish = async (name: string) => {
    await turn()
    open.get(name)?.()
    await turn()
  }
  return { ask, begun, ended, finish, turn }
}

test('one piece of work runs at a time, and people take turns', async () => {
  const { ask, begun, finish, turn } = createDesk()
  const all = [
    ask('ann', 'a1'),
    ask('ann', 'a2'),
    ask('ann', 'a3'),
    ask('bob', 'b1'),
    ask('cid', 'c1'),
    ask('bob', 'b2'),
  ]
  await turn()
  expect(begun).toEqual(['a1'])
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await finish(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('two run at a time if two may', async () => {
  const { ask, begun, finish, turn } = createDesk(2)
  const all = [ask('ann', 'a1'), ask('ann', 'a2'), ask('ann', 'a3')]
  await turn()
  expect(begun).toEqual(['a1', 'a2'])
  for (const name of ['a2', 'a3', 'a1']) await finish(name)
  await Promise.all(all)
})

test('five pieces of work of one person wait, the next is refused, and others are not', {
  tags: ['one-person-has-few-reports-waiting'],
}, async () => {
  const { ask, begun, finish } = createDesk()
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']
  const all = names.map((name) => ask('ann', name))
  await expect(ask('ann', 'a7')).rejects.toThrow('too much')
  const other = ask('bob', 'b1')
  await finish('a1')
  await finish('b1')
  const later = ask('ann', 'a7')
  for (const name of ['a2', 'a3', 'a4', 'a5', 'a6', 'a7']) await finish(name)
  await Promise.all([...all, other, later])
  expect(begun).toHaveLength(8)
})

test('equal work that waits is done once for all who ask', async () => {
  const { ask, begun, finish } = createDesk()
  const first = ask('ann', 'a1')
  const waiting = Array.from({ length: 20 }, (_, index) =>
    ask(index % 2 ? 'ann' : 'bob', `copy${index}`, { key: 'same' }),
  )
  await finish('a1')
  await finish('copy0')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['copy0']))
  await first
  expect(begun).toEqual(['a1', 'copy0'])
})

test('work that nobody waits for any more does not begin, and ends if it runs', async () => {
  const { ask, begun, ended, finish, turn } = createDesk()
  const [running, waiting, shared] = [new AbortController(), new AbortController(), new AbortController()]
  const first = ask('ann', 'a1', running)
  const second = ask('ann', 'a2', waiting)
  const third = ask('ann', 'a3', shared)
  const fourth = ask('bob', 'a3')
  await turn()
  waiting.abort()
  await expect(second).rejects.toThrow('interrupted')
  shared.abort()
  await expect(third).rejects.toThrow('interrupted')
  running.abort()
  await expect(first).rejects.toThrow('interrupted')
  expect(ended).toEqual(['a1'])
  // The next begins when the first has really ended.
  expect(begun).toEqual(['a1'])
  await finish('a1')
  await finish('a3')
  expect(await fourth).toBe('a3')
  expect(begun).toEqual(['a1', 'a3'])
})

test('work of a caller who has already left does not begin', {
  tags: ['report-without-a-reader-is-not-begun'],
}, async () => {
  const { ask, begun, turn } = createDesk()
  const leaving = new AbortController()
  leaving.abort()
  const left = ask('ann', 'a1', leaving)
  await expect(left).rejects.toThrow('interrupted')
  await turn()
  expect(begun).toEqual([])
})

test('work that fails lets the next begin', async () => {
  const run = createSharedWork(createTurns({ places: 1 }))
  const { signal } = new AbortController()
  const fails = run({ person: 'ann', key: 'a', signal }, () => Promise.reject(new Error('broken')))
  const works = run({ person: 'ann', key: 'b', signal }, () => Promise.resolve('done'))
  await expect(fails).rejects.toThrow('broken')
  expect(await works).toBe('done')
})
