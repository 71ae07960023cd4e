import { describe, expect, it } from 'vitest'
import { NewBatchSearch, newBatchSearch } from './new-batch-search.ts'

describe('the URL of a new batch', () => {
  it('falls back to the upload step and all rows if its values are invalid', () => {
    expect(NewBatchSearch.parse({ step: 'somewhere', show: '<script>' })).toEqual({ step: 'upload', show: 'all' })
  })

  it('only contains what differs from the default', () => {
    expect([newBatchSearch('upload'), newBatchSearch('validate'), newBatchSearch('validate', 'invalid')]).toEqual([
      '?',
      '?step=validate',
      '?step=validate&show=invalid',
    ])
  })
})
