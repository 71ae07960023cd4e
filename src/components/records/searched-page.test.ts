import { expect, test } from 'vitest'
import { pageOf } from './searched-page.ts'

test('divides search results into pages of twenty', () => {
  const items = Array.from({ length: 45 }, (_, index) => index)
  expect(pageOf(items, 1)).toEqual({
    items: items.slice(0, 20),
    pagination: { page: 1, limit: 20, total: 45, totalPages: 3, hasNext: true, hasPrev: false },
  })
  expect(pageOf(items, 3)).toMatchObject({ items: items.slice(40), pagination: { hasNext: false, hasPrev: true } })
  expect(pageOf(items, 9).items).toEqual([])
  expect(pageOf([], 1).pagination).toMatchObject({ total: 0, totalPages: 1, hasNext: false })
})
