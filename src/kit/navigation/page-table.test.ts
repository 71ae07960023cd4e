import { describe, expect, it } from 'vitest'
import { placeOf } from './page-table.ts'
import { paths } from './paths.ts'

describe('where an address belongs', () => {
  it('is the page whose part of the house it is in', () => {
    expect(placeOf(paths.overview())?.id).toBe('overview')
    expect(placeOf(paths.batch('batch_1'))?.id).toBe('batches')
    expect(placeOf(paths.settings('audit'))?.id).toBe('settings')
    expect(placeOf('/agentsmith')).toBeUndefined()
  })
})

describe('an address', () => {
  it('carries ids and choices, encoded', () => {
    expect(paths.batch('batch_1', { call: 'call_2' })).toBe('/batches/batch_1?call=call_2')
    expect(paths.newCall({ agent: 'a&b' })).toBe('/calls/new?agent=a%26b')
    expect(paths.newCall()).toBe('/calls/new')
  })
})
