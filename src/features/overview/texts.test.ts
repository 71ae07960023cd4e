import { expect, it } from 'vitest'
import { answeredNote, answeredOfBatchesUnknown } from './texts.tsx'

it('says of how many ended calls it is known whether they were answered', () => {
  expect(answeredNote(195, 323, 323, true)).toBe('195 of 323 ended calls')
  expect(answeredNote(195, 323, 329, true)).toBe('195 of 323 ended calls, 6 unknown')
  expect(answeredNote(18, 23, 23, false)).toBe('18 of 23 calls read so far')
  expect([answeredNote(0, 0, 6, true), answeredNote(0, 0, 0, true)]).toEqual([
    'Unknown for 6 ended calls',
    'No calls ended yet',
  ])
})

it('says why no share is shown while the outcome of no row of a batch is known', () => {
  expect(answeredOfBatchesUnknown(1)).toBe('Unknown for 1 call that ended in a batch')
  expect(answeredOfBatchesUnknown(40)).toBe('Unknown for 40 calls that ended in batches')
})
