/** Simulates customers' answers: which branch of the flow the call takes, and a text that fits the question and branch. */
import type { FlowEdge } from '#contract/index.ts'
import { type Branch, classifyBranch } from '#flow-engine/conditions.ts'
import { branchLabel } from '#flow-engine/graph.ts'
import { pick, pickWeighted, type Random } from '../shared/random.ts'
import { answersByQuestionKind, branchAnswers, type QuestionKind, subjectOpenings } from './phrases.ts'

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

const questionKinds: readonly (readonly [RegExp, QuestionKind])[] = [
  [/speaking (with|to)|is this |am i talking/i, 'identity'],
  [/scale|rate |out of (ten|10|five|5)|one to ten/i, 'rating'],
  [/\b(when|which day|what day|what time|which time)\b/i, 'time'],
  [/\bmorning or\b|\bor in the\b|\bwould you prefer\b/i, 'choice'],
  [/\bgate code|\bshould know|\ba dog\b/i, 'access'],
  [/\bwhy\b|\breason\b|made you|went wrong|made you leave/i, 'reason'],
  [/^(what|how|tell)\b|\bwhat (is|was|made|should)\b|anything (else|we|i)/i, 'open'],
  [/\b(is it|is there|are there|is that|did the|did you|has |have you|will some)/i, 'state'],
]
const classifyQuestion = (text: string): QuestionKind =>
  questionKinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'plain'

/** The customer's answer to a question, fitting the branch with this label. */
export function answerQuestion(random: Random, question: string, branch: Branch, label: string): string {
  const matchingAnswers = branch === 'other' ? branchAnswers.find(([pattern]) => pattern.test(label)) : undefined
  if (matchingAnswers !== undefined) return pick(random, matchingAnswers[1])
  return pick(random, answersByQuestionKind[classifyQuestion(question)][branch === 'no' ? 'no' : 'yes'])
}
