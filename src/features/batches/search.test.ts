import { describe, expect, it } from 'vitest'
import { parseSearch } from '#kit/navigation/search-params.ts'
import { batchFields } from './search.ts'

const parse = (values: Record<string, string>) =>
  parseSearch(batchFields, `http://localhost/batches/b1?${new URLSearchParams(values)}`)

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
    expect(parse({ page: '3', ...search })).toEqual({ page: 3, ...search })
  })

  it('fall back to their defaults if missing or invalid', () => {
    expect(parse({ page: '-1', status: 'bogus', outcome: 'won', reason: 'Busy', sort: 'mood' })).toEqual({
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
