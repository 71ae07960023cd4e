/** The rules of a workspace for reviewing drafts: why a draft may be rejected. */
import * as z from 'zod/mini'
import { endpoint, everyone } from '../shared/endpoint.ts'
import { onDemand } from '../shared/freshness.ts'
import { nonBlankUpTo } from '../shared/wire.ts'
import { ofGateway } from './parts/endpoint-parts.ts'

/** Limits of the rules. Each reason has a number key, 1 to 9. */
export const reviewRuleLimits = { reasons: 9, reasonLength: 60, noteLength: 300 } as const

export const ReviewRules = z.strictObject({
  /** Why a draft may be rejected, in the order of their number keys. */
  rejectReasons: z.array(nonBlankUpTo(reviewRuleLimits.reasonLength)).check(z.maxLength(reviewRuleLimits.reasons)),
  /** Whether a rejection needs one of the reasons. Without any reasons, it does not. */
  isReasonRequired: z.boolean(),
})
export type ReviewRules = z.output<typeof ReviewRules>

/** The rules of a workspace until its administrators change them. */
export const defaultReviewRules: ReviewRules = {
  rejectReasons: ['Wrong facts', 'Wrong tone', 'Not needed', 'Wrong person', 'Not allowed'],
  isReasonRequired: false,
}

const ofRules = { ...ofGateway, path: '/gateway/review-rules', response: ReviewRules } as const

export const reviewRuleEndpoints = {
  reviewRulesShow: endpoint({
    ...ofRules,
    method: 'GET',
    label: 'Reading the review rules',
    freshness: onDemand(10),
    roles: everyone,
    summary: 'The rules of this workspace for reviewing drafts.',
  }),
  reviewRulesChange: endpoint({
    ...ofRules,
    method: 'PUT',
    label: 'Changing the review rules',
    done: 'Changed the review rules',
    invalidates: ['reviewRulesShow'],
    roles: ['admin'],
    summary: 'Change some of these rules; those that are left out stay.',
    body: z.partial(ReviewRules),
  }),
}
