import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordDifference } from './word-difference.ts'

const joinedText = (changes: ReturnType<typeof wordDifference>, ...kinds: string[]) =>
  changes
    .filter(({ kind }) => kinds.includes(kind))
    .map((change) => change.text)
    .join('')

describe('the word difference', () => {
  it('compares words', () => {
    expect(wordDifference('See you on Monday at 9.', 'See you on Tuesday at 9.')).toEqual([
      { kind: 'same', text: 'See you on ' },
      { kind: 'removed', text: 'Monday' },
      { kind: 'added', text: 'Tuesday' },
      { kind: 'same', text: ' at 9.' },
    ])
  })

  it('joins rewritten words to phrases', () => {
    expect(wordDifference('Come on Monday the 4th at nine', 'Come next Friday at noon')).toEqual([
      { kind: 'same', text: 'Come ' },
      { kind: 'removed', text: 'on Monday the 4th' },
      { kind: 'added', text: 'next Friday' },
      { kind: 'same', text: ' at ' },
      { kind: 'removed', text: 'nine' },
      { kind: 'added', text: 'noon' },
    ])
  })

  it('is empty for equal texts, and complete for an added or removed text', () => {
    expect(wordDifference('Yes, please.', 'Yes, please.')).toEqual([{ kind: 'same', text: 'Yes, please.' }])
    expect(wordDifference('', 'Hello')).toEqual([{ kind: 'added', text: 'Hello' }])
    expect(wordDifference('Hello', '')).toEqual([{ kind: 'removed', text: 'Hello' }])
  })

  it('contains both texts completely', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', 'long'), { maxLength: 40 })
    fc.assert(
      fc.property(words, words, (before, after) => {
        const changes = wordDifference(before.join(''), after.join(''))
        expect(joinedText(changes, 'same', 'removed')).toBe(before.join(''))
        expect(joinedText(changes, 'same', 'added')).toBe(after.join(''))
      }),
    )
  })

  it('finishes for a very long text', () => {
    const long = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ')
    const changes = wordDifference(`same ${long('x')} end`, `same ${long('y')} end`)
    expect(changes.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same'])
  })
})
