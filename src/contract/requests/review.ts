/** Requests for drafts, conversations and people, saved views, and versions of records. */
import { admins, everyone, type Requests, reviewers } from '../shared/endpoint.ts'
import { onDemand, polled } from '../shared/freshness.ts'
import { patch, post, put, read, remove } from '../shared/requests.ts'

/** What a decision about a draft changes. */
const draftReads = [
  'reviewQueue',
  'decisionList',
  'ownDecisionList',
  'conversationShow',
  'reviewConversationShow',
] as const

export const reviewRequests = {
  reviewQueue: read('/gateway/review-queue', 'Reviewing messages', everyone, polled(1.5)),
  reviewConversationShow: read('/gateway/review-queue/{conversationId}', 'Reviewing messages', everyone, polled(1.5)),
  claimTake: post('/gateway/claims', 'Reviewing messages', reviewers, { invalidates: ['reviewQueue'] }),
  claimRelease: post('/gateway/claims/release', 'Reviewing messages', reviewers, { invalidates: ['reviewQueue'] }),
  decisionMake: post('/gateway/decisions', 'Reviewing messages', reviewers, {
    invalidates: ['countShow', ...draftReads],
    sends: true,
  }),
  firstApprovalGive: post('/gateway/first-approvals', 'Reviewing messages', reviewers, {
    invalidates: ['reviewQueue'],
    done: 'Approved a draft as the first reviewer',
  }),
  firstApprovalWithdraw: post('/gateway/first-approvals/withdraw', 'Reviewing messages', reviewers, {
    invalidates: ['reviewQueue'],
    done: 'Withdrew their approval as the first reviewer',
  }),
  decisionList: read('/gateway/decisions', 'Reviewing messages', everyone, onDemand(1)),
  ownDecisionList: read('/gateway/decisions/own', 'Reviewing messages', reviewers, polled(2)),
  decisionUndo: post('/gateway/decisions/{effectId}/undo', 'Reviewing messages', reviewers, {
    invalidates: ['countShow', 'reviewQueue', 'decisionList', 'ownDecisionList'],
  }),
  decisionSendNow: post('/gateway/decisions/{effectId}/send', 'Reviewing messages', reviewers, {
    invalidates: ['countShow', ...draftReads],
  }),
  decisionDismiss: post('/gateway/decisions/{effectId}/dismiss', 'Reviewing messages', reviewers, {
    invalidates: ['decisionList'],
  }),

  reviewRulesShow: read('/gateway/review-rules', 'Reading the review rules', everyone, onDemand(10)),
  reviewRulesChange: put('/gateway/review-rules', 'Changing the review rules', admins, {
    invalidates: ['reviewRulesShow'],
    done: 'Changed the review rules',
  }),

  snippetsShow: read('/gateway/snippets', 'Reading the snippets', everyone, onDemand(10)),
  snippetsChange: put('/gateway/snippets', 'Changing the snippets', reviewers, {
    invalidates: ['snippetsShow'],
    done: 'Changed the snippets',
  }),

  conversationImport: post('/gateway/conversations', 'Opening conversations', everyone, {
    invalidates: ['reviewQueue', 'conversationSeen'],
  }),
  conversationSeen: read('/gateway/conversations', 'Reading conversations', everyone, polled(5)),
  conversationSearch: post('/gateway/conversations/search', 'Searching conversations', everyone, { invalidates: [] }),

  personFind: post('/gateway/people', 'Opening a person', everyone, { invalidates: [] }),
  personShow: read('/gateway/people/{personId}', 'Reading a person', everyone, polled(5)),
  reviewContextShow: read(
    '/gateway/review-queue/{conversationId}/context',
    'Reviewing messages',
    everyone,
    onDemand(1),
  ),

  countShow: read('/gateway/counts', 'Reading counts', everyone, onDemand(1)),

  savedViewList: read('/gateway/saved-views', 'Reading saved views', everyone, onDemand(10)),
  savedViewCreate: post('/gateway/saved-views', 'Saving views', everyone, {
    invalidates: ['savedViewList'],
    done: 'Saved a view for the team',
  }),
  savedViewChange: patch('/gateway/saved-views/{viewId}', 'Changing views', everyone, {
    invalidates: ['savedViewList'],
    done: 'Changed a view of the team',
  }),
  savedViewDelete: remove('/gateway/saved-views/{viewId}', 'Deleting views', everyone, {
    invalidates: ['savedViewList'],
    done: 'Deleted a view of the team',
  }),

  versionList: read('/gateway/versions/{kind}/{recordId}', 'Reading versions', everyone, onDemand(5)),
  versionShow: read('/gateway/versions/{kind}/{recordId}/{number}', 'Reading versions', everyone, onDemand(60)),
  deletedRecordList: read('/gateway/deleted-records', 'Reading deleted records', everyone, onDemand(5)),
} as const satisfies Requests
