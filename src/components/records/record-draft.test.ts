import { describe, expect, it } from 'vitest'
import { differences, merge, notKept, same, withValue } from './record-draft.ts'

const paths = ['name', 'voice.id', 'steps'] as const
const opened = { name: 'Anna', voice: { id: 'luna', pitch: 3 }, steps: [{ id: 'a' }] }

describe('a record while it is written', () => {
  it('keeps what nobody knows beside a field that is changed, and makes what is not there', () => {
    expect(withValue(opened, 'voice.id', 'sol').voice).toEqual({ id: 'sol', pitch: 3 })
    expect(withValue({}, 'hours.day.start', '09:00')).toEqual({ hours: { day: { start: '09:00' } } })
  })

  it('differs only where a value does, whatever the order of its keys', () => {
    expect(same({ a: 1, b: [2, null] }, { b: [2, null], a: 1 })).toBe(true)
    expect(same({ a: 1 }, { a: 1, b: 2 })).toBe(false)
    expect(same([1, 2], [2, 1])).toBe(false)
    expect(differences(paths, opened, { ...opened, steps: [{ id: 'b' }] })).toEqual(['steps'])
  })

  it('takes over what only a colleague changed, and asks where both did', () => {
    const theirs = { name: 'Theirs', voice: { id: 'sol', pitch: 3 }, steps: [{ id: 'b' }] }
    const mine = { ...opened, name: 'Mine', steps: [{ id: 'b' }] }
    expect(merge(paths, opened, theirs, mine)).toEqual({
      draft: { ...theirs, name: 'Mine' },
      taken: ['voice.id'],
      disputed: ['name'],
    })
  })

  it('names what the service did not keep, and nothing that was not sent', () => {
    const sent = { name: 'Anna ', steps: [{ id: 'a', says: 'Hi' }] }
    expect(notKept(paths, sent, { ...opened, steps: [{ id: 'a', says: 'Hi', seen: true }] })).toEqual([])
    expect(notKept(paths, sent, opened)).toEqual(['steps'])
    expect(notKept(paths, { voice: {} }, { voice: { id: 'sol' } })).toEqual([])
  })
})
