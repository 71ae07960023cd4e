import { describe, expect, it, test } from 'vitest'
import type { CallingHours, Destination } from '#contract/index.ts'
import { compareWithHours, openingText } from './hours-outlook.ts'

const destinationIn = (country: string, ...areas: [calls: number, ...zones: string[]][]): Destination => ({
  country,
  calls: areas.reduce((sum, [calls]) => sum + calls, 0),
  zones: [...new Set(areas.flatMap(([, ...zones]) => zones))],
  areas: areas.map(([calls, ...zones]) => ({ calls, zones })),
})
const us = destinationIn('US', [30, 'America/Los_Angeles'], [10, 'America/New_York'])
const germany = destinationIn('DE', [16, 'Europe/Berlin'])
const japan = destinationIn('JP', [4, 'Asia/Tokyo'])

const hours: CallingHours = { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5], closedDays: [] }
/** A Friday: 15:02 in Berlin, 23:02 in Tokyo, 09:02 in New York, 06:02 in Los Angeles. */
const from = Date.UTC(2026, 10, 20, 14, 2)
const plan: Parameters<typeof compareWithHours>[2] = { from, seconds: 600, callBacks: 0, gapHours: 4 }

describe('a comparison of calls with calling hours', () => {
  test.each<[string, Destination[], Partial<typeof plan>, string[]]>([
    ['nothing if all calls fit', [germany], {}, []],
    [
      'who is outside calling hours, with local time and number of calls',
      [us, germany, japan],
      {},
      [
        '34 of 60 calls are outside calling hours at the start: United States (Los Angeles) 06:02, 30 calls; Japan (Tokyo) 23:02, 4 calls.',
      ],
    ],
    [
      'places whose time zone is unknown',
      [germany, destinationIn('001', [2])],
      {},
      ['2 of 18 calls are outside calling hours at the start: Unknown time zone, 2 calls.'],
    ],
    [
      'where calling hours end before the calls are done',
      [germany],
      { seconds: 6 * 3_600 },
      ['For 16 of 16 calls, calling hours end before the batch is done: Germany (Berlin) 20:00, 16 calls.'],
    ],
    [
      'how many call-backs fit',
      [germany],
      { callBacks: 2 },
      ['Only 1 of 2 call-backs fits within calling hours. The rest will not be made.'],
    ],
    [
      'that no call-back fits',
      [germany],
      { callBacks: 2, gapHours: 24 },
      ['No call-back fits within calling hours, so nobody is called back.'],
    ],
    [
      'nothing about call-backs if everybody is outside, because they are called only for a reason',
      [japan],
      { callBacks: 2 },
      ['4 of 4 calls are outside calling hours at the start: Japan (Tokyo) 23:02, 4 calls.'],
    ],
    [
      'the times at which a scheduled batch starts',
      [germany],
      { from: Date.UTC(2026, 10, 24, 19, 30) },
      ['16 of 16 calls are outside calling hours at the start: Germany (Berlin) 20:30, 16 calls.'],
    ],
  ])('shows %s', (_, destinations, planChanges, sentences) => {
    const outlook = compareWithHours(destinations, hours, { ...plan, ...planChanges })
    expect([outlook.outside, ...outlook.sentences].filter(Boolean)).toEqual(sentences)
  })

  it('names at most six places', () => {
    const many = ['JP', 'KR', 'TW', 'HK', 'CN', 'PH', 'SG', 'MY'].map((iso) => destinationIn(iso, [1, 'Asia/Tokyo']))
    expect(compareWithHours(many, hours, plan).outside).toMatch(/; 2 more places\.$/)
  })
})

test.each<[string, Destination[], RegExp]>([
  ['nothing if nobody is outside', [germany], /^$/],
  ['when everybody is inside calling hours', [us], /^Calling hours are open for everyone from .*\b(0?4|16):00/],
  ['nothing if no later time is better', [germany, destinationIn('NZ', [2, 'Pacific/Auckland'])], /^$/],
])('an approval shows %s', (_, destinations, text) => {
  expect(openingText(destinations, hours, plan)).toMatch(text)
})
