import { describe, expect, test } from 'vitest'
import type { SavedView } from '#contract/index.ts'
import { currentView, filtersOf, presentSearch, searchOf, visibleTo } from './views.ts'

const viewOf = (id: string, filters: Record<string, string>, ownerId = 'priya'): SavedView => ({
  id,
  page: 'review',
  name: id,
  filters,
  isShared: ownerId !== 'priya',
  owner: ownerId,
  ownerId,
})

test('a view has the filters of the address, but nothing that is open, no page and no empty value', () => {
  const search = new URLSearchParams('agent=a1&flow=&conversation=c1&message=m1&list=own&sort=newest')
  expect(filtersOf('review', search)).toEqual({ agent: 'a1', sort: 'newest' })
  expect(filtersOf('conversations', new URLSearchParams('state=unread&page=3'))).toEqual({ state: 'unread' })
  expect(searchOf({ agent: 'Ana & Bo' })).toBe('?agent=Ana+%26+Bo')
})

test('a view has the words of a search, which no address has', () => {
  const filters = filtersOf('review', new URLSearchParams('words=none&sort=newest'), ' maria 999 ')
  expect(filters).toEqual({ words: 'maria 999', sort: 'newest' })
  expect(searchOf(filters)).toBe('?sort=newest')
  expect(filtersOf('review', new URLSearchParams('words=none'))).toEqual({})
})

test('private views are shown only to their owner', () => {
  const views = [viewOf('mine', { age: '1h' }), viewOf('team', { age: '1h' }, 'tomas')]
  expect(visibleTo(views, 'priya').map(({ id }) => id)).toEqual(['mine', 'team'])
  expect(visibleTo(views, 'grace').map(({ id }) => id)).toEqual(['team'])
})

describe('the current view', () => {
  const old = viewOf('old', { age: '1h' })
  const mine = viewOf('mine', { agent: 'a1', sort: 'newest' })
  const team = viewOf('team', { sort: 'newest', agent: 'a1' }, 'tomas')
  const views = [team, old, mine]
  const current = (filters: Record<string, string>, chosenId = '') => {
    const found = currentView(views, filters, chosenId, 'priya')
    return found && [found.view.id, found.isChanged]
  }

  test('has the filters of the page; of equal ones, the chosen one or an own one', () => {
    expect(current({ age: '1h' })).toEqual(['old', false])
    expect(current({ age: '1h' }, 'team')).toEqual(['old', false])
    expect(current(mine.filters)).toEqual(['mine', false])
    expect(current(mine.filters, 'team')).toEqual(['team', false])
  })

  test('is the chosen one, as changed, when no view has these filters', () => {
    expect(current({ age: '1h', agent: 'a1' }, 'old')).toEqual(['old', true])
    expect(current({ age: '1d' }, 'old')).toEqual(['old', true])
    expect(current({ age: '1d' })).toBeNull()
    expect(current({ age: '1d' }, 'deleted')).toBeNull()
  })

  test('is none without filters', () => {
    expect(current({}, 'old')).toBeNull()
  })
})

test('knows what the address of an older version says now', () => {
  expect(presentSearch('conversations', 'http://localhost/conversations?days=7&agent=a1')).toBe('?updated=7&agent=a1')
  expect(presentSearch('conversations', 'http://localhost/conversations?updated=7')).toBeNull()
})
