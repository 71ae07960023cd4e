import { describe, expect, it } from 'vitest'
import { containsDigits, numbersIn, searchDigits } from './search-digits.ts'

describe('the search for a number', () => {
  it.each([
    ['+14155550134', '+14155550134'],
    ['+1 (415) 555-0134', '+14155550134'],
    ['0014155550134', '+14155550134'],
    ['tel:+1-415-555-0134', '+14155550134'],
    ['０１３４', '+14155550134'],
    ['555 0134', '+14155550134'],
    ['07700 900123', '+447700900123'],
    ['+44 (0)7700 900123', '+447700900123'],
    ['011 44 7700 900123', '+447700900123'],
    ['00 44 7700 900123', '+447700900123'],
    ['06 6982', '+390669821234'],
  ])('finds it by %j', (typed, phone) => {
    expect(containsDigits(phone, searchDigits(typed))).toBe(true)
  })

  it('ignores text that is no number, and fewer than three digits', () => {
    expect(searchDigits('Nguyen')).toEqual([])
    expect(searchDigits('plan 2')).toEqual([])
    expect(searchDigits('55')).toEqual([])
    expect(searchDigits('')).toEqual([])
  })
})

describe('the numbers in a typed text', () => {
  it.each([
    ['+1 415 555 0134', ['+14155550134']],
    ['415-555-0134 ext. 12', ['+14155550134']],
    ['Ada Moreno +1 415 555 0134', ['+14155550134']],
    ['Ada Moreno, (415) 555-0134', ['+14155550134']],
    ['415 555 0134 Ada', ['+14155550134']],
    ['call 415 555 0134 please', ['+14155550134']],
    ['+1/415/555/0134', ['+14155550134']],
    ['+1_415_555_0134', ['+14155550134']],
    ['+1 415 555 0134, +1 415 555 0135', ['+14155550134', '+14155550135']],
    ['+1 415 555 0134 / 415 555 0135', ['+14155550134', '+14155550135']],
    ['Ada +1 415 555 0134\nBo +44 7700 900123', ['+14155550134', '+447700900123']],
    ['+1 415 555 0134 and 0044 7700 900123', ['+14155550134', '+447700900123']],
    ['14155550134@c.us; 14155550135@c.us', ['+14155550134', '+14155550135']],
    ['4155550134@vtext.com, +1 415 555 0135', ['+14155550135']],
    ['Ada \u202a+1 415\u2011555\u20110134\u202c', ['+14155550134']],
    ['Ada ＋１ ４１５ ５５５ ０１３４', ['+14155550134']],
  ])('of %j are %j', (text, numbers) => {
    expect(numbersIn(text)).toEqual(numbers)
  })

  it.each([
    'Ada Moreno',
    'renewals of 2026-11-30',
    '1 4I5 555 O134',
    'batch_6571182346326219',
    '92211bbba5ffe5d3c320feca',
    'a14155550134',
    'ada@example.com',
    '4155550134@vtext.com',
    'ada.415-555-0134@example.com',
    '4155550134-12@example.com',
    'Ada <4155550134@vtext.com>',
    '07700 900123',
    '',
  ])('of %j are none', (text) => {
    expect(numbersIn(text)).toEqual([])
  })
})
