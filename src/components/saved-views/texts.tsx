/** Texts of saved views. */
import { savedViewLimits, type ViewPage } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'

// saved-views.tsx
export const views = 'Views'
/** Before the name of the view, for screen readers. */
export const viewPrefix = 'View: '
/** After the name of a view whose filters were changed. */
export const changed = '· changed'
export const everything: Record<ViewPage, string> = {
  'live-calls': 'All calls',
  review: 'All drafts',
  conversations: 'All conversations',
  'ended-calls': 'All calls',
  batches: 'All batches',
  agents: 'All agents',
  flows: 'All flows',
  'messaging-agents': 'All messaging agents',
  'message-flows': 'All message flows',
  'do-not-call': 'All numbers',
  operators: 'All operators',
  audit: 'All entries',
}
export const ownViews = 'For me'
export const teamViews = 'For the team'
export const savedBy = (owner: string) => <>Saved by {visible(owner)}</>
export const tooManyViews = `You have ${number(savedViewLimits.perPage)} views of this page. Delete one first.`
export const replaceFilters = (name: string) => <>Update “{visible(name)}” to these filters</>
export const editView = (name: string) => <>Rename or share “{visible(name)}”…</>
export const deleteView = (name: string) => <>Delete “{visible(name)}”…</>
export const replaced = (name: string) => `View “${name}” updated`
export const replacedBack = (name: string) => `View “${name}” has its previous filters again`

// view-dialog.tsx
export const stores = (hasWords: boolean) =>
  hasWords
    ? 'A view stores the filters, the order and the words of the search.'
    : 'A view stores the filters and the order of this page, not the text in the search field.'
export const ownerAlone = (owner: string) => `Only ${owner} sees it.`
export const cancel = 'Cancel'
export const deleteTitle = (name: string) => `Delete the view “${name}”?`
