import { describe, expect, it } from 'vitest'
import { concernsAbout, newLinks, placeholdersIn } from './concerns.ts'

describe('what a reviewer is pointed to', () => {
  it('is what a template left behind', () => {
    expect(placeholdersIn('Hi {name}, your [ORDER NUMBER] of XX is {{ ready }}, <FIRST_NAME>, %DATE%')).toEqual([
      '{name}',
      '[ORDER NUMBER]',
      'XX',
      '{{ ready }}',
      '<FIRST_NAME>',
      '%DATE%',
    ])
  })

  it('is not ordinary writing', () => {
    expect(placeholdersIn('Louis XIV, size XL, [sic], 5 < 6 and 7 > 3, 100% sure, MAXX')).toEqual([])
  })

  it('is a link that nobody has sent before', () => {
    const before = ['Look at https://northfield.example/plans.']
    expect(newLinks('See https://northfield.example/plans, or www.other.example!', before)).toEqual([
      'www.other.example',
    ])
    expect(newLinks('Write to sam@northfield.com or visit northfield.com/help.', [])).toEqual(['northfield.com/help'])
    expect(newLinks('See HTTPS://Northfield.example/plans', before)).toEqual([])
  })

  it('is said in sentences, and not at all where all is well', () => {
    expect(concernsAbout('Thank you, see you on Monday.', [])).toEqual([])
    expect(concernsAbout('Hi {name}, bit.ly/x\u200b', [])).toEqual([
      'Looks like a placeholder: {name}',
      expect.stringMatching(/^A link not seen before/),
      '1 hidden character, shown as marks',
    ])
  })
})
