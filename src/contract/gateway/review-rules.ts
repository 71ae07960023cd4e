/** What a workspace sets for reviewing drafts: why a draft may be rejected, which flows need a second reviewer, and the short texts that reviewers insert into an edit. */
import * as z from 'zod/mini'
import { id, nonBlankUpTo } from '../shared/wire.ts'

/** Limits of the rules. Each reason has a number key, 1 to 9. */
export const reviewRuleLimits = { reasons: 9, reasonLength: 60, noteLength: 300, secondReviewerFlows: 500 } as const

export const ReviewRules = z.strictObject({
  /** Why a draft may be rejected, in the order of their number keys. */
  rejectReasons: z.array(nonBlankUpTo(reviewRuleLimits.reasonLength)).check(z.maxLength(reviewRuleLimits.reasons)),
  /** Whether a rejection needs one of the reasons. Without any reasons, it does not. */
  isReasonRequired: z.boolean(),
  /** IDs of the flows whose messages two reviewers approve before they are sent. */
  secondReviewerFlows: z.array(id).check(z.maxLength(reviewRuleLimits.secondReviewerFlows)),
})
export type ReviewRules = z.output<typeof ReviewRules>

export const defaultReviewRules: ReviewRules = {
  rejectReasons: ['Wrong facts', 'Wrong tone', 'Not needed', 'Wrong person', 'Not allowed'],
  isReasonRequired: false,
  secondReviewerFlows: [],
}

export const reviewRuleEndpoints = {
  reviewRulesShow: { response: z.custom<ReviewRules>() },
  /** Those that are left out stay. */
  reviewRulesChange: { response: z.custom<ReviewRules>(), body: z.partial(ReviewRules) },
}

export const snippetLimits = { snippets: 100, nameLength: 60, textLength: 1_000 } as const

/** A text with a name. `{customer name}` and `{agent}` in the text are replaced when it is inserted. */
export const Snippet = z.strictObject({
  name: nonBlankUpTo(snippetLimits.nameLength),
  text: nonBlankUpTo(snippetLimits.textLength),
})
export type Snippet = z.output<typeof Snippet>

const list = z.array(Snippet).check(z.maxLength(snippetLimits.snippets))
export const Snippets = z.strictObject({ snippets: list })
export type Snippets = z.output<typeof Snippets>

export const snippetEndpoints = {
  snippetsShow: { response: z.custom<Snippets>() },
  /** `replaced`: the list that the person changed; 409 if it is not the current one any more. */
  snippetsChange: { response: z.custom<Snippets>(), body: z.strictObject({ snippets: list, replaced: list }) },
}
