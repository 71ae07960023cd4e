/** A figure leads to the calls or decisions that it counts: what its address says is what the gateway is asked for. */
import { describe, expect, it } from 'vitest'
import { contract, listedOutcomes, listedResults } from '#contract/index.ts'
import { parseSearch } from '#kit/navigation/search-params.ts'
import { CallsSearch, listQueryOf } from './calls/search.ts'
import { DecisionsSearch, listQueryOf as decisionQueryOf } from './decisions/search.ts'
import { type CountedOnly, callsAddress, decisionsAddress, rejectionsWith } from './row-addresses.ts'
import { partOf, periodOf } from './search.ts'

const all = { days: 28, agent: '', flow: '', batch: '', country: '' }
const pageAt = (address: string) => `http://127.0.0.1${address}`
const now = new Date(2026, 10, 26, 13, 30).getTime()
const part = { from: now - 3_600_000, to: now }

describe('calls behind a figure', () => {
  const searchAt = (address: string) => parseSearch(CallsSearch, pageAt(address))
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
    const ofPart = callsAddress(filter, { ...part, country: 'DE' })
    expect(queryAt(ofPart)).toEqual({ ...ids, country: 'DE' })
    expect(partOf(searchAt(ofPart), now)).toEqual(part)
  })
})

describe('decisions behind a figure', () => {
  const none = { days: 28, agent: '', reviewer: '' }
  const searchAt = (address: string) => parseSearch(DecisionsSearch, pageAt(address))
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
