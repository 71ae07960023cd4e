import { describe, expect, it } from 'vitest'
import {
  disguisedHostsIn,
  draftRiskKinds,
  hasRecipient,
  hiddenCharactersIn,
  inboundAfter,
  seriousRisksOf,
  surroundingRisks,
} from './draft-risks.ts'

const at = (minute: number) => `2026-11-28T10:${String(minute).padStart(2, '0')}:00Z`
const inbound = (_id: string, createdAt: string) => ({ _id, direction: 'inbound', createdAt, message: _id })
const outbound = (_id: string, createdAt: string) => ({ _id, direction: 'outbound', createdAt, message: _id })
const idsAfter = (...messages: { _id: string; direction: string; createdAt: string }[]) =>
  inboundAfter(messages, 'draft').map(({ _id }) => _id)

describe('what the customer wrote after a draft', () => {
  const noTimes = ['', 'unknown', '0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z']

  it('is what is newer by its time, wherever the list has it', () => {
    expect(idsAfter(inbound('a', at(1)), outbound('draft', at(2)), inbound('b', at(3)))).toEqual(['b'])
    expect(idsAfter(inbound('b', at(3)), inbound('a', at(1)), outbound('draft', at(2)))).toEqual(['b'])
    expect(idsAfter(inbound('b', at(3)), outbound('draft', at(2)), inbound('a', at(1)))).toEqual(['b'])
    expect(idsAfter(outbound('draft', at(5)), inbound('a', at(1)), inbound('b', at(3)))).toEqual([])
  })

  it('compares moments, not spellings of times', () => {
    expect(idsAfter(outbound('draft', '2026-11-28T10:00:00Z'), inbound('a', '2026-11-28T10:30:00+01:00'))).toEqual([])
    expect(idsAfter(inbound('a', '2026-11-28T09:30:00-01:00'), outbound('draft', '2026-11-28T10:00:00Z'))).toEqual([
      'a',
    ])
  })

  it('is what is later in the list, where a time is missing or both are equal', () => {
    for (const none of noTimes) {
      expect(idsAfter(inbound('a', none), outbound('draft', none), inbound('b', none))).toEqual(['b'])
      expect(idsAfter(inbound('a', at(1)), outbound('draft', none), inbound('b', at(3)))).toEqual(['b'])
      expect(idsAfter(inbound('a', at(1)), outbound('draft', at(2)), inbound('b', none))).toEqual(['b'])
    }
    expect(idsAfter(inbound('a', at(2)), outbound('draft', at(2)), inbound('b', at(2)))).toEqual(['b'])
  })

  it('is what is earlier in a list that has the newest first', () => {
    expect(idsAfter(inbound('c', at(5)), inbound('b', ''), outbound('draft', at(3)), inbound('a', at(1)))).toEqual([
      'c',
      'b',
    ])
    expect(idsAfter(inbound('b', at(3)), outbound('draft', at(3)), inbound('a', at(1)))).toEqual(['b'])
  })

  it('stays so after the agent wrote again, and does not concern the later draft', () => {
    const messages = [
      inbound('a', at(1)),
      outbound('draft', at(2)),
      inbound('b', at(3)),
      outbound('second', at(4)),
      outbound('sent', at(5)),
    ]
    expect(idsAfter(...messages)).toEqual(['b'])
    expect(inboundAfter(messages, 'second')).toEqual([])
    expect(inboundAfter(messages, 'none')).toEqual([])
  })
})

it('knows a recipient by a number or an address', () => {
  for (const phone of ['+14155550134', '(415) 555-0134', '78787', 'whatsapp:+14155550134'])
    expect(hasRecipient({ phone, email: null })).toBe(true)
  for (const phone of [null, '', '  ', 'anonymous', 'n/a', '+', '-'])
    expect(hasRecipient({ phone, email: null })).toBe(false)
  expect(hasRecipient({ phone: null, email: 'ada@example.com' })).toBe(true)
  expect(hasRecipient({ phone: '', email: 'none' })).toBe(false)
  // A service would send to the number.
  expect(hasRecipient({ phone: 'anonymous', email: 'ada@example.com' })).toBe(false)
})

it('finds hidden characters, but not those that join an emoji', () => {
  expect(hiddenCharactersIn('a\u200bb\u034fc\u202ed\u{e0041}')).toEqual(['\u200b', '\u034f', '\u202e', '\u{e0041}'])
  expect(hiddenCharactersIn('Family 👩‍👩‍👧 and ❤️‍🔥\n\tünder')).toEqual([])
  expect(hiddenCharactersIn('a\u200db')).toEqual(['\u200d'])
})

it('names the hosts of links that can look like others', () => {
  expect(disguisedHostsIn('See p\u0430ypal.com and xn--pypal-4ve.com')).toEqual([
    { host: 'p\u0430ypal.com', scripts: ['Latin', 'Cyrillic'] },
    { host: 'xn--pypal-4ve.com', scripts: [] },
  ])
})

describe('the risks around a draft', () => {
  const messages = [inbound('a', at(1)), outbound('draft', at(2)), inbound('b', at(3))]
  const customer = { phone: '+14155550134', email: null }

  it('name each thing once, the most serious first', () => {
    const facts = {
      messages,
      customer,
      draftId: 'draft',
      text: 'Hi {name}\u200b\u200b, xn--pypal-4ve.com',
      isDoNotCall: true,
    }
    expect(surroundingRisks(facts, true)).toEqual([
      { kind: 'customer_wrote', found: ['b'] },
      { kind: 'do_not_call', found: [] },
      { kind: 'hidden_characters', found: ['U+200B'] },
      { kind: 'disguised_link', found: ['xn--pypal-4ve.com'] },
      { kind: 'other_draft', found: [] },
    ])
    expect(seriousRisksOf(facts)).toEqual(['customer_wrote', 'do_not_call', 'hidden_characters', 'placeholder'])
    expect(seriousRisksOf({ ...facts, customer: { phone: null, email: null } })).toContain('unknown_recipient')
  })

  it('are none for an ordinary draft', () => {
    const facts = {
      messages: messages.slice(0, 2),
      customer,
      draftId: 'draft',
      text: 'See you then.',
      isDoNotCall: false,
    }
    expect(surroundingRisks(facts, false)).toEqual([])
    expect(seriousRisksOf(facts)).toEqual([])
  })

  it('has each kind once', () => {
    expect(new Set(draftRiskKinds).size).toBe(draftRiskKinds.length)
  })
})
