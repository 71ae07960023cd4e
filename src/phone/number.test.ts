import fc from 'fast-check'
import examples from 'libphonenumber-js/examples.mobile.json'
import { isValidPhoneNumber } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/metadata.max.json'
import { describe, expect, it } from 'vitest'
import { e164Pattern } from '#contract/shared/patterns.ts'
import { withCountry } from './national.ts'
import { checkNumber, type NumberProblem, readNumber } from './number.ts'

const e164 = (text: string) => {
  const check = checkNumber(text)
  return check.ok ? check.e164 : check.problem
}

/** The library's national patterns for every kind of number in every country: [calling code, pattern]. */
const patterns = Object.values(metadata.countries).flatMap((record): [code: string, pattern: string][] => {
  const [code, , whole, , , , , , , , , kinds] = record as unknown as [string, 0, string, ...unknown[]]
  const own = ((kinds ?? []) as (0 | [string])[]).flatMap((kind) => (kind === 0 || kind[0] === '' ? [] : [kind[0]]))
  return [...own, whole].map((pattern) => [code, pattern])
})

describe('a number in any format', () => {
  it.each([
    '+14155550134',
    '+1 415 555 0134',
    '+1 (415) 555-0134',
    '(+1) 415.555.0134',
    '+1–415–555–0134',
    '\u202a+1 415\u00a0555\u20110134\u202c',
    '\ufeff+1\u200b4155550134 ',
    '＋１４１５５５５０１３４',
    '+١٤١٥٥٥٥٠١٣٤',
    'tel:+1-415-555-0134',
    "'+14155550134",
    '="+14155550134"',
    '\u201c+1 415 555 0134\u201d',
  ])('reads %j as the same number', (text) => {
    expect(e164(text)).toBe('+14155550134')
    expect(readNumber(text)).toBe('+14155550134')
  })

  it('accepts numbers reserved for fiction: +1 555 …, +44 7700 900 …', () => {
    expect(['+14155550199', '+15550100199', '+447700900123'].map(e164)).not.toContain('not_in_plan')
    expect(['+14155550199', '+15550100199', '+447700900123'].every((number) => checkNumber(number).ok)).toBe(true)
  })

  it.each<[text: string, problem: NumberProblem, repaired: string | undefined]>([
    ['', 'empty', undefined],
    [' \u200b ', 'empty', undefined],
    ['1.41556E+10', 'exponent', undefined],
    ['1,4155e10', 'exponent', undefined],
    // The remaining digits are a valid German number too.
    ['4.93012345E+11', 'exponent', undefined],
    ['1.4155550134E+10', 'exponent', '+14155550134'],
    ['14155550134.0', 'decimal', '+14155550134'],
    ['+4915123456789.0', 'decimal', '+4915123456789'],
    ['call Ann', 'letters', undefined],
    ['+1 415 555 0134 ext. 5', 'extension', '+14155550134'],
    ['tel:+1-415-555-0134;ext=5', 'extension', '+14155550134'],
    ['(415) 555-0134 x12', 'extension', '+14155550134'],
    ['+1 415 555 0134,,12#', 'extension', '+14155550134'],
    ['+14155550134 / +14155550135', 'several', '+14155550134'],
    ['+14155550134 ::: +14155550135', 'several', '+14155550134'],
    ['+14155550134 or +14155550135', 'several', '+14155550134'],
    ['-', 'empty', undefined],
    ['+49 30 123456/57', 'letters', undefined],
    ['+1415+5550134', 'letters', undefined],
    ['+14155550134¹', 'letters', undefined],
    ['14155550134', 'missing_plus', '+14155550134'],
    ['4155550134', 'missing_plus', '+14155550134'],
    ['0014155550134', 'missing_plus', '+14155550134'],
    ['011 44 7700 900123', 'missing_plus', '+447700900123'],
    ['07700 900123', 'missing_plus', undefined],
    ['+1415555013', 'too_short', undefined],
    ['+1415', 'too_short', undefined],
    ['+1', 'too_short', undefined],
    ['+141555501345', 'too_long', undefined],
    ['+44 (0)7700 900123', 'trunk_zero', '+447700900123'],
    ['+49 (0)30 1234567', 'trunk_zero', '+49301234567'],
    ['+7 8 916 123 45 67', 'trunk_zero', '+79161234567'],
    ['+11155550134', 'not_in_plan', undefined],
    ['+999123456789', 'not_in_plan', undefined],
  ])('rejects %j as %s and suggests %s', (text, problem, repaired) => {
    const check = checkNumber(text)
    expect(check).toMatchObject({ ok: false, problem })
    expect(check.ok ? undefined : check.repaired).toBe(repaired)
  })

  it('suggests nothing for ten digits that are valid both with + and with +1', () => {
    const both = fc
      .sample(fc.stringMatching(/^[2-9]\d{2}[2-9]\d{6}$/), { numRuns: 5000, seed: 7 })
      .filter((digits) => checkNumber(`+${digits}`).ok && checkNumber(`+1${digits}`).ok)
    expect(both.length).toBeGreaterThan(10)
    for (const digits of both) expect(checkNumber(digits)).toEqual({ ok: false, problem: 'missing_plus' })
  })

  it('keeps the leading 0 of an Italian number', () => {
    expect(e164('+39 06 1234 5678')).toBe('+390612345678')
  })
})

describe('compared with libphonenumber', () => {
  it('agrees on more than 2,000 numbers, except that it repairs a national prefix', () => {
    let compared = 0
    const other: string[] = []
    for (const [code, pattern] of patterns) {
      for (const national of fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { numRuns: 2, seed: 42 })) {
        const changed = `${national.slice(0, 2)}${(Number(national[2]) + 3) % 10}${national.slice(3)}`
        for (const digits of [national, changed, national.slice(1), `${national}1`].map((digits) => code + digits)) {
          const number = `+${digits}`
          const check = checkNumber(number)
          if (!e164Pattern.test(number) || /^\+1555|^\+447700900|^\+441632960/.test(number)) continue
          compared++
          if (check.ok !== isValidPhoneNumber(number) && (check.ok || check.problem !== 'trunk_zero'))
            other.push(number)
        }
      }
    }
    expect(compared).toBeGreaterThan(2_000)
    // In a few plans, the library rewrites the number before it checks it.
    expect(other.length / compared).toBeLessThan(0.001)
  })

  it("accepts every country's example", () => {
    const codes = metadata.countries as unknown as Record<string, [string]>
    const numbers = Object.entries(examples).map(([iso, national]) => `+${codes[iso]?.[0]}${national}`)
    expect(numbers.map(e164)).toEqual(numbers)
  })

  it.each(['++3150302', '++1 202 555 0105', 'Tel. ++12025550105', '++31/5030212', '(+(+3150302'])(
    'tells of %s that it is no number',
    (text) => {
      expect(checkNumber(text)).toEqual({ ok: false, problem: 'letters' })
    },
  )

  it('accepts and suggests only valid E.164 numbers', () => {
    const anything = fc.string({
      unit: fc.constantFrom('+', '0', '1', '2', '3', '4', '5', '7', '8', '9', ' ', '-', '.', '(', 'e', 'E'),
    })
    const holds = fc.property(anything, (text) => {
      const check = checkNumber(text)
      const number = check.ok ? check.e164 : check.repaired
      return number === undefined || (e164Pattern.test(number) && checkNumber(number).ok)
    })
    expect(fc.check(holds, { numRuns: 2_000 })).toMatchObject({ counterexample: null })
  })
})

describe('a number in national format', () => {
  it.each([
    ['4155550134', 'US', '+14155550134'],
    ['1 415 555 0134', 'US', '+14155550134'],
    ['07700 900123', 'GB', '+447700900123'],
    ['447700900123', 'GB', '+447700900123'],
    ['030 1234567', 'DE', '+49301234567'],
    ['8 916 123 45 67', 'RU', '+79161234567'],
    ['393 123 4567', 'IT', '+393931234567'],
    ['06 1234 5678', 'IT', '+390612345678'],
    ['91987 65432', 'IN', '+919198765432'],
    ['0044 7700 900123', 'DE', '+447700900123'],
    ['+1 415 555 0134', 'GB', '+14155550134'],
  ])('reads %j in %s as %s', (text, iso, expected) => {
    expect(withCountry(text, iso)).toBe(expected)
  })

  it.each([
    ['12', 'GB'],
    ['Ann', 'GB'],
    ['', 'GB'],
    ['4155550134', 'XX'],
    ['+4155', 'US'],
  ])('rejects %j in %s', (text, iso) => {
    expect(withCountry(text, iso)).toBeNull()
  })
})

describe('an area code of North America that the plan does not have', () => {
  const unknown = ['565', '924', '621', '679', '861', '436', '457', '471', '729', '837', '387']

  it.each(unknown)('is asked about, not refused: %s', (area) => {
    const number = `+1${area}2345678`
    expect(checkNumber(number)).toEqual({ ok: false, problem: 'unknown_area_code', repaired: number })
    expect(withCountry(`(${area}) 234-5678`, 'US')).toBe(number)
    expect(withCountry(`1 ${area} 234 5678`, 'CA')).toBe(number)
  })

  it.each(['+19112345678', '+15659112345', '+15651345678', '+11652345678', '+10652345678'])(
    'is refused if no number is written like %s',
    (number) => expect(checkNumber(number)).toEqual({ ok: false, problem: 'not_in_plan' }),
  )

  it('is no country for a number without a +', () => {
    expect(checkNumber('5652345678')).not.toHaveProperty('repaired', '+15652345678')
  })
})
