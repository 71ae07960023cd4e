/** Compares the generated time zones with the numbering authority's table, for every prefix, and with the calling hours of a year. */
import { describe, expect, it } from 'vitest'
import { type CallingHours, isOpen } from '../../calling-hours/hours.ts'
import { groupByPlace, placeOf } from '../../calling-hours/people.ts'
import { countryOf } from '../../phone/country.ts'
import { timeZonesOf } from '../../phone/zones.ts'
import { clockOf } from './compile-zones.ts'
import { authorityTable, overlays, zonesOf } from './zones-of-prefixes.ts'

const authority = new Map([...authorityTable].map(([prefix, zones]) => [prefix, new Set(zones)]))
/** The row of +1 alone lists every zone from Guam to Newfoundland, so that nobody there could be called at any hour. */
const prefixes = [...authority.keys()].filter((prefix) => prefix !== '1')
const endings = ['000000000', '555012345', '234567891', '987654321']
const numbers = prefixes.flatMap((prefix) =>
  endings.map((ending) => (prefix + ending).slice(0, Math.max(11, prefix.length))),
)

const clocksOf = (zones: Iterable<string>) => new Set(Array.from(zones, clockOf))
const lacking = (needed: Iterable<string>, zones: Iterable<string>) => {
  const clocks = clocksOf(zones)
  return [...needed].filter((zone) => !clocks.has(clockOf(zone)))
}

describe('the time zones of a number', () => {
  it("are at least those of the numbering authority's table", { tags: ['R53'] }, () => {
    const missing = numbers.flatMap((digits) => {
      const zones = lacking(zonesOf(digits, authority), timeZonesOf(`+${digits}`))
      return zones.length > 0 ? [`+${digits} ${countryOf(`+${digits}`)}: ${zones.join(' ')}`] : []
    })
    expect(missing).toEqual([])
  })

  it('of an area code of North America are at least those of all its exchanges', { tags: ['R53'] }, () => {
    const missing = prefixes
      .filter((prefix) => prefix.startsWith('1'))
      .flatMap((prefix) => {
        const zones = timeZonesOf(`+${prefix.slice(0, 4)}5550123`)
        return lacking(authority.get(prefix) ?? [], zones).map((zone) => `${prefix} lacks ${zone}`)
      })
    expect(missing).toEqual([])
  })

  it('of an overlay are at least those of the area codes whose area it serves', { tags: ['R53'] }, () => {
    const missing = overlays.flatMap(({ parents, codes }) =>
      parents.flatMap((parent) =>
        codes.flatMap((code) =>
          lacking(timeZonesOf(`+1${parent}5550123`), timeZonesOf(`+1${code}5550123`)).map(
            (zone) => `${code} of ${parent} lacks ${zone}`,
          ),
        ),
      ),
    )
    expect(overlays.length).toBeGreaterThan(100)
    expect(missing).toEqual([])
  })

  it.each(['+1 273', '+1 537', '+1 568', '+61 0', '+64 0', '+7 600', '+52 60'])(
    'are all those of the country for %s, which the table does not know',
    (prefix) => {
      const number = prefix.replaceAll(' ', '').padEnd(12, '2')
      const iso = countryOf(number) ?? ''
      const locale = new Intl.Locale('und', { region: iso }) as Intl.Locale & { getTimeZones: () => string[] }
      expect(lacking(locale.getTimeZones(), timeZonesOf(number))).toEqual([])
    },
  )

  it.each([
    ['448, an overlay of 850', '+14485550123', 'America/Chicago', 'America/New_York'],
    ['364, an overlay of 270', '+13645550123', 'America/Chicago', 'America/New_York'],
    ['219, where exchanges differ', '+12195550123', 'America/Chicago', 'America/New_York'],
    ['574', '+15745550123', 'America/Chicago', 'America/New_York'],
    ['928, with the Navajo Nation', '+19285550123', 'America/Denver', 'America/Phoenix'],
    ['709, with Labrador', '+17095550123', 'America/Halifax', 'America/St_Johns'],
    ['418, with the Magdalen Islands', '+14185550123', 'America/Halifax', 'America/Toronto'],
    ['907, with the Aleutians', '+19075550123', 'America/Adak', 'America/Anchorage'],
    ['689, which the table gives to Chicago', '+16895550123', 'America/Chicago', 'America/New_York'],
    ['474, which the table gives to Winnipeg', '+14745550123', 'America/Regina', 'America/Winnipeg'],
    ['606', '+16065550123', 'America/Chicago', 'America/New_York'],
    ['the city of Chihuahua, which changed its time', '+526144101234', 'America/Hermosillo', 'America/Mexico_City'],
    ['Matamoros at the border', '+528688121234', 'America/Matamoros', 'America/Mexico_City'],
  ])('of %s are both', (_, number, ...zones) => {
    expect(lacking(zones, timeZonesOf(number))).toEqual([])
  })

  it.each([
    ['235', '+12355550123', ['America/Chicago']],
    ['738', '+17385550123', ['America/Los_Angeles']],
    ['748', '+17485550123', ['America/Denver']],
    ['Moscow', '+74951234567', ['Europe/Moscow']],
    ['Vladivostok', '+74232123456', ['Asia/Vladivostok']],
    ['Samara, by its clock', '+78462123456', ['Europe/Samara']],
    ['Mexico City', '+525512345678', ['America/Mexico_City']],
    ['Cancún', '+529981234567', ['America/Cancun']],
    ['Tijuana', '+526641234567', ['America/Tijuana']],
    ['Jakarta', '+62215123456', ['Asia/Jakarta']],
    ['Las Palmas', '+34928123456', ['Atlantic/Canary']],
    ['Madrid', '+34911234567', ['Europe/Madrid']],
  ])('of %s are no more than its own', (_, number, zones) => {
    expect(timeZonesOf(number)).toEqual(zones)
  })

  it.each([
    ['Russia', '+79161234567', 11],
    ['Australia', '+61412345678', 5],
    ['Spain', '+34612345678', 2],
    ['Indonesia', '+628123456789', 3],
    ['Chile', '+56961234567', 3],
  ])('of a mobile number in %s are those of the country', (_, number, count) => {
    expect(timeZonesOf(number)).toHaveLength(count)
  })

  it('never say that a person outside the hours of a possible zone may be called', { tags: ['R53'] }, () => {
    const hours: CallingHours = { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5, 6, 7], closedDays: [] }
    // In winter, in summer, and in the weeks between the clock changes of America and Europe.
    const moments = ['2026-01-14', '2026-03-17', '2026-07-15', '2026-10-28'].flatMap((day) =>
      Array.from({ length: 48 }, (_, half) => Date.parse(`${day}T00:00Z`) + half * 1_800_000),
    )
    const zonesByPrefix = Map.groupBy(numbers, (digits) => [...zonesOf(digits, authority)].join())
    const wrong: string[] = []
    for (const [zones, some] of zonesByPrefix) {
      const possible = zones.split(',').map((zone) => ({ country: null, zones: [zone] }))
      for (const place of new Map(
        some.map((digits) => [timeZonesOf(`+${digits}`).join(), placeOf(`+${digits}`)]),
      ).values()) {
        for (const at of moments) {
          if (isOpen(place, hours, at) && !possible.every((one) => isOpen(one, hours, at)))
            wrong.push(`${place.country} ${zones} at ${new Date(at).toISOString()}`)
        }
      }
    }
    expect(wrong.slice(0, 10)).toEqual([])
  })
})

it('groups a list by the place of each of its numbers', () => {
  const list = numbers.filter((digits) => digits.length <= 15).map(Number)
  const places = new Map(
    groupByPlace(list).flatMap(({ positions, country, zones }) => positions.map((at) => [at, { country, zones }])),
  )
  const wrong = list.filter((number, at) => {
    const { country, zones } = placeOf(`+${number}`)
    return places.get(at)?.country !== country || places.get(at)?.zones.join() !== zones.join()
  })
  expect(wrong).toEqual([])
})
