import { expect, it } from 'vitest'
import { answeredNote } from './texts.tsx'

it('says of how many ended calls it is known whether they were answered', () => {
  expect(answeredNote(195, 323, 323)).toBe('195 of 323 ended calls')
  expect(answeredNote(195, 323, 329)).toBe('195 of 323 ended calls, 6 unknown')
  expect([answeredNote(0, 0, 6), answeredNote(0, 0, 0)]).toEqual(['Unknown for 6 ended calls', 'No calls ended yet'])
})
