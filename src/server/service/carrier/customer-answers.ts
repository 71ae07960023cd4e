/** Simulates customers' answers: which branch of the flow the call takes, and texts that fit the question and branch. */
import type { FlowEdge } from '#contract/index.ts'
import { type Branch, classifyBranch } from '#flow-engine/conditions.ts'
import { branchLabel } from '#flow-engine/graph.ts'
import { pick, pickWeighted, type Random } from '../shared/random.ts'
import { subjectOpenings } from './lines/callers.ts'
import { deliveryQuestions } from './lines/deliveries.ts'
import { answersByQuestionKind, branchAnswers, generalQuestions, type QuestionKind } from './lines/general.ts'
import { paymentQuestions } from './lines/payments.ts'
import type { Question } from './lines/question.ts'
import { renewalQuestions } from './lines/renewals.ts'
import { supportQuestions } from './lines/support.ts'
import { surveyQuestions } from './lines/surveys.ts'
import { visitQuestions } from './lines/visits.ts'

/** Every question that is known, with what fits it. */
export const questions: readonly Question[] = [
  ...generalQuestions,
  ...renewalQuestions,
  ...visitQuestions,
  ...deliveryQuestions,
  ...paymentQuestions,
  ...supportQuestions,
  ...surveyQuestions,
]

/** What is known about a question; undefined if nothing is. */
export const questionOf = (text: string): Question | undefined => questions.find(({ asks }) => asks.test(text))

/** What the customer says to trigger a rule with a free-text condition (`when`). */
export function statementFor(random: Random, when: string): string {
  const matchingAnswers = branchAnswers.find(([pattern]) => pattern.test(when))
  if (matchingAnswers !== undefined) return pick(random, matchingAnswers[1])
  const subject = when.replace(
    /^(if |when )?(the )?(caller|customer|person|they|he|she) (\w+ (about|for|that|to|with|a|the) )?/i,
    '',
  )
  return `${pick(random, subjectOpenings)} ${subject.replace(/[.?!]+$/, '')}.`
}

const branchWeights = { yes: 7, no: 2.2, other: 1.8 } as const

/** Chooses the edge that the call takes: a yes is likelier than a no. */
export function chooseEdge(random: Random, edges: readonly FlowEdge[]): FlowEdge | undefined {
  if (edges.length < 2) return edges[0]
  const weights = Object.fromEntries(
    edges.map((edge, i) => [String(i), branchWeights[classifyBranch(branchLabel(edge))]]),
  )
  return edges[Number(pickWeighted(random, weights))]
}

/** The kinds of questions of which nothing more is known, in the order in which they are matched. */
const questionKinds: readonly (readonly [RegExp, QuestionKind])[] = [
  [/scale|rate |out of (ten|10|five|5)|one to ten/i, 'rating'],
  [/\b(when|which day|what day|what time|which time)\b/i, 'time'],
  [/\bmorning or\b|\bor in the\b|\bwould you prefer\b/i, 'choice'],
  [/\bwhy\b|\breason\b|made you|went wrong/i, 'reason'],
  [/^(what|how|tell)\b|\bwhat (is|was|made|should)\b|anything (else|we|i)/i, 'open'],
  [/\b(is it|is there|are there|is that|did the|did you|has |have you|will some)/i, 'state'],
]
const classifyQuestion = (text: string): QuestionKind =>
  questionKinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'plain'

/**
 * The customer's answers that fit a question.
 *
 * @param side the kind of answer that leads to the branch
 * @param label the label of the branch; '' if the question has no branches
 */
export function answersOf(question: string, side: Branch, label: string): readonly string[] {
  const known = questionOf(question)
  const byLabel = branchAnswers.find(([pattern]) => pattern.test(label))
  if (byLabel !== undefined && (side === 'other' || (known === undefined && classifyBranch(label) === 'other')))
    return byLabel[1]
  return (known ?? answersByQuestionKind[classifyQuestion(question)])[side === 'no' ? 'no' : 'yes']
}
