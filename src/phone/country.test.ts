import examples from 'libphonenumber-js/examples.mobile.json'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/metadata.max.json'
import { describe, expect, it } from 'vitest'
import { countryName, countryOf } from './country.ts'
import { groupNumber } from './group.ts'
import { timeZonesOf } from './zones.ts'

const codes = metadata.countries as unknown as Record<string, [string]>
const numbers = Object.entries(examples).map(([iso, national]) => ({ iso, number: `+${codes[iso]?.[0]}${national}` }))

describe('a country', () => {
  it("is told from each country's example, where the library can tell it", () => {
    const told = numbers.map(({ number }) => [number, countryOf(number)])
    expect(told).toEqual(numbers.map(({ number }) => [number, parsePhoneNumberFromString(number)?.country]))
  })

  it('of North America is told by the area code', () => {
    expect(['+14155550134', '+12045550134', '+18095550134', '+18005550134'].map(countryOf)).toEqual([
      'US',
      'CA',
      'DO',
      'US',
    ])
  })

  it('is nobody for numbers of the world, and unknown for what begins with no calling code', () => {
    expect([countryOf('+80012345678'), countryOf('+999123'), countryOf('4155550134'), countryOf('')]).toEqual([
      '001',
      null,
      null,
      null,
    ])
  })

  it('has a name', () => {
    expect(['GB', 'US', '001', 'XK', '', '??'].map(countryName)).toEqual([
      'United Kingdom',
      'United States',
      'International',
      'Kosovo',
      '',
      '??',
    ])
  })
})

describe('a number for people', () => {
  it.each([
    ['+14155550134', '+1 415 555 0134'],
    ['+447700900123', '+44 7700 900123'],
    ['+442079460958', '+44 20 7946 0958'],
    ['+390612345678', '+39 06 1234 5678'],
    ['+999123456', '+999123456'],
    ['4155550134', '4155550134'],
    ['+1', '+1'],
  ])('%s is written %s', (number, written) => {
    expect(groupNumber(number)).toBe(written)
  })

  it("is grouped as the library groups it, for every country's example", () => {
    const written = numbers.map(({ number }) => parsePhoneNumberFromString(number)?.formatInternational() ?? '')
    // Where the plan names no groups, the library makes none.
    const named = written.filter((number) => number.split(' ').length > 2)
    expect(named.length).toBeGreaterThan(150)
    expect(named.map((number) => groupNumber(number.replaceAll(' ', '')))).toEqual(named)
  })

  it('keeps its digits', () => {
    expect(numbers.map(({ number }) => groupNumber(number).replaceAll(' ', ''))).toEqual(
      numbers.map(({ number }) => number),
    )
  })
})

describe('the time where a number is at home', () => {
  it('is known for every country', () => {
    const zones = numbers.map(({ iso, number }) => ({ iso, zones: timeZonesOf(number) }))
    expect(zones.filter(({ zones }) => zones.length === 0)).toEqual([])
    for (const timeZone of new Set(zones.flatMap(({ zones }) => zones)))
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
  })

  it('is told by the area where the area tells', () => {
    expect(timeZonesOf('+14155550134')).toEqual(['America/Los_Angeles'])
    expect(timeZonesOf('+12125550134')).toEqual(['America/New_York'])
    expect(timeZonesOf('+12085550134')).toEqual(['America/Los_Angeles', 'America/Denver'])
    expect(timeZonesOf('+16045550134')).toEqual(['America/Vancouver'])
    expect(timeZonesOf('+61731234567')).toEqual(['Australia/Brisbane'])
    expect(timeZonesOf('+447700900123')).toEqual(['Europe/London'])
  })

  it('is any of the country for a mobile or freephone number there', () => {
    expect(timeZonesOf('+61412345678')).toContain('Australia/Perth')
    expect(timeZonesOf('+18005550134')).toHaveLength(7)
  })

  it('is nowhere for a number of no country', () => {
    expect([timeZonesOf('+80012345678'), timeZonesOf('+999123'), timeZonesOf('')]).toEqual([[], [], []])
  })
})
