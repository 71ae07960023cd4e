import { expect, test } from 'vitest'
import { problemOf, wordsIn } from './watched-words.ts'

test('each line is a word or phrase; blank lines and repeated words do not count', () => {
  expect(wordsIn('  Ombudsman \n\nlegal   action\nOMBUDSMAN\n')).toEqual(['Ombudsman', 'legal action'])
  expect(wordsIn('')).toEqual([])
})

test('names the line that cannot be saved', () => {
  expect(problemOf('Ombudsman\n\nlegal action')).toBeNull()
  expect(problemOf('Ombudsman\n?!')).toBe('Line 2 has no letter or digit.')
  expect(problemOf(`\n${'x'.repeat(61)}`)).toBe('Line 2 is too long. A word or phrase has at most 60 characters.')
  const lines = Array.from({ length: 51 }, (_, index) => `word ${index}`).join('\n')
  expect(problemOf(lines)).toBe('These are 51 lines. At most 50 words or phrases can be watched.')
})
