import { describe, expect, it } from 'vitest'
import { LaunchSearch, ListSearch, launchSearch, WatchSearch } from './search.ts'

describe('a person who opens an address', () => {
  it('sees what it says', () => {
    const search = { page: '3', status: 'failed', call: 'call_7' }
    expect(WatchSearch.parse(search)).toEqual({ page: 3, status: 'failed', call: 'call_7' })
  })

  it('sees the default where it says nothing, or nonsense', () => {
    expect(WatchSearch.parse({ page: '-1', status: 'bogus' })).toEqual({ page: 1, status: 'all', call: null })
    expect(ListSearch.parse({ page: '1.5', state: 'old', by: 'Grace', agent: '../x' })).toEqual({
      page: 1,
      state: 'all',
      by: 'all',
      agent: null,
    })
    expect(LaunchSearch.parse({ step: 'somewhere', show: '<script>' })).toEqual({ step: 'upload', show: 'all' })
  })

  it('follows links that say only what differs from the default', () => {
    expect([launchSearch('upload'), launchSearch('validate'), launchSearch('validate', 'invalid')]).toEqual([
      '?',
      '?step=validate',
      '?step=validate&show=invalid',
    ])
  })
})
