import { describe, expect, it } from 'vitest'
import { BatchSearch, ListSearch } from './search.ts'

describe('search parameters', () => {
  it('are parsed', () => {
    const search = { page: '3', status: 'failed', call: 'call_7' }
    expect(BatchSearch.parse(search)).toEqual({ page: 3, status: 'failed', call: 'call_7' })
  })

  it('fall back to their defaults if missing or invalid', () => {
    expect(BatchSearch.parse({ page: '-1', status: 'bogus' })).toEqual({ page: 1, status: 'all', call: null })
    expect(ListSearch.parse({ page: '1.5', state: 'old', by: 'Grace', agent: '../x' })).toEqual({
      page: 1,
      state: 'all',
      by: 'all',
      agent: null,
      open: '',
    })
  })
})
