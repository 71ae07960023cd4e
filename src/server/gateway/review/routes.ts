/** Endpoints of review: the queue, claims and decisions. */
import type {
  ReviewRules,
  reviewEndpoints,
  reviewRuleEndpoints,
  seenConversationEndpoints,
  snippetEndpoints,
} from '#contract/index.ts'
import { attentionOf } from '../cache/views.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseId, parseJsonBody, parseQueryOf } from '../http/handler.ts'
import { operatorOf, requesterOf, workspaceOf } from '../http/request.ts'
import type { Workspace } from '../shared/configuration.ts'
import type { Claims } from './claims.ts'
import type { Decisions } from './decisions.ts'
import type { createReviewQueue, Viewer } from './queue.ts'
import type { ReviewRuleSetting } from './review-rules.ts'
import type { SecondReview } from './second-review.ts'
import { createSnippetSetting } from './snippets.ts'

export function reviewRoutes(
  deps: Parameters<typeof createSnippetSetting>[0] & {
    reviewQueue: ReturnType<typeof createReviewQueue>
    claims: Claims
    decisions: Decisions
    reviewRules: ReviewRuleSetting
    secondReview: SecondReview
    workspaces: readonly Workspace[]
    cached: AnswerCache
  },
): Record<
  | keyof typeof reviewEndpoints
  | keyof typeof reviewRuleEndpoints
  | keyof typeof snippetEndpoints
  | keyof typeof seenConversationEndpoints,
  Handler
> {
  const { claims, decisions, reviewRules, secondReview, reviewQueue, cached } = deps
  const snippets = createSnippetSetting(deps)
  const viewerOf = (c: GatewayContext): Viewer => ({
    workspace: workspaceOf(c, deps),
    attention: attentionOf(c.req.header('priority')),
    requester: requesterOf(c),
    operator: operatorOf(c),
  })

  return {
    reviewQueue: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      onRequest: (c) => reviewQueue.markQueueViewed(viewerOf(c)),
      rows: { list: 'drafts', key: 'messageId' },
      answer: ({ workspace }) => reviewQueue.load(workspace),
    }),
    reviewConversationShow: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps), conversationId: parseId(c, 'conversationId') }),
      onRequest: (c) => reviewQueue.ensureRead(parseId(c, 'conversationId'), viewerOf(c)),
      answer: ({ workspace, conversationId }) => reviewQueue.showConversation(workspace, conversationId),
    }),
    conversationSeen: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      onRequest: (c) => reviewQueue.markListViewed(viewerOf(c)),
      rows: { list: 'conversations', key: 'conversationId' },
      answer: ({ workspace }) => reviewQueue.listConversations(workspace),
    }),
    conversationSearch: async (c) =>
      c.json(await reviewQueue.search(workspaceOf(c, deps), (await parseJsonBody(c, 'conversationSearch')).text)),
    conversationImport: async (c) => {
      const { ids } = await parseJsonBody(c, 'conversationImport')
      return c.json(await reviewQueue.importConversations(ids, workspaceOf(c, deps), requesterOf(c)))
    },

    reviewRulesShow: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      answer: ({ workspace }) => reviewRules.get(workspace),
    }),
    reviewRulesChange: async (c) => {
      const changes = (await parseJsonBody(c, 'reviewRulesChange')) as Partial<ReviewRules>
      return c.json(await reviewRules.change(workspaceOf(c, deps), changes, operatorOf(c)))
    },

    snippetsShow: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps) }),
      answer: ({ workspace }) => snippets.get(workspace),
    }),
    snippetsChange: async (c) => {
      const change = await parseJsonBody(c, 'snippetsChange')
      return c.json(await snippets.change(workspaceOf(c, deps), change, operatorOf(c)))
    },

    claimTake: async (c) => c.json(await claims.take(await parseJsonBody(c, 'claimTake'), operatorOf(c))),
    claimRelease: async (c) => {
      const released = await claims.release(await parseJsonBody(c, 'claimRelease'), operatorOf(c).id)
      return c.json({ released })
    },

    firstApprovalGive: async (c) =>
      c.json(await secondReview.give(await parseJsonBody(c, 'firstApprovalGive'), operatorOf(c), workspaceOf(c, deps))),
    firstApprovalWithdraw: async (c) => {
      const target = await parseJsonBody(c, 'firstApprovalWithdraw')
      return c.json({ withdrawn: await secondReview.withdraw(target, operatorOf(c), workspaceOf(c, deps)) })
    },
    decisionMake: async (c) => {
      const context = {
        operator: operatorOf(c),
        key: c.req.header('idempotency-key'),
        requester: requesterOf(c),
        workspace: workspaceOf(c, deps),
      }
      return c.json(await decisions.decide(await parseJsonBody(c, 'decisionMake'), context))
    },
    decisionList: cached({
      argsOf: (c) => ({ workspace: workspaceOf(c, deps), operatorId: operatorOf(c).id }),
      rows: { list: 'decisions', key: 'effectId' },
      answer: async ({ workspace, operatorId }) => ({ decisions: await decisions.list(workspace, operatorId) }),
    }),
    ownDecisionList: cached({
      argsOf: (c) => {
        const { id, name } = operatorOf(c)
        const { since } = parseQueryOf(c, 'ownDecisionList')
        return { workspace: workspaceOf(c, deps), operator: { id, name }, since }
      },
      rows: { list: 'decisions', key: 'effectId' },
      answer: async ({ workspace, operator, since }) => ({
        decisions: await decisions.listOwn(workspace, operator, since),
      }),
    }),
    decisionUndo: async (c) => {
      await parseJsonBody(c, 'decisionUndo')
      return c.json(await decisions.undo(parseId(c, 'effectId'), operatorOf(c)))
    },
    decisionDismiss: async (c) => {
      await parseJsonBody(c, 'decisionDismiss')
      return c.json({ dismissed: await decisions.dismiss(parseId(c, 'effectId'), operatorOf(c)) })
    },
    decisionSendNow: async (c) => {
      await parseJsonBody(c, 'decisionSendNow')
      return c.json(await decisions.sendNow(parseId(c, 'effectId'), operatorOf(c)))
    },
  }
}
