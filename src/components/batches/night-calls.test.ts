import { describe, expect, it } from 'vitest'
import type { Destination } from '#contract/index.ts'
import { nightsInWords, nightsOf } from './night-calls.ts'

const country = (country: string, ...areas: [calls: number, ...zones: string[]][]): Destination => ({
  country,
  calls: areas.reduce((sum, [calls]) => sum + calls, 0),
  zones: [...new Set(areas.flatMap(([, ...zones]) => zones))],
  areas: areas.map(([calls, ...zones]) => ({ calls, zones })),
})
const us = country('US', [30, 'America/Los_Angeles'], [10, 'America/New_York'])
const germany = country('DE', [16, 'Europe/Berlin'])
const japan = country('JP', [4, 'Asia/Tokyo'])
const all = [us, germany, japan]

/** 14:02 UTC: 15:02 in Berlin, 23:02 in Tokyo, 09:02 in New York, 06:02 in Los Angeles. */
const from = Date.UTC(2026, 10, 20, 14, 2)
const once = { from, seconds: 600, callBacks: 0, gapHours: 4 }

describe('a manager who is about to start a batch', () => {
  it('reads in which countries it is night, with the time there and how many are called', () => {
    expect(nightsInWords(nightsOf(all, once), 60, false)).toEqual([
      'At the start it is night, before 8:00 or after 20:00, for 34 of 60 calls: in parts of the United States (06:02, 30 calls); in Japan (23:02, 4 calls).',
    ])
  })

  it('reads nothing where it is day everywhere until the calls are done', () => {
    expect(nightsInWords(nightsOf([germany], once), 16, false)).toEqual([])
    expect(nightsInWords(nightsOf([country('DE', [3])], once), 3, false)).toEqual([])
  })

  it('reads where night begins before the calls are done', () => {
    expect(nightsInWords(nightsOf([germany], { ...once, seconds: 6 * 3_600 }), 16, false)).toEqual([
      'Before the calls are done, night begins for 16 of 16 calls: in Germany (20:00, 16 calls).',
    ])
  })

  it('reads where call-backs come at night, of a batch that calls by day', () => {
    const twice = { ...once, callBacks: 2, gapHours: 4 }
    expect(nightsInWords(nightsOf([germany], twice), 16, false)).toEqual([
      'Call-backs may come at night, before 8:00 or after 20:00, for 16 of 16 calls: in Germany (23:02, 16 calls).',
    ])
    expect(nightsInWords(nightsOf([germany], { ...twice, gapHours: 24 }), 16, false)).toEqual([])
  })

  it('reads it of the moment at which a scheduled batch begins', () => {
    const at = Date.UTC(2026, 10, 21, 19, 30)
    expect(nightsInWords(nightsOf([germany], { ...once, from: at }), 16, true)).toEqual([
      'At the start it will be night, before 8:00 or after 20:00, for 16 of 16 calls: in Germany (20:30, 16 calls).',
    ])
  })

  it('counts a number that may be in one of two zones where it is night in either, and names no endless list', () => {
    const edge = country('US', [5, 'America/Los_Angeles', 'America/New_York'])
    expect(nightsOf([edge], once).atStart).toEqual([{ country: 'US', calls: 5, inParts: true, time: '06:02' }])
    const many = ['JP', 'KR', 'TW', 'HK', 'CN', 'PH', 'SG', 'MY'].map((iso) => country(iso, [1, 'Asia/Tokyo']))
    expect(nightsInWords(nightsOf(many, once), 8, false)[0]).toMatch(/; 2 more countries\.$/)
  })
})
