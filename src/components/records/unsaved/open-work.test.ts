import { afterEach, expect, it, vi } from 'vitest'

const owner = { operatorId: 'ada', workspaceId: 'main' }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['a database that does not open', { open: () => new EventTarget() }, {}],
  [
    'no access to a database',
    {
      open: () => {
        throw new Error('denied')
      },
    },
    {},
  ],
  [
    'no access to locks',
    { open: () => new EventTarget() },
    { locks: { request: () => Promise.reject(new Error('denied')), query: () => Promise.reject(new Error('denied')) } },
  ],
])('a form opens without stored work in a browser with %s', async (_, indexedDB, navigator) => {
  // The database stays open for as long as its module.
  vi.resetModules()
  const { openUnsavedWork } = await import('./open-work.ts')
  vi.useFakeTimers()
  vi.stubGlobal('indexedDB', indexedDB)
  vi.stubGlobal('navigator', navigator)
  const onBroken = vi.fn<() => void>()
  const opened = vi.fn<(opened: unknown) => void>()
  void openUnsavedWork(owner, 'agent/anna', onBroken).then(opened, () => undefined)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(opened).toHaveBeenCalledWith(expect.objectContaining({ work: expect.objectContaining({ restored: null }) }))
  expect(onBroken).toHaveBeenCalled()
})
