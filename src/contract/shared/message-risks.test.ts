import { describe, expect, it } from 'vitest'
import { messageRisks, newLinks, newParts } from './message-risks.ts'
import { placeholdersIn } from './risks/placeholders.ts'

const newAmounts = (text: string, earlier: string[]) => newParts('new_amount', text, earlier)
const newDates = (text: string, earlier: string[]) => newParts('new_date', text, earlier)

describe('the risks of a message', () => {
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

  it('are amounts whose number was not mentioned, in any spelling', () => {
    const said = ['It costs 1,500 dollars, with 10% off.']
    expect(newAmounts('That is $1500.00, or €1.500, with 10 percent off.', said)).toEqual([])
    expect(newAmounts('We can do $1,250.50 or 15 % today, for 3 people.', said)).toEqual(['$1,250.50', '15 %'])
    expect(newAmounts('We have 2 offices and 3.5 stars.', [])).toEqual([])
  })

  it('are dates and times that were not mentioned, in any spelling', () => {
    const said = ['Could you come on Friday, March 5th at 3 pm?']
    expect(newDates('See you Friday, 5 March, 15:00.', said)).toEqual([])
    expect(newDates('See you Monday, 6 Mar at 9:30 am.', said)).toEqual(['Monday', '6 Mar', '9:30 am'])
    expect(newDates('By 2026-12-01, or 24.12.2026, or 12/24.', [])).toEqual(['2026-12-01', '24.12.2026', '12/24'])
    expect(newDates('May I ask 3 things about the market 5 km away?', [])).toEqual([])
  })

  it('are listed with the most serious first', () => {
    expect(messageRisks('Hi {name}, pay $5 at bit.ly/x by Friday.', [], true)).toEqual([
      { kind: 'placeholder', found: ['{name}'] },
      { kind: 'new_link', found: ['bit.ly/x'] },
      { kind: 'new_amount', found: ['$5'] },
      { kind: 'new_date', found: ['Friday'] },
      { kind: 'first_message', found: [] },
    ])
    expect(messageRisks('Thank you.', ['Hello.'], false)).toEqual([])
  })
})
