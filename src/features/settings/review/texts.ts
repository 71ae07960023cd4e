/** Texts of the rules for reviewing drafts. */
import { number, plural } from '#ui/text/format-number.ts'

export const reasonsHint = (maxReasons: number) =>
  `One reason per line, at most ${number(maxReasons)}. The order gives each its key, 1 to ${number(maxReasons)}.`
export const tooManyReasons = (count: number, maxReasons: number) =>
  `These are ${plural(count, 'line', 'lines')}. At most ${number(maxReasons)} reasons can be listed.`
export const reasonTooLong = (reason: number, maxLength: number) =>
  `Reason ${number(reason)} is too long. A reason has at most ${number(maxLength)} characters.`

// second-reviewer-form.tsx
export const secondReviewer = 'Second reviewer'
export const secondReviewerSaved = 'flows with a second reviewer'
export const secondReviewerIntro =
  'Messages of these flows are sent only after two reviewers have approved the same text. The first approval sends nothing and counts for 7 days. One reviewer is enough to reject a draft. With only one reviewer in your team, no message of these flows can be sent.'
export const secondReviewerFlows = 'Flows that need a second reviewer'
export const messageFlows = 'Message flows'
export const flowsOfCalls = 'Flows of calls, after which the agent writes'
export const unlistedFlows = 'Not in the list of flows'
export const loadingFlows = 'Loading flows…'
export const noFlows = 'There are no flows yet.'
/** A chosen flow that the list of flows does not contain. */
export const unlistedFlow = (id: string) => `Unknown flow ${id}`

// snippets-form.tsx
export const snippets = 'Snippets'
export const snippet = (position: number) => `Snippet ${number(position)}`
export const snippetName = 'Name'
export const snippetText = 'Text'
export const addSnippet = 'Add snippet'
export const removeSnippet = (position: number) => `Remove snippet ${number(position)}`
export const tooManySnippets = (max: number) => `At most ${number(max)} snippets can be listed.`
export const loadingSnippets = 'Loading snippets…'
