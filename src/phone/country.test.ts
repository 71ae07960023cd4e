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
  it("is recognized for each country's example, if the library recognizes it", () => {
    const found = numbers.map(({ number }) => [number, countryOf(number)])
    expect(found).toEqual(numbers.map(({ number }) => [number, parsePhoneNumberFromString(number)?.country]))
  })

  it('is recognized by the area code in North America', () => {
    expect(['+14155550134', '+12045550134', '+18095550134', '+18005550134'].map(countryOf)).toEqual([
      'US',
      'CA',
      'DO',
      'US',
    ])
  })

  it('is international for numbers without a country, and null without a calling code', () => {
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

describe('a formatted number', () => {
  it.each([
    ['+14155550134', '+1 415 555 0134'],
    ['+447700900123', '+44 7700 900123'],
    ['+442079460958', '+44 20 7946 0958'],
    ['+390612345678', '+39 06 1234 5678'],
    ['+999123456', '+999123456'],
    ['4155550134', '4155550134'],
    ['+1', '+1'],
  ])('formats %s as %s', (number, formatted) => {
    expect(groupNumber(number)).toBe(formatted)
  })

  it("is grouped as the library does it, for every country's example", () => {
    const formatted = numbers.map(({ number }) => parsePhoneNumberFromString(number)?.formatInternational() ?? '')
    // The library makes no groups if the plan has none.
    const grouped = formatted.filter((number) => number.split(' ').length > 2)
    expect(grouped.length).toBeGreaterThan(150)
    expect(grouped.map((number) => groupNumber(number.replaceAll(' ', '')))).toEqual(grouped)
  })

  it('keeps its digits', () => {
    expect(numbers.map(({ number }) => groupNumber(number).replaceAll(' ', ''))).toEqual(
      numbers.map(({ number }) => number),
    )
  })
})

describe('the time zones of a number', () => {
  it('are known for every country', () => {
    const zones = numbers.map(({ iso, number }) => ({ iso, zones: timeZonesOf(number) }))
    expect(zones.filter(({ zones }) => zones.length === 0)).toEqual([])
    for (const timeZone of new Set(zones.flatMap(({ zones }) => zones)))
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
  })

  it('follow from the area code, if it belongs to an area', () => {
    expect(timeZonesOf('+14155550134')).toEqual(['America/Los_Angeles'])
    expect(timeZonesOf('+12125550134')).toEqual(['America/New_York'])
    expect(timeZonesOf('+12085550134')).toEqual(['America/Los_Angeles', 'America/Denver'])
    expect(timeZonesOf('+16045550134')).toEqual(['America/Vancouver'])
    expect(timeZonesOf('+61731234567')).toEqual(['Australia/Brisbane'])
    expect(timeZonesOf('+447700900123')).toEqual(['Europe/London'])
  })

  it('are all zones of the country for mobile and freephone numbers', () => {
    expect(timeZonesOf('+61412345678')).toContain('Australia/Perth')
    expect(timeZonesOf('+18005550134')).toHaveLength(7)
  })

  it('are unknown for a number without a country', () => {
    expect([timeZonesOf('+80012345678'), timeZonesOf('+999123'), timeZonesOf('')]).toEqual([[], [], []])
  })
})
