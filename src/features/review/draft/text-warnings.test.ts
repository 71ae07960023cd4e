import { describe, expect, it } from 'vitest'
import { disguisedLinks, newLinks, placeholdersIn, warningsFor } from './text-warnings.ts'

describe('warnings about a text', () => {
  it('name unfilled placeholders', () => {
    expect(placeholdersIn('Hi {name}, your [ORDER NUMBER] of XX is {{ ready }}, <FIRST_NAME>, %DATE%')).toEqual([
      '{name}',
      '[ORDER NUMBER]',
      'XX',
      '{{ ready }}',
      '<FIRST_NAME>',
      '%DATE%',
    ])
  })

  it('do not mistake ordinary text for placeholders', () => {
    expect(placeholdersIn('Louis XIV, size XL, [sic], 5 < 6 and 7 > 3, 100% sure, MAXX')).toEqual([])
  })

  it('name links that are new in the conversation', () => {
    const before = ['Look at https://northfield.example/plans.']
    expect(newLinks('See https://northfield.example/plans, or www.other.example!', before)).toEqual([
      'www.other.example',
    ])
    expect(newLinks('Write to sam@northfield.com or visit northfield.com/help.', [])).toEqual(['northfield.com/help'])
    expect(newLinks('See HTTPS://Northfield.example/plans', before)).toEqual([])
    expect(newLinks('See https://northfield.com@evil.example/x', [])).toEqual(['https://northfield.com@evil.example/x'])
  })

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

  it('are sentences, and empty for an ordinary text', () => {
    expect(warningsFor('Thank you, see you on Monday.', [])).toEqual([])
    expect(warningsFor('Hi {name}, bit.ly/x\u200b', [])).toEqual([
      'Looks like a placeholder: {name}',
      expect.stringMatching(/^This link is new in this conversation: bit\.ly\/x/),
      '1 hidden character, shown as a mark',
    ])
  })
})
