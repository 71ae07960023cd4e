/** The place in a transcript that a search found. */
import { expect, test } from 'vitest'
import { searchParts } from '#contract/index.ts'
import { excerptOf } from './call-excerpt.ts'

const line = (content: string, role = 'customer') => ({ role, content }) as never
const markedIn = (content: string, text: string) =>
  excerptOf([line(content)], searchParts(text))
    ?.pieces.map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

test('the line with the most words is chosen, and each word is marked as it was written', () => {
  const lines = [line('I moved.'), line('We moved away from Łódź.'), line('Away!', 'agent')]
  expect(excerptOf(lines, searchParts('AWAY moved'))).toEqual({
    role: 'customer',
    pieces: [
      { text: 'We ', isMatch: false },
      { text: 'moved', isMatch: true },
      { text: ' ', isMatch: false },
      { text: 'away', isMatch: true },
      { text: ' from Łódź.', isMatch: false },
    ],
  })
})

test('words are found without their accents, beside punctuation, and inside other words', () => {
  expect(markedIn('Ich heiße  Zoë—Łucja O’Neil.', 'zoe heisse lucja oneil')).toBe(
    'Ich [heiße]  [Zoë]—[Łucja] [O’Neil].',
  )
  expect(markedIn('Cancellation', 'cancel')).toBe('[Cancel]lation')
})

test('words that follow each other are marked as a whole, and short words not inside of others', () => {
  const lines = [line('I have read along.'), line('Have I a car?'), line('I have a car.')]
  expect(excerptOf(lines, searchParts('i have a'))?.pieces).toEqual([
    { text: 'I have a', isMatch: true },
    { text: ' car.', isMatch: false },
  ])
  expect(markedIn('A car that I have', 'i have a')).toBe('A car that I [have]')
})

test('a long line is shortened between words, around the first word that was found', () => {
  const long = `${'before '.repeat(30)}refund ${'after '.repeat(30)}`
  const shown = markedIn(long, 'refund') ?? ''
  expect(shown).toMatch(/^…(?:before ){5,7}\[refund\](?: after)+…$/)
  expect(shown.length).toBeLessThan(150)
})

test('nothing is shown of a call whose name was found', () => {
  expect(excerptOf([line('Hello')], [['chen']])).toBeNull()
})
