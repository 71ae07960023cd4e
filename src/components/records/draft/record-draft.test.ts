import { describe, expect, it } from 'vitest'
import { differences, isEqual, merge, notApplied, withValue } from './record-draft.ts'

const paths = ['name', 'voice.id', 'steps'] as const
const opened = { name: 'Anna', voice: { id: 'luna', pitch: 3 }, steps: [{ id: 'a' }] }

describe('a draft of a record', () => {
  it('keeps unknown fields next to a changed one, and creates missing parents', () => {
    expect(withValue(opened, 'voice.id', 'sol').voice).toEqual({ id: 'sol', pitch: 3 })
    expect(withValue({}, 'hours.day.start', '09:00')).toEqual({ hours: { day: { start: '09:00' } } })
  })

  it('compares values regardless of the order of keys', () => {
    expect(isEqual({ a: 1, b: [2, null] }, { b: [2, null], a: 1 })).toBe(true)
    expect(isEqual({ a: 1 }, { a: 1, b: 2 })).toBe(false)
    expect(isEqual([1, 2], [2, 1])).toBe(false)
    expect(differences(paths, opened, { ...opened, steps: [{ id: 'b' }] })).toEqual(['steps'])
  })

  it('adopts fields that only a colleague changed, and reports a conflict where both changed a field differently', () => {
    const theirs = { name: 'Theirs', voice: { id: 'sol', pitch: 3 }, steps: [{ id: 'b' }] }
    const mine = { ...opened, name: 'Mine', steps: [{ id: 'b' }] }
    expect(merge(paths, opened, theirs, mine)).toEqual({
      draft: { ...theirs, name: 'Mine' },
      adopted: ['voice.id'],
      conflicting: ['name'],
    })
  })

  it('names the sent fields that the service did not apply', () => {
    const sent = { name: 'Anna ', steps: [{ id: 'a', says: 'Hi' }] }
    expect(notApplied(paths, sent, { ...opened, steps: [{ id: 'a', says: 'Hi', seen: true }] })).toEqual([])
    expect(notApplied(paths, sent, opened)).toEqual(['steps'])
    expect(notApplied(paths, { voice: {} }, { voice: { id: 'sol' } })).toEqual([])
  })
})
