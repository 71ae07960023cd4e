import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeOf, hiddenCount, piecesOf } from './hidden-text.ts'

describe('a reviewer sees hidden characters', { tags: ['R37'] }, () => {
  it('each with its name, between the visible text', () => {
    expect(piecesOf('pay\u200bpal.com')).toEqual([
      { text: 'pay', mark: '' },
      { text: '\u200b', mark: 'zero-width space' },
      { text: 'pal.com', mark: '' },
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
  ])('%j is a %s', (character, mark) => {
    expect(piecesOf(`a${character}b`)[1]).toEqual({ text: character, mark })
  })

  it('but not the joiner inside an emoji, line breaks or tabs', () => {
    expect(hiddenCount('Family 👩‍👩‍👧 and ❤️‍🔥')).toBe(0)
    expect(hiddenCount('one\n\ttwo\r\nthree')).toBe(0)
    expect(hiddenCount('a\u200db')).toBe(1)
  })

  it('and the whole text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('\u200b', '\u202e', '\u0000'), (text, hidden) => {
        const whole = `${text}${hidden}${text}`
        const joined = piecesOf(whole).map((piece) => piece.text)
        expect(joined.join('')).toBe(whole)
        expect(hiddenCount(whole)).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  it('by their Unicode code points', () => {
    expect(codeOf('\u200b')).toBe('U+200B')
    expect(codeOf('\u0007')).toBe('U+0007')
  })
})
