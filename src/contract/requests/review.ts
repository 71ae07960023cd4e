/** Requests for drafts, conversations and people, saved views, and versions of records. */
import { everyone, type Requests } from '../shared/endpoint.ts'
import { onDemand, polled } from '../shared/freshness.ts'

/** What a decision about a draft changes. */
const draftReads = [
  'reviewQueue',
  'decisionList',
  'ownDecisionList',
  'conversationShow',
  'reviewConversationShow',
] as const

export const reviewRequests = {
  reviewQueue: {
    method: 'GET',
    path: '/gateway/review-queue',
    label: 'Reviewing messages',
    roles: everyone,
    freshness: polled(1.5),
  },
  reviewConversationShow: {
    method: 'GET',
    path: '/gateway/review-queue/{conversationId}',
    label: 'Reviewing messages',
    roles: everyone,
    freshness: polled(1.5),
  },
  claimTake: {
    method: 'POST',
    path: '/gateway/claims',
    label: 'Reviewing messages',
    roles: ['reviewer', 'admin'],
    invalidates: ['reviewQueue'],
  },
  claimRelease: {
    method: 'POST',
    path: '/gateway/claims/release',
    label: 'Reviewing messages',
    roles: ['reviewer', 'admin'],
    invalidates: ['reviewQueue'],
  },
  decisionMake: {
    method: 'POST',
    path: '/gateway/decisions',
    label: 'Reviewing messages',
    roles: ['reviewer', 'admin'],
    invalidates: ['countShow', ...draftReads],
    sends: true,
  },
  firstApprovalGive: {
    method: 'POST',
    path: '/gateway/first-approvals',
    label: 'Reviewing messages',
    roles: ['reviewer', 'admin'],
    invalidates: ['reviewQueue'],
    done: 'Approved a draft as the first reviewer',
  },
  firstApprovalWithdraw: {
    method: 'POST',
    path: '/gateway/first-approvals/withdraw',
    label: 'Reviewing messages',
    roles: ['reviewer', 'admin'],
    invalidates: ['reviewQueue'],
    done: 'Withdrew their approval as the first reviewer',
  },
  decisionList: {
    method: 'GET',
    path: '/gateway/decisions',
    label: 'Reviewing messages',
    roles: everyone,
    freshness: onDemand(1),
  },
  ownDecisionList: {
    method: 'GET',
    path: '/gateway/decisions/own',
    label: 'Reviewing messages',
    roles: ['reviewer', 'admin'],
    freshness: polled(2),
  },
  decisionUndo: {
    method: 'POST',
    path: '/gateway/decisions/{effectId}/undo',
    label: 'Reviewing messages',
    roles: ['reviewer', 'admin'],
    invalidates: ['countShow', 'reviewQueue', 'decisionList', 'ownDecisionList'],
  },
  decisionSendNow: {
    method: 'POST',
    path: '/gateway/decisions/{effectId}/send',
    label: 'Reviewing messages',
    roles: ['reviewer', 'admin'],
    invalidates: ['countShow', ...draftReads],
  },
  decisionDismiss: {
    method: 'POST',
    path: '/gateway/decisions/{effectId}/dismiss',
    label: 'Reviewing messages',
    roles: ['reviewer', 'admin'],
    invalidates: ['decisionList'],
  },

  reviewRulesShow: {
    method: 'GET',
    path: '/gateway/review-rules',
    label: 'Reading the review rules',
    roles: everyone,
    freshness: onDemand(10),
  },
  reviewRulesChange: {
    method: 'PUT',
    path: '/gateway/review-rules',
    label: 'Changing the review rules',
    roles: ['admin'],
    invalidates: ['reviewRulesShow'],
    done: 'Changed the review rules',
  },

  snippetsShow: {
    method: 'GET',
    path: '/gateway/snippets',
    label: 'Reading the snippets',
    roles: everyone,
    freshness: onDemand(10),
  },
  snippetsChange: {
    method: 'PUT',
    path: '/gateway/snippets',
    label: 'Changing the snippets',
    roles: ['reviewer', 'admin'],
    invalidates: ['snippetsShow'],
    done: 'Changed the snippets',
  },

  conversationImport: {
    method: 'POST',
    path: '/gateway/conversations',
    label: 'Opening conversations',
    roles: everyone,
    invalidates: ['reviewQueue', 'conversationSeen'],
  },
  conversationSeen: {
    method: 'GET',
    path: '/gateway/conversations',
    label: 'Reading conversations',
    roles: everyone,
    freshness: polled(5),
  },
  conversationSearch: {
    method: 'POST',
    path: '/gateway/conversations/search',
    label: 'Searching conversations',
    roles: everyone,
    invalidates: [],
  },

  personFind: { method: 'POST', path: '/gateway/people', label: 'Opening a person', roles: everyone, invalidates: [] },
  personShow: {
    method: 'GET',
    path: '/gateway/people/{personId}',
    label: 'Reading a person',
    roles: everyone,
    freshness: polled(5),
  },
  reviewContextShow: {
    method: 'GET',
    path: '/gateway/review-queue/{conversationId}/context',
    label: 'Reviewing messages',
    roles: everyone,
    freshness: onDemand(1),
  },

  countShow: {
    method: 'GET',
    path: '/gateway/counts',
    label: 'Reading counts',
    roles: everyone,
    freshness: onDemand(1),
  },

  savedViewList: {
    method: 'GET',
    path: '/gateway/saved-views',
    label: 'Reading saved views',
    roles: everyone,
    freshness: onDemand(10),
  },
  savedViewCreate: {
    method: 'POST',
    path: '/gateway/saved-views',
    label: 'Saving views',
    roles: everyone,
    invalidates: ['savedViewList'],
    done: 'Saved a view for the team',
  },
  savedViewChange: {
    method: 'PATCH',
    path: '/gateway/saved-views/{viewId}',
    label: 'Changing views',
    roles: everyone,
    invalidates: ['savedViewList'],
    done: 'Changed a view of the team',
  },
  savedViewDelete: {
    method: 'DELETE',
    path: '/gateway/saved-views/{viewId}',
    label: 'Deleting views',
    roles: everyone,
    invalidates: ['savedViewList'],
    done: 'Deleted a view of the team',
  },

  versionList: {
    method: 'GET',
    path: '/gateway/versions/{kind}/{recordId}',
    label: 'Reading versions',
    roles: everyone,
    freshness: onDemand(5),
  },
  versionShow: {
    method: 'GET',
    path: '/gateway/versions/{kind}/{recordId}/{number}',
    label: 'Reading versions',
    roles: everyone,
    freshness: onDemand(60),
  },
  deletedRecordList: {
    method: 'GET',
    path: '/gateway/deleted-records',
    label: 'Reading deleted records',
    roles: everyone,
    freshness: onDemand(5),
  },
} as const satisfies Requests
