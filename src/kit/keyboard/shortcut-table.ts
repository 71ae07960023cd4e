/**
 * Every shortcut of the product, in one table; what people read about them is in `shortcut-labels.ts`, apart from the first page.
 * `mod` is Ctrl or ⌘; keys with a space are pressed one after the other. No shortcut acts while one types, but those with `mod`; a key
 * that is held acts once.
 */
import { navigation, type Place } from '../navigation/page-table.ts'

export type Scope = 'everywhere' | 'review' | 'calls' | 'batches' | 'flows'

export interface Shortcut {
  keys: string
  scope: Scope
  /** With `mod`, and yet a text field's own while one types there: undoing. */
  leftToText?: true
}

const pages = Object.fromEntries(
  navigation.flatMap(({ places }) => places.map(({ id, keys }) => [`go.${id}`, { keys, scope: 'everywhere' }])),
) as Record<`go.${Place['id']}`, Shortcut>

export const shortcuts = {
  palette: { keys: 'mod+k', scope: 'everywhere' },
  help: { keys: '?', scope: 'everywhere' },
  rail: { keys: '[', scope: 'everywhere' },
  ...pages,
  'flows.undo': { keys: 'mod+z', scope: 'flows', leftToText: true },
  'flows.redo': { keys: 'mod+shift+z', scope: 'flows', leftToText: true },
  'flows.delete': { keys: 'delete', scope: 'flows' },
  'batches.undo': { keys: 'mod+z', scope: 'batches', leftToText: true },
  'batches.redo': { keys: 'mod+shift+z', scope: 'batches', leftToText: true },
  'review.next': { keys: 'j', scope: 'review' },
  'review.previous': { keys: 'k', scope: 'review' },
  'review.approve': { keys: 'mod+enter', scope: 'review' },
  'review.edit': { keys: 'e', scope: 'review' },
  'review.reject': { keys: 'shift+x', scope: 'review' },
  'review.skip': { keys: 's', scope: 'review' },
  'review.undo': { keys: 'z', scope: 'review' },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof shortcuts

/** Keys that two shortcuts claim in the same place, or of which one begins the other. Empty, or the build fails. */
export function doubledKeys(table: Record<string, Shortcut>): string[] {
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

/** The chord of a key press, as the table writes it; '' for a modifier alone. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Press): string {
  if (['Control', 'Meta', 'Shift', 'Alt'].includes(key)) return ''
  const mod = ctrlKey || metaKey
  // The sign that Shift makes is a key of its own: "?" needs no "shift+".
  const shift = shiftKey && (key.length > 1 || key.toLowerCase() !== key.toUpperCase())
  return [mod && 'mod', altKey && 'alt', shift && 'shift', key.toLowerCase()].filter(Boolean).join('+')
}
