/** A figure leads to the calls or decisions that it counts: what its address says is what the gateway is asked for. */
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { contract, listedOutcomes, listedResults } from '#contract/index.ts'
import { type Fields, parseSearch } from '#kit/navigation/search-params.ts'
import { callsFields, listQueryOf } from './calls/search.ts'
import { listQueryOf as decisionQueryOf, decisionsFields } from './decisions/search.ts'
import { type CountedOnly, callsAddress, decisionsAddress, rejectionsWith } from './row-addresses.ts'
import { partOf, periodOf } from './search.ts'

const all = { days: 28, agent: '', flow: '', batch: '', country: '' }
const pageAt = (address: string) => `http://127.0.0.1${address}`
const now = new Date(2026, 10, 26, 13, 30).getTime()
const part = { from: now - 3_600_000, to: now }

describe('calls behind a figure', () => {
  const searchAt = (address: string) => parseSearch(callsFields, pageAt(address))
  /** The query of the list at an address, which the gateway accepts. */
  function queryAt(address: string) {
    const query = listQueryOf(searchAt(address))
    expect(contract.countedCallList.query.parse({ ...part, ...query })).toMatchObject(query)
    return query
  }

  it.each<[CountedOnly, object]>([
    [{}, {}],
    // Monday and the hour after midnight are 0.
    [
      { weekday: 0, hour: 0 },
      { weekday: 0, hour: 0 },
    ],
    [
      { weekday: 6, hour: 23 },
      { weekday: 6, hour: 23 },
    ],
    [{ agent: 'a1' }, { agentId: 'a1' }],
    [{ flow: 'f1' }, { flowId: 'f1' }],
    [{ batch: 'b1' }, { batchId: 'b1' }],
    [{ country: 'DE' }, { country: 'DE' }],
    [{ attempt: '2' }, { attempt: 2 }],
    [{ agentVersion: '12' }, { agentVersion: 12 }],
    [{ flowVersion: '3' }, { flowVersion: 3 }],
    ...listedOutcomes.map((outcome): [CountedOnly, object] => [{ outcome }, { outcome }]),
  ])('of %j are those that the gateway lists', (only, query) => {
    expect(queryAt(callsAddress(all, only))).toEqual(query)
  })

  it('have the filters and the period of its page, unless it counts a part of them', () => {
    const filter = { days: 7, agent: 'a1', flow: 'f1', batch: 'b1', country: 'GB' }
    const ids = { agentId: 'a1', flowId: 'f1', batchId: 'b1', country: 'GB' }
    const whole = callsAddress(filter, { weekday: 0 })
    expect(queryAt(whole)).toEqual({ ...ids, weekday: 0 })
    expect(partOf(searchAt(whole), now)).toEqual(periodOf(7, now))
    expect(partOf(searchAt(callsAddress(all, {})), now)).toEqual(periodOf(28, now))
    expect([searchAt(whole).figure, searchAt(callsAddress(filter, { figure: 'agents' })).figure]).toEqual([
      'reaching',
      'agents',
    ])
    const ofPart = callsAddress(filter, { ...part, country: 'DE' })
    expect(queryAt(ofPart)).toEqual({ ...ids, country: 'DE' })
    expect(partOf(searchAt(ofPart), now)).toEqual(part)
  })
})

/** Texts that somebody could write into an address. */
const written = [
  '0',
  '1',
  '6',
  '7',
  '07',
  '23',
  '24',
  '-1',
  '1.5',
  '1e3',
  ' ',
  '1000',
  '1001',
  '2147483648',
  'x y',
  'a1',
  'DE',
  'de',
  'all',
]
const moments = ['253402300799999', '253402300800000', '99999999999999999999']

interface ListedPage {
  fields: Fields
  queryOf: (search: never) => object
  query: z.ZodMiniObject
}
const pages: Readonly<Record<string, ListedPage>> = {
  calls: { fields: callsFields, queryOf: listQueryOf, query: contract.countedCallList.query },
  decisions: { fields: decisionsFields, queryOf: decisionQueryOf, query: contract.countedDecisionList.query },
}
const filters = Object.entries(pages).flatMap(([page, { fields }]) =>
  Object.keys(fields)
    .filter((name) => name !== 'days' && name !== 'page')
    .map((name) => ({ page, name })),
)

describe('an address that somebody wrote', () => {
  it.each(filters)('of $page filters by $name only if the gateway takes it', ({ page, name }) => {
    const { fields, queryOf, query } = pages[page] as ListedPage
    for (const value of [...written, ...moments]) {
      const search = parseSearch(fields, pageAt(`/reports/${page}?${new URLSearchParams({ [name]: value })}`))
      const asked = { ...partOf({ days: 28, from: 0, to: 0, ...search }, now), ...queryOf(search as never) }
      const field = { agent: 'agentId', flow: 'flowId', batch: 'batchId', reviewer: 'reviewerId' }[name] ?? name
      const isMoment = name === 'from' || name === 'to'
      // 0 is a moment, and means that the period has no part.
      const isNone = isMoment && value === '0'
      const isTaken = !isNone && ((query.shape[field] as z.ZodMiniType | undefined)?.safeParse(value).success ?? false)
      const isFilter = isMoment ? search[name] !== 0 : field in asked
      expect([value, query.safeParse(asked).success, isFilter]).toEqual([value, true, isTaken])
    }
  })

  it('has the whole period if its part ends before it begins', () => {
    const search = parseSearch(callsFields, pageAt(`/reports/calls?from=${part.to}&to=${part.from}`))
    expect(partOf(search, now)).toEqual(periodOf(28, now))
  })
})

describe('decisions behind a figure', () => {
  const none = { days: 28, agent: '', reviewer: '' }
  const searchAt = (address: string) => parseSearch(decisionsFields, pageAt(address))
  /** As above. */
  function queryAt(address: string) {
    const query = decisionQueryOf(searchAt(address))
    expect(contract.countedDecisionList.query.parse({ ...part, ...query })).toMatchObject(query)
    return query
  }

  it.each([
    ...listedResults.map((result) => [{ result }, { result }] as const),
    [
      { agent: 'a1', result: 'edited' },
      { agentId: 'a1', result: 'edited' },
    ],
    [
      { reviewer: 'r1', result: 'decided' },
      { reviewerId: 'r1', result: 'decided' },
    ],
    [rejectionsWith('Wrong tone'), { reason: 'Wrong tone' }],
    [rejectionsWith(''), { result: 'rejected_without_reason' }],
  ] as const)('of %j are those that the gateway lists', (only, query) => {
    expect(queryAt(decisionsAddress(none, only))).toEqual(query)
  })

  it('have the filters and the period of its page, unless it counts a part of them', () => {
    const address = decisionsAddress({ days: 7, agent: 'a1', reviewer: 'r1' }, { ...part, result: 'rejected' })
    expect(queryAt(address)).toEqual({ agentId: 'a1', reviewerId: 'r1', result: 'rejected' })
    expect(partOf(searchAt(address), now)).toEqual(part)
    expect(partOf(searchAt(decisionsAddress({ ...none, days: 7 }, {})), now)).toEqual(periodOf(7, now))
  })
})
