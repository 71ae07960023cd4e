/** What the shortcuts do, in words, for the list of them. */
import { places } from '../navigation/page-table.ts'
import type { Scope, ShortcutName } from './shortcut-table.ts'

type GoName = Extract<ShortcutName, `go.${string}`>

const labels: Record<Exclude<ShortcutName, GoName>, string> = {
  palette: 'Search, or jump to a page',
  help: 'Show the shortcuts',
  rail: 'Fold or open the rail',
  'flows.undo': 'Undo the last change of the steps',
  'flows.redo': 'Redo',
  'flows.delete': 'Delete the selected step or connection',
  'batches.undo': 'Undo the last change of the rows',
  'batches.redo': 'Redo',
  'review.next': 'Next message',
  'review.previous': 'Previous message',
  'review.approve': 'Approve and send; while editing: send the edit',
  'review.edit': 'Edit the message',
  'review.reject': 'Reject the message',
  'review.skip': 'Skip to the next that waits',
  'review.undo': 'Undo the last decision while it is held',
}

/** "Skip to the next that waits", "Go to Batches". */
export const shortcutLabel = (name: ShortcutName): string =>
  Object.hasOwn(labels, name)
    ? labels[name as keyof typeof labels]
    : `Go to ${places.find(({ id }) => `go.${id}` === name)?.label ?? name}`

export const scopeNames: Record<Scope, string> = {
  everywhere: 'Everywhere',
  review: 'Review',
  calls: 'Live calls',
  batches: 'Batches',
  flows: 'Flows',
}
