import { describe, expect, test } from 'vitest'
import { endOfDay, sourceInWords } from './entry-words.ts'

const dayAhead = (days: number) => {
  const at = new Date(Date.now() + days * 24 * 3_600_000)
  return `${at.getFullYear()}-${`${at.getMonth() + 1}`.padStart(2, '0')}-${`${at.getDate()}`.padStart(2, '0')}`
}

describe('an entry of the do-not-call list', () => {
  test.each([
    [
      { kind: 'hand', name: null, id: null },
      { word: 'By hand', path: null },
    ],
    [
      { kind: 'import', name: 'list.csv', id: null },
      { word: 'Import of list.csv', path: null },
    ],
    [
      { kind: 'conversation', name: null, id: 'c1' },
      { word: 'Conversation', path: '/conversations/c1' },
    ],
    [
      { kind: 'batch_row', name: null, id: 'b1' },
      { word: 'Batch', path: '/batches/b1' },
    ],
  ] as const)('says where it comes from: %o', (source, words) => {
    expect(sourceInWords(source)).toEqual(words)
  })

  test('ends when its last day is over', () => {
    expect(endOfDay('', Date.now())).toEqual({ ok: true, until: undefined })
    expect(endOfDay(dayAhead(-1), Date.now())).toEqual({ ok: false, problem: 'This day has passed.' })
    const today = endOfDay(dayAhead(0), Date.now())
    const end = today.ok ? new Date(today.until ?? 0) : new Date(0)
    expect([end.getHours(), end.getMinutes(), end.getTime() > Date.now()]).toEqual([0, 0, true])
  })
})
