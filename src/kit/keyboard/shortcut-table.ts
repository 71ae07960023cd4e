/**
 * All keyboard shortcuts, and what each does. `mod` is Ctrl or ⌘; keys with a space between them are pressed one after the other. While
 * somebody types in a field, only shortcuts with `mod` work. Holding a key down triggers its shortcut once.
 */
import { type NavPage, navPages } from '../navigation/page-table.ts'

/** Where shortcuts work; those of one scope have its name before a dot. */
export const scopeNames = {
  everywhere: 'Everywhere',
  review: 'Review',
  calls: 'Live calls',
  batches: 'Batches',
  flows: 'Flows',
  lists: 'Lists',
} as const
export type Scope = keyof typeof scopeNames

export interface Shortcut {
  keys: string
  scope: Scope
  label: string
}

/** Whether a text field handles these keys although they have `mod`, while somebody types in it: select all, copy, paste, undo, redo. */
export const areForTextField = (keys: string): boolean => /^mod\+(shift\+z|[acvz])$/.test(keys)

const table = {
  palette: ['mod+k', 'Search or jump to a page'],
  help: ['?', 'Show keyboard shortcuts'],
  sidebar: ['[', 'Collapse or expand the sidebar'],
  'lists.next': ['j', 'Next row'],
  'lists.previous': ['k', 'Previous row'],
  'lists.find': ['/', 'Search the list'],
  'flows.outline': ['o', 'Show or hide the outline'],
  'flows.details': [']', 'Show or hide the details'],
  'flows.undo': ['mod+z', 'Undo the last change to the steps'],
  'flows.redo': ['mod+shift+z', 'Redo the change to the steps'],
  'flows.delete': ['delete', 'Delete the selected steps or connection'],
  'flows.rehearseNext': ['j', 'Next line of the rehearsal'],
  'flows.rehearseBack': ['k', 'Back to the line before in the rehearsal'],
  'flows.deleteBack': ['backspace', 'Delete the selected steps or connection'],
  'flows.save': ['mod+s', 'Save the flow and keep editing'],
  'flows.addSay': ['s', 'Add a Say step after the selected one'],
  'flows.addAsk': ['a', 'Add an Ask step'],
  'flows.addCondition': ['c', 'Add a Condition step'],
  'flows.addTransfer': ['t', 'Add a Transfer step'],
  'flows.addMessage': ['m', 'Add a Message step'],
  'flows.addEnd': ['e', 'Add an End step'],
  'flows.leaveField': ['mod+enter', 'Leave the field and go back to the step'],
  'flows.connect': ['l', 'Connect the selected step to another one'],
  'flows.find': ['/', 'Search steps'],
  'flows.selectAll': ['mod+a', 'Select all steps'],
  'flows.duplicate': ['mod+d', 'Duplicate the selected steps'],
  // The browser's own copy and paste events do these, so that they need no permission.
  'flows.copy': ['mod+c', 'Copy the selected steps'],
  'flows.paste': ['mod+v', 'Paste steps, also from another flow'],
  'batches.undo': ['mod+z', 'Undo the last change to the rows'],
  'batches.redo': ['mod+shift+z', 'Redo the change to the rows'],
  'calls.next': ['j', 'Next live call, in a wide window'],
  'calls.previous': ['k', 'Previous live call, in a wide window'],
  'calls.find': ['/', 'Find a word in the call'],
  'calls.follow': ['shift+f', 'Go to the latest line and follow the call'],
  'calls.copyLink': ['shift+l', 'Copy a link to the call'],
  'calls.takeOver': ['shift+t', 'Mute the agent, after a confirmation'],
  'calls.end': ['shift+e', 'End the call, after a confirmation'],
  'calls.block': ['shift+b', 'Block the number of the person'],
  'review.next': ['j', 'Next draft'],
  'review.previous': ['k', 'Previous draft'],
  'review.approve': ['mod+enter', 'Approve and send the draft, or send your edit'],
  'review.approveAnyway': ['mod+shift+enter', 'Send the draft although there is a warning that needs it'],
  'review.edit': ['e', 'Edit the draft'],
  'review.reject': ['shift+x', 'Reject the draft'],
  'review.snippet': ['mod+/', 'Insert a snippet while you edit'],
  'review.skip': ['s', 'Skip to the next draft'],
  'review.alike': ['a', 'Review drafts with the same text one by one, or go back to all drafts'],
  'review.readChanges': ['shift+r', 'Confirm that you have read the new version or message'],
  'review.undo': ['z', 'Undo the last decision before it is sent'],
} as const
export type ShortcutName = keyof typeof table | `go.${NavPage['id']}`

const scopeOf = (name: string): Scope => {
  const before = name.split('.', 1)[0] ?? ''
  return Object.hasOwn(scopeNames, before) ? (before as Scope) : 'everywhere'
}

export const shortcuts = Object.fromEntries(
  [
    ...Object.entries(table),
    ...navPages.map(({ id, keys, label }) => [`go.${id}`, [keys, `Go to ${label}`]] as const),
  ].map(([name, [keys, label]]) => [name, { keys, label, scope: scopeOf(name) }]),
) as Readonly<Record<ShortcutName, Shortcut>>
