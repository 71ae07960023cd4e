import { describe, expect, it } from 'vitest'
import { LaunchSearch, launchSearch } from './launch-search.ts'

describe('the address of a launch', () => {
  it('leads to the upload of all rows where it says nonsense', () => {
    expect(LaunchSearch.parse({ step: 'somewhere', show: '<script>' })).toEqual({ step: 'upload', show: 'all' })
  })

  it('holds only what differs from the default', () => {
    expect([launchSearch('upload'), launchSearch('validate'), launchSearch('validate', 'invalid')]).toEqual([
      '?',
      '?step=validate',
      '?step=validate&show=invalid',
    ])
  })
})
