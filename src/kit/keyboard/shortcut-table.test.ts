import { describe, expect, it } from 'vitest'
import { chordOf, conflictingKeys, type Shortcut, shortcuts } from './shortcut-table.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})
const key = (keys: string, scope: Shortcut['scope']): Shortcut => ({ keys, scope })

describe('the table of shortcuts', () => {
  it('has no conflicting keys', () => {
    expect(conflictingKeys(shortcuts)).toEqual([])
  })

  it('reports equal keys, and keys that begin those of another shortcut', () => {
    expect(conflictingKeys({ a: key('j', 'review'), b: key('j', 'review') })).toEqual(['a and b: j'])
    expect(conflictingKeys({ a: key('j', 'everywhere'), b: key('j', 'review') })).toEqual(['a and b: j'])
    expect(conflictingKeys({ a: key('g', 'review'), b: key('g o', 'everywhere') })).toEqual(['a and b: g'])
    expect(conflictingKeys({ a: key('j', 'calls'), b: key('j', 'review') })).toEqual([])
  })

  it('has no plain single key for an action that sends or deletes something', () => {
    const plain = Object.entries(shortcuts).filter(([, { keys }]) => /^[a-z]$/.test(keys))
    expect(plain.filter(([name]) => /approve|reject|send|start|cancel|delete/.test(name))).toEqual([])
  })
})

describe('a key press', () => {
  it('is written as in the table, with Ctrl and ⌘ as `mod`', () => {
    expect(chordOf(press('k', { ctrlKey: true }))).toBe('mod+k')
    expect(chordOf(press('k', { metaKey: true }))).toBe('mod+k')
    expect(chordOf(press('Enter', { ctrlKey: true }))).toBe('mod+enter')
    expect(chordOf(press('X', { shiftKey: true }))).toBe('shift+x')
  })

  it('treats a character typed with Shift as a key of its own', () => {
    expect(chordOf(press('?', { shiftKey: true }))).toBe('?')
  })

  it('is empty for a modifier alone', () => {
    expect(chordOf(press('Shift', { shiftKey: true }))).toBe('')
  })
})
