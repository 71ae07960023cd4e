import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointLabel, splitHiddenCharacters } from './hidden-text.ts'

const hiddenCount = (text: string) => splitHiddenCharacters(text).filter(({ hiddenName }) => hiddenName !== '').length

describe('hidden characters', { tags: ['R37'] }, () => {
  it('are found with their names, between the visible text', () => {
    expect(splitHiddenCharacters('pay\u200bpal.com')).toEqual([
      { text: 'pay', hiddenName: '' },
      { text: '\u200b', hiddenName: 'zero-width space' },
      { text: 'pal.com', hiddenName: '' },
    ])
  })

  it.each([
    ['\u202e', 'direction override'],
    ['\u2066', 'direction override'],
    ['\u200f', 'direction mark'],
    ['\ufeff', 'byte order mark'],
    ['\u0007', 'control character'],
    ['\u0085', 'control character'],
    ['\u00ad', 'soft hyphen'],
    ['\u3164', 'invisible filler'],
    ['\u{e0041}', 'tag character'],
  ])('include %j, a %s', (character, hiddenName) => {
    expect(splitHiddenCharacters(`a${character}b`)[1]).toEqual({ text: character, hiddenName })
  })

  it('do not include the joiner inside an emoji, line breaks or tabs', () => {
    expect(hiddenCount('Family 👩‍👩‍👧 and ❤️‍🔥')).toBe(0)
    expect(hiddenCount('one\n\ttwo\r\nthree')).toBe(0)
    expect(hiddenCount('a\u200db')).toBe(1)
  })

  it('are split from the text without losing any of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('\u200b', '\u202e', '\u0000'), (text, hidden) => {
        const whole = `${text}${hidden}${text}`
        const joined = splitHiddenCharacters(whole).map((piece) => piece.text)
        expect(joined.join('')).toBe(whole)
        expect(hiddenCount(whole)).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  it('are shown by their Unicode code points', () => {
    expect(codePointLabel('\u200b')).toBe('U+200B')
    expect(codePointLabel('\u0007')).toBe('U+0007')
  })
})
