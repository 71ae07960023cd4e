import { describe, expect, it } from 'vitest'
import { containsDigits, searchDigits } from './search-digits.ts'

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
