import { describe, expect, it } from 'vitest'
import { checkInCountry } from './national.ts'
import { checkNumber } from './number.ts'

describe('a number of a plan that has changed, or with a national prefix', () => {
  it.each([
    ['+39 6 12345678', 'lost_zero', '+390612345678'],
    ['+39 2 1234 5678', 'lost_zero', '+390212345678'],
    ['+39 0333 1234567', 'trunk_zero', '+393331234567'],
    ['+229 97 12 34 56', 'old_plan', '+2290197123456'],
    ['+225 07 12 34 56', 'old_plan', '+2250707123456'],
    ['+225 05 12 34 56', 'old_plan', '+2250505123456'],
    ['+225 01 12 34 56', 'old_plan', '+2250101123456'],
    ['+55 11 8123-4567', 'old_plan', '+5511981234567'],
    ['+55 0 11 98123-4567', 'trunk_zero', '+5511981234567'],
    ['+55 0 15 11 98123-4567', 'trunk_zero', '+5511981234567'],
    ['+55 (0xx11) 98123-4568', 'trunk_zero', '+5511981234568'],
    ['+52 1 55 1234 5678', 'old_plan', '+525512345678'],
    ['+52 044 55 1234 5678', 'trunk_zero', '+525512345678'],
    ['+52 01 55 1234 5678', 'trunk_zero', '+525512345678'],
    ['+54 11 15 2345-6789', 'trunk_zero', '+5491123456789'],
    ['+54 9 11 15 2345-6789', 'trunk_zero', '+5491123456789'],
    ['+54 0351 15 234-5678', 'trunk_zero', '+5493512345678'],
    ['+375 8 029 123 45 67', 'trunk_zero', '+375291234567'],
    ['+375 80 29 123 45 67', 'trunk_zero', '+375291234567'],
    ['+375 (029) 123-45-67', 'trunk_zero', '+375291234567'],
    ['+7 8 701 123 45 67', 'trunk_zero', '+77011234567'],
    ['+370 8 612 34567', 'trunk_zero', '+37061234567'],
    ['+57 1 2345678', 'old_plan', '+576012345678'],
    ['+56 2 2345 678', 'old_plan', '+56222345678'],
    ['+84 162 234 5678', 'old_plan', '+84322345678'],
  ])('%s is repaired: %s', (text, problem, repaired) => {
    expect(checkNumber(text)).toMatchObject({ ok: false, problem, repaired })
  })

  it.each([
    ['+225 27 12 34 56', 'old_plan'],
    ['+241 01 23 45 6', 'old_plan'],
    ['+39 333 123 45', 'not_in_plan'],
    ['+39 30 12', 'too_short'],
  ])('%s is only explained: %s', (text, problem) => {
    expect(checkNumber(text)).toEqual({ ok: false, problem })
  })

  it.each([
    ['011 15-2345-6789', 'AR', '+5491123456789'],
    ['0351 15 234-5678', 'AR', '+5493512345678'],
    ['011 2345-6789', 'AR', '+541123456789'],
    ['0 15 11 98123-4567', 'BR', '+5511981234567'],
    ['(0xx11) 98123-4567', 'BR', '+5511981234567'],
    ['(11) 98123-4567', 'BR', '+5511981234567'],
    ['044 55 1234 5678', 'MX', '+525512345678'],
    ['01 55 1234 5678', 'MX', '+525512345678'],
    ['8 029 123 45 67', 'BY', '+375291234567'],
    ['8 701 123 45 67', 'KZ', '+77011234567'],
  ])('%s is read in %s', (text, iso, e164) => {
    expect(checkInCountry(text, iso)).toMatchObject({ ok: true, e164 })
  })

  it('is asked about in national format too', () => {
    expect(checkInCountry('97 12 34 56', 'BJ')).toMatchObject({ problem: 'old_plan', repaired: '+2290197123456' })
    expect(checkInCountry('(11) 8123-4567', 'BR')).toMatchObject({ problem: 'old_plan', repaired: '+5511981234567' })
  })
})
