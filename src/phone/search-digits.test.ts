import { describe, expect, it } from 'vitest'
import { hasDigits, searchDigits } from './search-digits.ts'

describe('a number is found', () => {
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
  ])('by %j', (typed, phone) => {
    expect(hasDigits(phone, searchDigits(typed))).toBe(true)
  })

  it('by nothing that is no number, nor by two digits that every number has', () => {
    expect(searchDigits('Nguyen')).toEqual([])
    expect(searchDigits('plan 2')).toEqual([])
    expect(searchDigits('55')).toEqual([])
    expect(searchDigits('')).toEqual([])
  })
})
