import { expect, it } from 'vitest'
import { latest } from './recent-activity.ts'

it('what happened lately is the latest first, without what is older or has no time', () => {
  const at = (startedAt: number | null) => ({ startedAt })
  const items = [at(5), at(null), at(9), at(10), at(30)]
  expect(latest(items, 9, ({ startedAt }) => startedAt)).toEqual([at(30), at(10), at(9)])
})
