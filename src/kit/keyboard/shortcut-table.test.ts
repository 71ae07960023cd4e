import { describe, expect, it } from 'vitest'
import { chordOf, doubledKeys, type Shortcut, shortcuts } from './shortcut-table.ts'

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
  it('gives no key to two shortcuts that work in the same place', () => {
    expect(doubledKeys(shortcuts)).toEqual([])
  })

  it('notices a key that is given twice, and a key that begins another', () => {
    expect(doubledKeys({ a: key('j', 'review'), b: key('j', 'review') })).toEqual(['a and b: j'])
    expect(doubledKeys({ a: key('j', 'everywhere'), b: key('j', 'review') })).toEqual(['a and b: j'])
    expect(doubledKeys({ a: key('g', 'review'), b: key('g o', 'everywhere') })).toEqual(['a and b: g'])
    expect(doubledKeys({ a: key('j', 'calls'), b: key('j', 'review') })).toEqual([])
  })

  it('has no single plain key that changes anything outside: those need Ctrl or Shift', () => {
    const plain = Object.entries(shortcuts).filter(([, { keys }]) => /^[a-z]$/.test(keys))
    expect(plain.filter(([name]) => /approve|reject|send|start|cancel|delete/.test(name))).toEqual([])
  })
})

describe('a key press', () => {
  it('is written as the table writes it, with Ctrl and ⌘ alike', () => {
    expect(chordOf(press('k', { ctrlKey: true }))).toBe('mod+k')
    expect(chordOf(press('k', { metaKey: true }))).toBe('mod+k')
    expect(chordOf(press('Enter', { ctrlKey: true }))).toBe('mod+enter')
    expect(chordOf(press('X', { shiftKey: true }))).toBe('shift+x')
  })

  it('counts the sign that Shift makes as a key of its own', () => {
    expect(chordOf(press('?', { shiftKey: true }))).toBe('?')
  })

  it('is nothing while only a modifier is down', () => {
    expect(chordOf(press('Shift', { shiftKey: true }))).toBe('')
  })
})
