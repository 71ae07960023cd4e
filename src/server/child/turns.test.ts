import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that waits for its turn, ends when it is told to, and notes when it begins. */
function work() {
  const turns = createTurns({ places: 4, keptForStarts: 1, perPerson: 2 })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  return {
    began,
    ask: async (name: string, signal?: AbortSignal) => {
      const [person = '', kind] = name.split(' ')
      const end = await turns.take({ person, isStart: kind?.startsWith('start') === true }, signal)
      began.push(name)
      ends.set(name, end)
    },
    end: async (name: string) => {
      ends.get(name)?.()
      await new Promise((resolve) => void setImmediate(resolve))
    },
  }
}
const turn = () => new Promise((resolve) => void setImmediate(resolve))

test('of one person, two are served at once', { tags: ['one-person-leaves-places'] }, async () => {
  const { ask, end, began } = work()
  for (const nth of [1, 2, 3, 4]) void ask(`ann check${nth}`)
  await turn()
  expect(began).toEqual(['ann check1', 'ann check2'])
  await end('ann check1')
  expect(began).toEqual(['ann check1', 'ann check2', 'ann check3'])
})

test('people take turns', async () => {
  const { ask, end, began } = work()
  for (const nth of [1, 2, 3, 4, 5, 6]) void ask(`ann check${nth}`)
  for (const nth of [1, 2, 3]) void ask(`bob check${nth}`)
  void ask('cy check1')
  await turn()
  expect(began).toEqual(['ann check1', 'ann check2', 'bob check1'])
  await end('ann check1')
  await end('ann check2')
  await end('bob check1')
  // Cy has had no turn yet.
  expect(began.slice(3)).toEqual(['cy check1', 'ann check3', 'bob check2'])
})

test('a start is served before checks that came earlier', { tags: ['last-place-is-for-starts'] }, async () => {
  const { ask, end, began } = work()
  for (const person of ['ann', 'bob', 'cy', 'di', 'eve']) void ask(`${person} check`)
  await turn()
  expect(began).toEqual(['ann check', 'bob check', 'cy check'])
  void ask('flo start')
  await turn()
  expect(began.slice(3)).toEqual(['flo start'])
  void ask('gus start')
  await end('ann check')
  expect(began.slice(4)).toEqual(['gus start'])
})

test('whoever leaves while waiting takes no turn', async () => {
  const { ask, end, began } = work()
  const leaving = new AbortController()
  void ask('ann check1')
  void ask('ann check2')
  const left = ask('ann check3', leaving.signal)
  void ask('ann check4')
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(ask('bob check', leaving.signal)).rejects.toThrow('gone')
  await end('ann check1')
  expect(began).toEqual(['ann check1', 'ann check2', 'ann check4'])
})
