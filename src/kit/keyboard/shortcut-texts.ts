/** What each shortcut does, for the list of shortcuts. Not in `texts.tsx`, because the first page loads that. */
import { navPages } from '../navigation/page-table.ts'
import type { Scope, ShortcutName } from './shortcut-table.ts'

type GoName = Extract<ShortcutName, `go.${string}`>

const labels: Record<Exclude<ShortcutName, GoName>, string> = {
  palette: 'Search or jump to a page',
  help: 'Show keyboard shortcuts',
  sidebar: 'Collapse or expand the sidebar',
  'lists.next': 'Next row',
  'lists.previous': 'Previous row',
  'lists.find': 'Search the list',
  'flows.outline': 'Show or hide the outline',
  'flows.details': 'Show or hide the details',
  'flows.undo': 'Undo the last change to the steps',
  'flows.redo': 'Redo the change to the steps',
  'flows.rehearseNext': 'Next line of the rehearsal',
  'flows.rehearseBack': 'Back to the line before in the rehearsal',
  'flows.delete': 'Delete the selected steps or connection',
  'flows.deleteBack': 'Delete the selected steps or connection',
  'flows.save': 'Save the flow and keep editing',
  'flows.addSay': 'Add a Say step after the selected one',
  'flows.addAsk': 'Add an Ask step',
  'flows.addCondition': 'Add a Condition step',
  'flows.addTransfer': 'Add a Transfer step',
  'flows.addMessage': 'Add a Message step',
  'flows.addEnd': 'Add an End step',
  'flows.leaveField': 'Leave the field and go back to the step',
  'flows.connect': 'Connect the selected step to another one',
  'flows.find': 'Search steps',
  'flows.selectAll': 'Select all steps',
  'flows.duplicate': 'Duplicate the selected steps',
  'flows.copy': 'Copy the selected steps',
  'flows.paste': 'Paste steps, also from another flow',
  'batches.undo': 'Undo the last change to the rows',
  'batches.redo': 'Redo the change to the rows',
  'calls.next': 'Next live call, in a wide window',
  'calls.previous': 'Previous live call, in a wide window',
  'calls.find': 'Find a word in the call',
  'calls.follow': 'Go to the latest line and follow the call',
  'calls.copyLink': 'Copy a link to the call',
  'calls.takeOver': 'Mute the agent, after a confirmation',
  'calls.end': 'End the call, after a confirmation',
  'calls.block': 'Block the number of the person',
  'review.next': 'Next draft',
  'review.previous': 'Previous draft',
  'review.approve': 'Approve and send the draft, or send your edit',
  'review.approveAnyway': 'Send the draft although there is a warning that needs it',
  'review.edit': 'Edit the draft',
  'review.reject': 'Reject the draft',
  'review.snippet': 'Insert a snippet while you edit',
  'review.skip': 'Skip to the next draft',
  'review.alike': 'Review drafts with the same text one by one, or go back to all drafts',
  'review.readChanges': 'Confirm that you have read the new version or message',
  'review.undo': 'Undo the last decision before it is sent',
}

const goTo = (page: string) => `Go to ${page}`

/** "Edit the draft", "Go to Batches". */
export const shortcutLabel = (name: ShortcutName): string =>
  Object.hasOwn(labels, name)
    ? labels[name as keyof typeof labels]
    : goTo(navPages.find(({ id }) => `go.${id}` === name)?.label ?? name)

export const scopeNames: Record<Scope, string> = {
  everywhere: 'Everywhere',
  review: 'Review',
  calls: 'Live calls',
  batches: 'Batches',
  flows: 'Flows',
  lists: 'Lists',
}
