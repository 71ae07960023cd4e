import { describe, expect, it } from 'vitest'
import { LaunchSearch, launchSearch } from './launch-search.ts'

describe('the URL of a new batch', () => {
  it('falls back to the upload step and all rows if its values are invalid', () => {
    expect(LaunchSearch.parse({ step: 'somewhere', show: '<script>' })).toEqual({ step: 'upload', show: 'all' })
  })

  it('only contains what differs from the default', () => {
    expect([launchSearch('upload'), launchSearch('validate'), launchSearch('validate', 'invalid')]).toEqual([
      '?',
      '?step=validate',
      '?step=validate&show=invalid',
    ])
  })
})
