import { describe, expect, it } from 'vitest'
import { type Shortcut, shortcuts } from './shortcut-table.ts'

/** Finds shortcuts that can be active together and have the same keys, or of which one has the first keys of the other's sequence. */
function conflictingKeys(table: Record<string, Pick<Shortcut, 'keys' | 'scope'>>): string[] {
  const entries = Object.entries(table)
  return entries.flatMap(([name, { keys, scope }], index) =>
    entries
      .slice(index + 1)
      .filter(([, other]) => scope === other.scope || scope === 'everywhere' || other.scope === 'everywhere')
      .filter(
        ([, other]) => other.keys === keys || other.keys.startsWith(`${keys} `) || keys.startsWith(`${other.keys} `),
      )
      .map(([otherName]) => `${name} and ${otherName}: ${keys}`),
  )
}

const shortcut = (keys: string, scope: Shortcut['scope']) => ({ keys, scope })

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
