/**
 * All keyboard shortcuts; their labels are in `shortcut-texts.ts`, which the first page does not load. `mod` is Ctrl or ⌘; keys with a
 * space between them are pressed one after the other. While somebody types in a field, only shortcuts with `mod` act. A key that is held
 * down acts once.
 */
import { type NavPage, navigation } from '../navigation/page-table.ts'

export type Scope = 'everywhere' | 'review' | 'calls' | 'batches' | 'flows'

export interface Shortcut {
  keys: string
  scope: Scope
  /** Although it has `mod`, a text field handles it while somebody types there: undo and redo. */
  textFieldFirst?: true
}

const pages = Object.fromEntries(
  navigation.flatMap(({ pages: listed }) => listed.map(({ id, keys }) => [`go.${id}`, { keys, scope: 'everywhere' }])),
) as Record<`go.${NavPage['id']}`, Shortcut>

export const shortcuts = {
  palette: { keys: 'mod+k', scope: 'everywhere' },
  help: { keys: '?', scope: 'everywhere' },
  sidebar: { keys: '[', scope: 'everywhere' },
  ...pages,
  'flows.undo': { keys: 'mod+z', scope: 'flows', textFieldFirst: true },
  'flows.redo': { keys: 'mod+shift+z', scope: 'flows', textFieldFirst: true },
  'flows.delete': { keys: 'delete', scope: 'flows' },
  'batches.undo': { keys: 'mod+z', scope: 'batches', textFieldFirst: true },
  'batches.redo': { keys: 'mod+shift+z', scope: 'batches', textFieldFirst: true },
  'review.next': { keys: 'j', scope: 'review' },
  'review.previous': { keys: 'k', scope: 'review' },
  'review.approve': { keys: 'mod+enter', scope: 'review' },
  'review.edit': { keys: 'e', scope: 'review' },
  'review.reject': { keys: 'shift+x', scope: 'review' },
  'review.skip': { keys: 's', scope: 'review' },
  'review.undo': { keys: 'z', scope: 'review' },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof shortcuts

/** Conflicts: two shortcuts that can be active together have the same keys, or the keys of one begin those of the other. */
export function conflictingKeys(table: Record<string, Shortcut>): string[] {
  const all = Object.entries(table)
  return all.flatMap(([name, one], index) =>
    all
      .slice(index + 1)
      .filter(([, other]) => one.scope === other.scope || one.scope === 'everywhere' || other.scope === 'everywhere')
      .filter(([, { keys }]) => keys === one.keys || keys.startsWith(`${one.keys} `) || one.keys.startsWith(`${keys} `))
      .map(([other]) => `${name} and ${other}: ${one.keys}`),
  )
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** The keys of a key press as the table writes them; '' for a modifier alone. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Press): string {
  if (['Control', 'Meta', 'Shift', 'Alt'].includes(key)) return ''
  const mod = ctrlKey || metaKey
  // A character typed with Shift is a key of its own: "?" needs no "shift+".
  const shift = shiftKey && (key.length > 1 || key.toLowerCase() !== key.toUpperCase())
  return [mod && 'mod', altKey && 'alt', shift && 'shift', key.toLowerCase()].filter(Boolean).join('+')
}
