import { describe, expect, it, test } from 'vitest'
import type { CallingHours, Destination } from '#contract/index.ts'
import { hoursOutlook, openingInWords } from './hours-outlook.ts'

const country = (country: string, ...areas: [calls: number, ...zones: string[]][]): Destination => ({
  country,
  calls: areas.reduce((sum, [calls]) => sum + calls, 0),
  zones: [...new Set(areas.flatMap(([, ...zones]) => zones))],
  areas: areas.map(([calls, ...zones]) => ({ calls, zones })),
})
const us = country('US', [30, 'America/Los_Angeles'], [10, 'America/New_York'])
const germany = country('DE', [16, 'Europe/Berlin'])
const japan = country('JP', [4, 'Asia/Tokyo'])

const hours: CallingHours = { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5], closedDays: [] }
/** A Friday: 15:02 in Berlin, 23:02 in Tokyo, 09:02 in New York, 06:02 in Los Angeles. */
const from = Date.UTC(2026, 10, 20, 14, 2)
const once = { from, seconds: 600, callBacks: 0, gapHours: 4 }

describe('a manager who is about to start a batch', () => {
  test.each<[string, Destination[], Partial<typeof once>, string[]]>([
    ['nothing where all calls fit', [germany], {}, []],
    [
      'who is outside, with the time there and how many are called',
      [us, germany, japan],
      {},
      [
        'Outside the calling hours at the start: 34 of 60 calls. United States (Los Angeles) 06:02, 30 calls; Japan (Tokyo) 23:02, 4 calls.',
      ],
    ],
    [
      'of places whose zone is unknown',
      [germany, country('001', [2])],
      {},
      ['Outside the calling hours at the start: 2 of 18 calls. Unknown time zone, 2 calls.'],
    ],
    [
      'where the hours end before the calls are done',
      [germany],
      { seconds: 6 * 3_600 },
      ['The calling hours end before the calls are done for 16 of 16 calls: Germany (Berlin) 20:00, 16 calls.'],
    ],
    [
      'how many call-backs fit',
      [germany],
      { callBacks: 2 },
      ['Only 1 of 2 call-backs fits into the calling hours. The others are not asked for.'],
    ],
    [
      'that none fits',
      [germany],
      { callBacks: 2, gapHours: 24 },
      ['No call-back fits into the calling hours, so nobody is called back.'],
    ],
    ['nothing of call-backs, having said to call anyway', [germany], { callBacks: 2, isAnyway: true }, []],
    [
      'it of the moment at which a scheduled batch begins',
      [germany],
      { from: Date.UTC(2026, 10, 24, 19, 30) },
      ['Outside the calling hours at the start: 16 of 16 calls. Germany (Berlin) 20:30, 16 calls.'],
    ],
  ])('reads %s', (_, destinations, more, words) => {
    const outlook = hoursOutlook(destinations, hours, { ...once, ...more })
    expect([outlook.outside, ...outlook.words].filter(Boolean)).toEqual(words)
  })

  it('reads no endless list', () => {
    const many = ['JP', 'KR', 'TW', 'HK', 'CN', 'PH', 'SG', 'MY'].map((iso) => country(iso, [1, 'Asia/Tokyo']))
    expect(hoursOutlook(many, hours, once).outside).toMatch(/; 2 more places\.$/)
  })
})

test.each<[string, Destination[], RegExp]>([
  ['nothing where nobody is outside', [germany], /^$/],
  ['when everybody is inside', [us], /^The calling hours open for everybody .*\b(0?4|16):00/],
  ['nothing where most are inside now and everybody never is', [germany, country('NZ', [2, 'Pacific/Auckland'])], /^$/],
])('whoever approves a start is told %s', (_, destinations, said) => {
  expect(openingInWords(destinations, hours, once)).toMatch(said)
})
