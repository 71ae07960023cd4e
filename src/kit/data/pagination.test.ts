import { expect, it } from 'vitest'
import { rangeOf } from './pagination.tsx'

it('counts the rows of a page that exists', () => {
  const rangeAt = (page: number, total: number) =>
    rangeOf({ page, limit: 20, total, totalPages: 3, hasNext: false, hasPrev: true }, ['agent', 'agents'])
  expect(rangeAt(3, 45)).toBe('41 to 45 of 45 agents')
  expect(rangeAt(1, 0)).toBe('0 agents')
  expect(rangeAt(9, 45)).toBe('')
  expect(rangeAt(2, 5)).toBe('')
})
