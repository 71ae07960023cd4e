/**
 * A customer's answers in a rehearsal: which branch a typed answer leads to, as far as its words say so, and how each kind of simulated
 * customer answers. Pure.
 */
import type { FlowEdge } from '#contract/index.ts'
import { type Branch, type Condition, classifyBranch } from './conditions.ts'
import { branchLabel } from './graph.ts'

/** The kinds of customers that a rehearsal simulates. */
export const simulatedCustomers = ['agrees', 'declines', 'asks-for-person', 'silent', 'hangs-up'] as const
export type SimulatedCustomer = (typeof simulatedCustomers)[number]

/** What a customer does when the agent has asked something. */
export type Answer =
  | { kind: 'typed'; text: string }
  /** The customer answers so that the call takes this branch. */
  | { kind: 'branch'; label: string }
  | { kind: 'yes' | 'no' | 'asks-for-person' | 'silent' | 'hangs-up' }
  /** The customer says what this rule is for. */
  | { kind: 'rule'; when: string }

/** Why the call took a connection or followed a rule. */
export type Reason =
  | { kind: 'only-connection' }
  /** A condition of the interface is true. */
  | { kind: 'condition'; condition: Condition }
  /** The answer is a yes or a no, and one branch is for that. */
  | { kind: 'yes' | 'no'; answer: string }
  /** The answer contains the label of the branch. */
  | { kind: 'named'; answer: string }
  | { kind: 'person-chose' }
  | { kind: 'customer-chose' }

const yesPattern =
  /^(yes|yeah|yep|yup|sure|ok|okay|of course|certainly|absolutely|definitely|please do|correct|right|fine|gladly|that works|sounds good|i do|i am|i will)\b/
const noPattern =
  /^(no|nope|nah|not|never|sorry,? no|unfortunately|i do not|i don't|i can't|i cannot|i won't|i am not|i'm not)\b/
const unsurePattern = /^(not sure|no idea|maybe|perhaps|i don't know|i'm not sure|i am not sure)\b/
const fillers = /^((oh|um|uh|er|well|hm+|ah|so)[,.…]*\s+)+/

const simplify = (text: string): string => text.trim().toLowerCase().replaceAll('’', "'")

function classifyAnswer(text: string): Branch {
  const answer = simplify(text).replace(fillers, '')
  if (unsurePattern.test(answer)) return 'other'
  if (noPattern.test(answer)) return 'no'
  return yesPattern.test(answer) ? 'yes' : 'other'
}

/** The words of a text, between spaces, so that whole words can be found in it. */
const wordsOf = (text: string): string =>
  ` ${
    simplify(text)
      .match(/[\p{L}\p{N}']+/gu)
      ?.join(' ') ?? ''
  } `

/** Whether a typed answer asks for a person. */
export const asksForPerson = (text: string): boolean =>
  /\b(speak|talk|connect|put me|pass me|transfer)\b.*\b(person|human|someone|somebody|agent|colleague|representative|manager|supervisor|operator)\b|\breal (person|human)\b/.test(
    simplify(text),
  )

/**
 * Chooses the branch that a typed answer leads to.
 *
 * @returns null if the words do not decide, so that a person has to
 */
export function decideBranch(answer: string, branches: readonly FlowEdge[]): { edge: FlowEdge; reason: Reason } | null {
  const labelled = branches.map((edge) => ({ edge, label: branchLabel(edge), kind: classifyBranch(branchLabel(edge)) }))
  const named = labelled.filter(({ label }) => wordsOf(label).trim() !== '' && wordsOf(answer).includes(wordsOf(label)))
  const only = (candidates: typeof labelled, reason: Reason) => {
    const [first, ...others] = candidates
    return first !== undefined && others.length === 0 ? { edge: first.edge, reason } : null
  }
  const kind = classifyAnswer(answer)
  return (
    // "No, another day" names a branch besides the one for a no.
    only(
      named.filter((candidate) => candidate.kind === 'other'),
      { kind: 'named', answer },
    ) ??
    (kind === 'other'
      ? null
      : only(
          labelled.filter((candidate) => candidate.kind === kind),
          { kind, answer },
        )) ??
    only(named, { kind: 'named', answer })
  )
}

/** The branch that a simulated customer takes: the one for a yes or a no, if there is one. Customers who agree take the first of the others. */
export function branchOf(customer: SimulatedCustomer, branches: readonly FlowEdge[]): FlowEdge | undefined {
  const wanted = customer === 'declines' ? 'no' : 'yes'
  const kindOf = (edge: FlowEdge) => classifyBranch(branchLabel(edge))
  const matching = branches.find((edge) => kindOf(edge) === wanted)
  if (matching !== undefined) return matching
  return wanted === 'no' ? branches.at(-1) : (branches.find((edge) => kindOf(edge) === 'other') ?? branches[0])
}

/** What a simulated customer says to take a branch; undefined: the question has no branches. */
export function answerFor(customer: SimulatedCustomer, branch: FlowEdge | undefined): Answer {
  const label = branchLabel(branch)
  const kind = branch === undefined ? 'other' : classifyBranch(label)
  if (kind !== 'other') return { kind }
  return label === '' ? { kind: customer === 'declines' ? 'no' : 'yes' } : { kind: 'branch', label }
}
