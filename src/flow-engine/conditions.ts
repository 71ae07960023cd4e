/** The conditions of rules and connections (interface 2), and what a label says about the answer that leads to it. Pure. */
import type { FlowEdge } from '#contract/index.ts'
import { conditionTexts } from './graph.ts'

/** The conditions that can be evaluated. Any other text is a condition in words. */
export const conditions = ['caller_asks_for_human', 'outside_working_hours', 'silence', 'sentiment_negative'] as const
export type Condition = (typeof conditions)[number]

/** Whether each condition is true now; null: not known, so the customer's answer decides. */
export type Situation = Readonly<Record<Condition, boolean | null>>

/** Parses a condition, ignoring case, spaces and hyphens; null for a condition in words. */
export const parseCondition = (text: string): Condition | null => {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return conditions.find((condition) => condition === name) ?? null
}

/** The condition of a connection; null if the customer's answer decides. */
export const conditionOf = (edge: FlowEdge): Condition | null =>
  conditionTexts(edge)
    .map(parseCondition)
    .find((condition) => condition !== null) ?? null

/** The kind of answer that leads to a branch. */
export type Branch = 'yes' | 'no' | 'other'

/** The kind of answer that leads to a branch, judged by the beginning of its label. */
export const classifyBranch = (label: string): Branch => {
  const [isYes, isNo] = [
    /^(yes|y|true|ok|okay|agree[sd]?|confirm\w*|accept\w*|can|keep\w*|happy|works|still|solved|interested|reached|paid in)\b/i,
    /^(no|n|false|declin\w*|refus\w*|cannot|can't|not|never|unhappy|broken)\b/i,
  ].map((pattern) => pattern.test(label))
  // "Can't" begins with "can".
  if (isNo) return 'no'
  return isYes ? 'yes' : 'other'
}
