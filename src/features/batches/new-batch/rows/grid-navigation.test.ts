import { describe, expect, it } from 'vitest'
import { actionOf, cellAfterEdit, isInRange, rangeOf } from './grid-navigation.ts'

const shape = { rows: 100, columns: 6, rowsPerPage: 10 }
const noModifiers = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const start = { row: 50, column: 2 }
const press = (key: string, modifiers: Partial<typeof noModifiers> = {}, position = start) => {
  const action = actionOf({ ...noModifiers, ...modifiers, key }, position, shape)
  return action?.kind === 'move' ? [action.to.row, action.to.column] : action
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
    expect(press(key, keys)).toEqual(to)
  })

  it('stays in the grid with arrow keys and leaves it with Tab', () => {
    expect(press('ArrowUp', {}, { row: 0, column: 0 })).toEqual([0, 0])
    expect(press('PageDown', {}, { row: 95, column: 5 })).toEqual([99, 5])
    expect(press('Tab')).toBeNull()
  })

  it('extends the selection with Shift, copies, clears and selects a column', () => {
    expect(actionOf({ ...noModifiers, key: 'ArrowDown', shiftKey: true }, start, shape)).toMatchObject({ extend: true })
    expect([
      press('c', { ctrlKey: true }),
      press('C', { metaKey: true }),
      press('с', { ctrlKey: true, code: 'KeyC' }),
      press('Delete'),
      press(' ', { ctrlKey: true }),
    ]).toEqual([{ kind: 'copy' }, { kind: 'copy' }, { kind: 'copy' }, { kind: 'clear' }, { kind: 'column' }])
    const range = rangeOf({ row: 5, column: 3 }, { row: 2, column: 4 })
    expect([isInRange({ row: 3, column: 4 }, range), isInRange({ row: 6, column: 4 }, range)]).toEqual([true, false])
  })

  it('starts editing with Enter, F2 or a character, and leaves other keys to the browser', () => {
    expect([press('Enter'), press('F2'), press('+'), press('é')]).toEqual([
      { kind: 'edit', text: null },
      { kind: 'edit', text: null },
      { kind: 'edit', text: '+' },
      { kind: 'edit', text: 'é' },
    ])
    expect([
      press('v', { ctrlKey: true }),
      press('z', { metaKey: true }),
      press('F5'),
      press('x', { altKey: true }),
    ]).toEqual([null, null, null, null])
  })

  it('ends an edit with Enter or Tab and moves on, or back with Shift', () => {
    const after = (key: string, shiftKey = false) => cellAfterEdit({ ...noModifiers, key, shiftKey }, start, shape)
    expect([after('Enter'), after('Tab'), after('Enter', true), after('Tab', true), after('a')]).toEqual([
      { row: 51, column: 2 },
      { row: 50, column: 3 },
      { row: 49, column: 2 },
      { row: 50, column: 1 },
      null,
    ])
  })
})
