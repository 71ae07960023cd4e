import { describe, expect, it } from 'vitest'
import { actionOf, afterEdit, isIn, rangeOf } from './grid-navigation.ts'

const shape = { rows: 100, columns: 6, page: 10 }
const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const from = { row: 50, column: 2 }
const go = (key: string, keys: Partial<typeof none> = {}, at = from) => {
  const move = actionOf({ ...none, ...keys, key }, at, shape)
  return move?.kind === 'go' ? [move.to.row, move.to.column] : move
}

describe('keyboard navigation', () => {
  it.each([
    ['ArrowDown', {}, [51, 2]],
    ['ArrowUp', {}, [49, 2]],
    ['ArrowRight', {}, [50, 3]],
    ['ArrowLeft', {}, [50, 1]],
    ['PageDown', {}, [60, 2]],
    ['PageUp', {}, [40, 2]],
    ['Home', {}, [50, 0]],
    ['End', {}, [50, 5]],
    ['Home', { ctrlKey: true }, [0, 0]],
    ['End', { ctrlKey: true }, [99, 5]],
    ['ArrowDown', { ctrlKey: true }, [99, 2]],
    ['ArrowLeft', { metaKey: true }, [50, 0]],
  ])('moves with %s %o', (key, keys, to) => {
    expect(go(key, keys)).toEqual(to)
  })

  it('stays in the grid with arrow keys and leaves it with Tab', () => {
    expect(go('ArrowUp', {}, { row: 0, column: 0 })).toEqual([0, 0])
    expect(go('PageDown', {}, { row: 95, column: 5 })).toEqual([99, 5])
    expect(go('Tab')).toBeNull()
  })

  it('extends the selection with Shift, copies, clears and selects a column', () => {
    expect(actionOf({ ...none, key: 'ArrowDown', shiftKey: true }, from, shape)).toMatchObject({ extend: true })
    expect([go('c', { ctrlKey: true }), go('C', { metaKey: true }), go('Delete'), go(' ', { ctrlKey: true })]).toEqual([
      { kind: 'copy' },
      { kind: 'copy' },
      { kind: 'clear' },
      { kind: 'column' },
    ])
    const range = rangeOf({ row: 5, column: 3 }, { row: 2, column: 4 })
    expect([isIn({ row: 3, column: 4 }, range), isIn({ row: 6, column: 4 }, range)]).toEqual([true, false])
  })

  it('starts editing with Enter, F2 or a character, and leaves other keys to the browser', () => {
    expect([go('Enter'), go('F2'), go('+'), go('é')]).toEqual([
      { kind: 'edit', text: null },
      { kind: 'edit', text: null },
      { kind: 'edit', text: '+' },
      { kind: 'edit', text: 'é' },
    ])
    expect([go('v', { ctrlKey: true }), go('z', { metaKey: true }), go('F5'), go('x', { altKey: true })]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('ends an edit with Enter or Tab and moves on, or back with Shift', () => {
    const after = (key: string, shiftKey = false) => afterEdit({ ...none, key, shiftKey }, from, shape)
    expect([after('Enter'), after('Tab'), after('Enter', true), after('Tab', true), after('a')]).toEqual([
      { row: 51, column: 2 },
      { row: 50, column: 3 },
      { row: 49, column: 2 },
      { row: 50, column: 1 },
      null,
    ])
  })
})
