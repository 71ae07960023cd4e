/** Texts of saved views. */
import { type ViewPage } from '#contract/index.ts'

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
  'batch-calls': 'All calls of the batch',
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

// view-dialog.tsx
export const cancel = 'Cancel'
