/**
 * All keyboard shortcuts; their labels are in `shortcut-texts.ts`, which the first page does not load. `mod` is Ctrl or ⌘; keys with a
 * space between them are pressed one after the other. While somebody types in a field, only shortcuts with `mod` work. Holding a key down
 * triggers its shortcut once.
 */
import { type NavPage, navPages } from '../navigation/page-table.ts'

export type Scope = 'everywhere' | 'review' | 'calls' | 'batches' | 'flows' | 'lists'

export interface Shortcut {
  keys: string
  scope: Scope
  /** While somebody types in a text field, the field handles these keys although they have `mod`: undo and redo. */
  textFieldFirst?: true
}

const pageShortcuts = Object.fromEntries(
  navPages.map(({ id, keys }) => [`go.${id}`, { keys, scope: 'everywhere' }]),
) as Record<`go.${NavPage['id']}`, Shortcut>

export const shortcuts = {
  palette: { keys: 'mod+k', scope: 'everywhere' },
  help: { keys: '?', scope: 'everywhere' },
  sidebar: { keys: '[', scope: 'everywhere' },
  ...pageShortcuts,
  'lists.next': { keys: 'j', scope: 'lists' },
  'lists.previous': { keys: 'k', scope: 'lists' },
  'lists.find': { keys: '/', scope: 'lists' },
  'flows.outline': { keys: 'o', scope: 'flows' },
  'flows.details': { keys: ']', scope: 'flows' },
  'flows.undo': { keys: 'mod+z', scope: 'flows', textFieldFirst: true },
  'flows.redo': { keys: 'mod+shift+z', scope: 'flows', textFieldFirst: true },
  'flows.delete': { keys: 'delete', scope: 'flows' },
  'flows.rehearseNext': { keys: 'j', scope: 'flows' },
  'flows.rehearseBack': { keys: 'k', scope: 'flows' },
  'flows.deleteBack': { keys: 'backspace', scope: 'flows' },
  'flows.save': { keys: 'mod+s', scope: 'flows' },
  'flows.addSay': { keys: 's', scope: 'flows' },
  'flows.addAsk': { keys: 'a', scope: 'flows' },
  'flows.addCondition': { keys: 'c', scope: 'flows' },
  'flows.addTransfer': { keys: 't', scope: 'flows' },
  'flows.addMessage': { keys: 'm', scope: 'flows' },
  'flows.addEnd': { keys: 'e', scope: 'flows' },
  'flows.leaveField': { keys: 'mod+enter', scope: 'flows' },
  'flows.connect': { keys: 'l', scope: 'flows' },
  'flows.find': { keys: '/', scope: 'flows' },
  'flows.selectAll': { keys: 'mod+a', scope: 'flows', textFieldFirst: true },
  'flows.duplicate': { keys: 'mod+d', scope: 'flows' },
  // The browser's own copy and paste events do these, so that they need no permission.
  'flows.copy': { keys: 'mod+c', scope: 'flows', textFieldFirst: true },
  'flows.paste': { keys: 'mod+v', scope: 'flows', textFieldFirst: true },
  'batches.undo': { keys: 'mod+z', scope: 'batches', textFieldFirst: true },
  'batches.redo': { keys: 'mod+shift+z', scope: 'batches', textFieldFirst: true },
  'calls.next': { keys: 'j', scope: 'calls' },
  'calls.previous': { keys: 'k', scope: 'calls' },
  'calls.find': { keys: '/', scope: 'calls' },
  'calls.follow': { keys: 'shift+f', scope: 'calls' },
  'calls.copyLink': { keys: 'shift+l', scope: 'calls' },
  'calls.takeOver': { keys: 'shift+t', scope: 'calls' },
  'calls.end': { keys: 'shift+e', scope: 'calls' },
  'calls.block': { keys: 'shift+b', scope: 'calls' },
  'review.next': { keys: 'j', scope: 'review' },
  'review.previous': { keys: 'k', scope: 'review' },
  'review.approve': { keys: 'mod+enter', scope: 'review' },
  'review.approveAnyway': { keys: 'mod+shift+enter', scope: 'review' },
  'review.edit': { keys: 'e', scope: 'review' },
  'review.reject': { keys: 'shift+x', scope: 'review' },
  'review.snippet': { keys: 'mod+/', scope: 'review' },
  'review.skip': { keys: 's', scope: 'review' },
  'review.alike': { keys: 'a', scope: 'review' },
  'review.readChanges': { keys: 'shift+r', scope: 'review' },
  'review.undo': { keys: 'z', scope: 'review' },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof shortcuts
