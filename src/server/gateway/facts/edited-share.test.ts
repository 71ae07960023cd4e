/** How much of a text an edit changed. */
import { expect, it } from 'vitest'
import { editedShare } from './decision-facts.ts'

it.each([
  ['Your visit is on Monday.', 'Your visit is on Monday.', 0],
  ['Your visit is on Monday.', 'Your visit is on Tuesday.', 20],
  ['one two three four', 'one two', 33],
  ['one two', 'three four', 100],
  ['a  b\nc', 'a b c', 0],
  ['', '', 0],
])('between %j and %j it is %d%%', (before, after, share) => {
  expect(editedShare(before, after)).toBe(share)
  expect(editedShare(after, before)).toBe(share)
})
