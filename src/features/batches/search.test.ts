import { describe, expect, it } from 'vitest'
import { BatchSearch } from './search.ts'

describe('search parameters', () => {
  it('are parsed', () => {
    const search = {
      status: 'failed',
      call: 'call_7',
      outcome: 'no_answer',
      reason: '0123456789ab',
      sort: 'duration',
      order: 'descending',
      variables: 'shown',
    }
    expect(BatchSearch.parse({ page: '3', ...search })).toEqual({ page: 3, ...search })
  })

  it('fall back to their defaults if missing or invalid', () => {
    expect(BatchSearch.parse({ page: '-1', status: 'bogus', outcome: 'won', reason: 'Busy', sort: 'mood' })).toEqual({
      page: 1,
      status: 'all',
      outcome: null,
      reason: null,
      sort: 'row',
      order: 'ascending',
      variables: null,
      call: null,
    })
  })
})
