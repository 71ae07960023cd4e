/**
 * Every shortcut of the product, in one table. `mod` is Ctrl or ⌘; keys with a space are pressed one after the other. No shortcut
 * acts while one types, but those with `mod`; a key that is held acts once.
 */
import { navigation } from '../navigation/page-table.ts'

export type Scope = 'everywhere' | 'review' | 'calls' | 'batches' | 'flows'

export interface Shortcut {
  keys: string
  label: string
  scope: Scope
  /** With `mod`, and yet a text field's own while one types there: undoing. */
  leftToText?: true
}

const pages = Object.fromEntries(
  navigation.flatMap(({ places }) =>
    places.map(({ id, keys, label }) => [`go.${id}`, { keys, label: `Go to ${label}`, scope: 'everywhere' }]),
  ),
) as Record<`go.${(typeof navigation)[number]['places'][number]['id']}`, Shortcut>

export const shortcuts = {
  palette: { keys: 'mod+k', label: 'Search, or jump to a page', scope: 'everywhere' },
  help: { keys: '?', label: 'Show the shortcuts', scope: 'everywhere' },
  rail: { keys: '[', label: 'Fold or open the rail', scope: 'everywhere' },
  ...pages,
  'flows.undo': { keys: 'mod+z', label: 'Undo the last change of the steps', scope: 'flows', leftToText: true },
  'flows.redo': { keys: 'mod+shift+z', label: 'Redo', scope: 'flows', leftToText: true },
  'flows.delete': { keys: 'delete', label: 'Delete the selected step or connection', scope: 'flows' },
  'batches.undo': { keys: 'mod+z', label: 'Undo the last change of the rows', scope: 'batches', leftToText: true },
  'batches.redo': { keys: 'mod+shift+z', label: 'Redo', scope: 'batches', leftToText: true },
  'review.next': { keys: 'j', label: 'Next message', scope: 'review' },
  'review.previous': { keys: 'k', label: 'Previous message', scope: 'review' },
  'review.approve': { keys: 'mod+enter', label: 'Approve and send; while editing: send the edit', scope: 'review' },
  'review.edit': { keys: 'e', label: 'Edit the message', scope: 'review' },
  'review.reject': { keys: 'shift+x', label: 'Reject the message', scope: 'review' },
  'review.skip': { keys: 's', label: 'Skip to the next that waits', scope: 'review' },
  'review.undo': { keys: 'z', label: 'Undo the last decision while it is held', scope: 'review' },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof shortcuts

export const scopeNames: Record<Scope, string> = {
  everywhere: 'Everywhere',
  review: 'Review',
  calls: 'Live calls',
  batches: 'Batches',
  flows: 'Flows',
}

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
