import { describe, expect, it } from 'vitest'
import { parseSearch } from '#kit/navigation/search-params.ts'
import { newBatchFields, newBatchSearch } from './new-batch-search.ts'

describe('the URL of a new batch', () => {
  it('falls back to the upload step, and to no choice of rows, if its values are invalid', () => {
    const read = parseSearch(newBatchFields, 'http://localhost/batches/new?step=somewhere&show=<script>')
    expect(read).toEqual({ step: 'upload', show: undefined })
  })

  it('only contains what differs from the default', () => {
    expect([newBatchSearch('upload'), newBatchSearch('validate'), newBatchSearch('validate', 'invalid')]).toEqual([
      '?',
      '?step=validate',
      '?step=validate&show=invalid',
    ])
  })
})
