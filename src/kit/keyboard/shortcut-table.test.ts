import { describe, expect, it } from 'vitest'
import { chordOf, conflictingKeys, type Shortcut, shortcuts } from './shortcut-table.ts'

const keyPress = (
  key: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
})
const shortcut = (keys: string, scope: Shortcut['scope']): Shortcut => ({ keys, scope })

describe('the table of shortcuts', () => {
  it('has no conflicting keys', () => {
    expect(conflictingKeys(shortcuts)).toEqual([])
  })

  it('reports equal keys, and a key that begins the sequence of another shortcut', () => {
    expect(conflictingKeys({ a: shortcut('j', 'review'), b: shortcut('j', 'review') })).toEqual(['a and b: j'])
    expect(conflictingKeys({ a: shortcut('j', 'everywhere'), b: shortcut('j', 'review') })).toEqual(['a and b: j'])
    expect(conflictingKeys({ a: shortcut('g', 'review'), b: shortcut('g o', 'everywhere') })).toEqual(['a and b: g'])
    expect(conflictingKeys({ a: shortcut('j', 'calls'), b: shortcut('j', 'review') })).toEqual([])
  })

  it('has no single key without a modifier for an action that sends or deletes something', () => {
    const singleKeyShortcuts = Object.entries(shortcuts).filter(([, { keys }]) => /^[a-z]$/.test(keys))
    expect(singleKeyShortcuts.filter(([name]) => /approve|reject|send|start|cancel|delete/.test(name))).toEqual([])
  })
})

describe('a key press', () => {
  it('is written as in the table of shortcuts, with Ctrl and ⌘ as `mod`', () => {
    expect(chordOf(keyPress('k', { ctrlKey: true }))).toBe('mod+k')
    expect(chordOf(keyPress('k', { metaKey: true }))).toBe('mod+k')
    expect(chordOf(keyPress('Enter', { ctrlKey: true }))).toBe('mod+enter')
    expect(chordOf(keyPress('X', { shiftKey: true }))).toBe('shift+x')
  })

  it('has no `shift` for a character that is typed with Shift', () => {
    expect(chordOf(keyPress('?', { shiftKey: true }))).toBe('?')
  })

  it('is empty for a modifier alone', () => {
    expect(chordOf(keyPress('Shift', { shiftKey: true }))).toBe('')
  })
})
