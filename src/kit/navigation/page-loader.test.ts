import { afterEach, expect, it, vi } from 'vitest'
import { stillLoading, waitBriefly } from './page-loader.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each([
  ['no answer whose time the browser tells', [], false, 60],
  ['only answers from the cache', [{ transferSize: 0, requestStart: 0, responseStart: 0 }], false, 60],
  ['a network of 20 ms', [{ transferSize: 9, requestStart: 10, responseStart: 30 }], false, 120],
  ['reads that began with the document', [{ transferSize: 9, requestStart: 10, responseStart: 30 }], true, 60],
  ['a network of a second', [{ transferSize: 9, requestStart: 0, responseStart: 1_000 }], false, 1_000],
])('a page waits for its loader as its network needs: %s', async (_, entries, areBegun, waitMs) => {
  vi.useFakeTimers()
  vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
    type === 'resource' ? (entries as PerformanceResourceTiming[]) : [],
  )
  const shown = vi.fn<(value: unknown) => void>()
  void waitBriefly(new Promise(() => {}), areBegun).then(shown)
  await vi.advanceTimersByTimeAsync(waitMs - 1)
  expect(shown).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toHaveBeenCalledWith(stillLoading)
})
