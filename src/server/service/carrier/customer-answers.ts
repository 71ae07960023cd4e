/** How a customer answers: which way the call goes, and words that fit the question and the way. */
import type { FlowEdge } from '#contract/index.ts'
import { pick, pickWeighted, type Random } from '../shared/random.ts'
import { type AskKind, answers, branchAnswers, matters } from './phrases.ts'

/** A text in a node's or edge's data; '' for anything else. */
export const word = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** What an edge says of itself. */
export const labelOf = (edge: FlowEdge | undefined): string =>
  word(edge?.data?.label) || word(edge?.data?.condition) || word(edge?.sourceHandle)

/** Conditions that the call itself can judge, as rules and edges name them (interface 2). */
export const conditions = ['caller_asks_for_human', 'outside_working_hours', 'silence', 'sentiment_negative'] as const
export type Condition = (typeof conditions)[number]
/** The condition that a text names, however it is written; null: free text. */
export const conditionOf = (text: string): Condition | null => {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return conditions.find((condition) => condition === name) ?? null
}

/** What the customer says so that a rule in free words applies. */
export function wordsFor(random: Random, when: string): string {
  const special = branchAnswers.find(([pattern]) => pattern.test(when))
  if (special !== undefined) return pick(random, special[1])
  const matter = when.replace(
    /^(if |when )?(the )?(caller|customer|person|they|he|she) (\w+ (about|for|that|to|with|a|the) )?/i,
    '',
  )
  return `${pick(random, matters)} ${matter.replace(/[.?!]+$/, '')}.`
}

/** What an edge's label means for the answer that leads to it. */
export type Branch = 'yes' | 'no' | 'other'
export const branchOf = (label: string): Branch => {
  if (/^(yes|y|true|ok|agree|confirm|accept|can|keep|happy|works|still|solved|interested|reached|paid in)/i.test(label))
    return 'yes'
  if (/^(no|n|false|declin|refus|cannot|can't|not |never|unhappy|broken)/i.test(label)) return 'no'
  return 'other'
}
const branchWeights = { yes: 7, no: 2.2, other: 1.8 } as const

/** The edge that the call takes: a yes is likelier than a no. */
export function choose(random: Random, edges: readonly FlowEdge[]): FlowEdge | undefined {
  if (edges.length < 2) return edges[0]
  const weights = Object.fromEntries(edges.map((edge, i) => [String(i), branchWeights[branchOf(labelOf(edge))]]))
  return edges[Number(pickWeighted(random, weights))]
}

const askKinds: readonly (readonly [RegExp, AskKind])[] = [
  [/speaking (with|to)|is this |am i talking/i, 'identity'],
  [/scale|rate |out of (ten|10|five|5)|one to ten/i, 'rating'],
  [/\b(when|which day|what day|what time|which time)\b/i, 'time'],
  [/\bmorning or\b|\bor in the\b|\bwould you prefer\b/i, 'choice'],
  [/\bgate code|\bshould know|\ba dog\b/i, 'access'],
  [/\bwhy\b|\breason\b|made you|went wrong|made you leave/i, 'reason'],
  [/^(what|how|tell)\b|\bwhat (is|was|made|should)\b|anything (else|we|i)/i, 'open'],
  [/\b(is it|is there|are there|is that|did the|did you|has |have you|will some)/i, 'state'],
]
const askKind = (text: string): AskKind => askKinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'plain'

/** What the customer says to a question, so that the call takes the branch with this label. */
export function answerTo(random: Random, question: string, branch: Branch, label: string): string {
  const special = branch === 'other' ? branchAnswers.find(([pattern]) => pattern.test(label)) : undefined
  if (special !== undefined) return pick(random, special[1])
  return pick(random, answers[askKind(question)][branch === 'no' ? 'no' : 'yes'])
}
