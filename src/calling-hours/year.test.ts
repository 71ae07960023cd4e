/** Compares calling hours with the clock of `Intl`, for every half-hour of a year in every time zone of a phone number. */
import { describe, expect, it } from 'vitest'
import { timeZonesOf } from '#phone/zones.ts'
import { callBacksInside } from './groups.ts'
import { type CallingHours, closesAt, isOpen, nextOpening, type Place } from './hours.ts'

const year = { from: Date.UTC(2026, 0, 1), until: Date.UTC(2027, 0, 1) }
const step = 30 * 60_000
const moments = Array.from({ length: (year.until - year.from) / step }, (_, place) => year.from + place * step)
const hours: CallingHours = {
  from: '08:00',
  until: '20:00',
  weekdays: [1, 2, 3, 4, 5],
  closedDays: [{ date: '2026-12-25', country: null }],
}
const [opens, closes] = [8 * 60, 20 * 60]

/** The time zones of all numbers: every calling code with every two digits after it, and every area code of North America. */
const sets = new Map<string, readonly string[]>()
for (let code = 1; code < 1_000; code++) {
  for (let area = code < 10 ? 200 : 10; area < (code < 10 ? 1_000 : 100); area++) {
    const zones = timeZonesOf(`+${code}${area}5550123`)
    if (zones.length > 0) sets.set(zones.join(), zones)
  }
}
const extra = ['Australia/Lord_Howe', 'Pacific/Chatham', 'Asia/Kathmandu', 'America/Havana', 'Antarctica/Troll']
const zones = [...new Set([...[...sets.values()].flat(), ...extra])]

const days: Record<string, number> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 }

/** One byte for each half-hour of the year: 1 inside the hours, 0 outside. Zones with the same clock share it. */
const clocks = new Map<string, Uint8Array>()
function insideHours(zone: string): Uint8Array {
  const offsets = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const signature = moments
    .filter((_, place) => place % 96 === 0)
    .map((at) => offsets.format(at).slice(-6))
    .join()
  const known = clocks.get(signature)
  if (known) return known
  const wall = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const inside = Uint8Array.from(moments, (at) => {
    const [, weekday = '', month, day, hour, minute] = /(\w+), (\d+)\/(\d+), (\d+):(\d+)/.exec(wall.format(at)) ?? []
    const minutes = Number(hour) * 60 + Number(minute)
    const isDay = (days[weekday] ?? 7) <= 5 && !(month === '12' && day === '25')
    return isDay && minutes >= opens && minutes < closes ? 1 : 0
  })
  clocks.set(signature, inside)
  return inside
}
const byZone = new Map(zones.map((zone) => [zone, insideHours(zone)]))

const placeOf = (some: readonly string[]): Place => ({ country: null, zones: some })
const insideAll = (some: readonly string[], place: number) => some.every((zone) => byZone.get(zone)?.[place] === 1)

describe('calling hours in a year with both clock changes', () => {
  it('cover all time zones of numbers, including numbers with several', () => {
    expect(zones.length).toBeGreaterThan(200)
    expect([...sets.values()].filter((some) => some.length > 1).length).toBeGreaterThan(20)
  })

  it('agree with the local clock at every half-hour', () => {
    // Zones with the same clock are computed once.
    const wrong: string[] = []
    for (const zone of new Map([...byZone].map(([zone, shown]) => [shown, zone])).values()) {
      const place = placeOf([zone])
      moments.forEach((at, index) => {
        if (isOpen(place, hours, at) !== insideAll([zone], index)) wrong.push(`${zone} ${new Date(at).toISOString()}`)
      })
    }
    expect(wrong.slice(0, 5)).toEqual([])
  })

  it('allow no call outside any possible zone between an opening and its end, including call-backs', () => {
    const wrong: string[] = []
    for (const some of sets.values()) {
      const place = placeOf(some)
      for (let index = some.length % 7; index < moments.length - 48 * 30; index += some.length > 1 ? 59 : 421) {
        const opening = nextOpening(place, hours, moments[index] ?? 0)
        if (opening === null) continue
        const end = closesAt(place, hours, opening)
        for (let at = Math.ceil(opening / step) * step; at < end; at += step) {
          if (!insideAll(some, (at - year.from) / step)) wrong.push(`${some.join()} ${new Date(at).toISOString()}`)
        }
        for (let tries = callBacksInside(end, opening, 2, 9); tries > 0; tries--) {
          const at = opening + tries * 2 * 3_600_000
          if (!isOpen(place, hours, at)) wrong.push(`${some.join()} call-back ${new Date(at).toISOString()}`)
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([])
  })
})
