import { describe, expect, it } from 'vitest'
import { hiddenCharactersIn, newLinks } from '#contract/index.ts'
import { splitHiddenCharacters } from '#ui/text/hidden-text.ts'
import { disguisedLinks, warningsFor } from './text-warnings.ts'

describe('warnings about a text', () => {
  it('name links whose host mixes scripts, also if they were sent before', () => {
    // The second letter is Cyrillic.
    const paypal = 'p\u0430ypal.com'
    for (const link of [paypal, `https://${paypal}/login`, `www.${paypal}`])
      expect(disguisedLinks(`Log in at ${link}.`)).toEqual([expect.stringMatching(/mixes Latin and Cyrillic letters/)])
    expect(disguisedLinks('See https://\u0430\u0440\u0440\u04cf\u0435.com')).toHaveLength(1)
    expect(disguisedLinks('See \u03b1mazon.de and xn--pypal-4ve.com')).toHaveLength(2)
    expect(warningsFor(`See ${paypal}`, [`See ${paypal}`])).toEqual([
      expect.stringMatching(/^The link p\u0430ypal\.com mixes/),
    ])
    expect(newLinks(`See ${paypal}`, [])).toEqual([paypal])
  })

  it('do not name links in one script, nor those that mix scripts only in the path', () => {
    for (const link of [
      'northfield.com/\u043f\u0443\u0442\u044c',
      'https://m\u00fcnchen.de',
      'https://\u65e5\u672c\u8a9e-shop.com',
      'https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444',
    ])
      expect(disguisedLinks(`See ${link}`)).toEqual([])
  })

  it('count exactly the hidden characters that the screen marks', () => {
    const isMarked = (text: string) => splitHiddenCharacters(text).some(({ hiddenName }) => hiddenName !== '')
    const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
    const differing = characters.filter((character) => {
      const text = `a${character}b`
      return isMarked(text) !== hiddenCharactersIn(text).length > 0
    })
    expect(differing).toEqual([])
    for (const text of ['👩‍👩‍👧', '❤️‍🔥', 'a\u200d👧', '👧\u200da', '👍🏽‍x'])
      expect(hiddenCharactersIn(text).length > 0).toBe(isMarked(text))
  })

  it('are sentences, and empty for an ordinary text', () => {
    expect(warningsFor('Thank you, see you on Monday.', ['Does Monday suit you?'])).toEqual([])
    expect(warningsFor('See you on Monday at 3 pm.', ['Does Monday suit you?'])).toEqual([
      'Not mentioned in this conversation before: 3 pm',
    ])
    expect(warningsFor('Hi {name}, bit.ly/x\u200b', [])).toEqual([
      'Looks like a placeholder: {name}',
      expect.stringMatching(/^This link is new in this conversation: bit\.ly\/x/),
      '1 hidden character, shown as a mark',
    ])
  })
})
