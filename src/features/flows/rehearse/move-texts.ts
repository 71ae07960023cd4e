/** The sentences of a rehearsal's moves: what is said without a text of the flow, why the call went where it is, and how it ends. */
import type { FlowRule } from '#contract/index.ts'
import type { Reason } from '#flow-engine/answers.ts'
import type { Condition } from '#flow-engine/conditions.ts'
import { branchLabel } from '#flow-engine/graph.ts'
import type { End, Event, Via } from '#flow-engine/rehearsal.ts'
import { plural } from '#ui/text/format-number.ts'

export const speakers = { agent: 'Agent', customer: 'Customer', message: 'Text message', prompt: 'Prompt' } as const

/** What the agent does where the flow has no text. */
export const ownWords: Record<Extract<Event, { kind: 'agent' }>['occasion'], string> = {
  greeting: 'Greets the customer in its own words.',
  closed: 'Says in its own words that the office is closed.',
  say: 'Says nothing.',
  ask: 'Asks in its own words.',
  message: 'Says in its own words that it sends a text message.',
  transfer: 'Says in its own words that it transfers the call.',
  goodbye: 'Says goodbye in its own words.',
}

/** In place of a variable without a value. */
export const missingValue = (name: string) => `{${name}: no value, left out}`

const quoted = (text: string) => `“${text}”`

/** What the customer says or does. */
export function answerText(answer: Extract<Event, { kind: 'customer' }>['answer']): string {
  switch (answer.kind) {
    case 'speaks-first':
      return 'Speaks first.'
    case 'typed':
      return quoted(answer.text)
    case 'yes':
      return '“Yes.”'
    case 'no':
      return '“No.”'
    case 'branch':
      return answer.label === '' ? 'Gives another answer.' : `Answers ${quoted(answer.label)}.`
    case 'asks-for-person':
      return '“I would like to speak to a person.”'
    case 'silent':
      return 'Says nothing.'
    case 'hangs-up':
      return 'Hangs up.'
    case 'rule':
      return answer.when === 'sentiment_negative' ? 'Is annoyed.' : `Says what the rule ${quoted(answer.when)} is for.`
    default:
      return answer satisfies never
  }
}

const conditionClauses: Record<Condition, string> = {
  caller_asks_for_human: 'the customer asks for a person',
  outside_working_hours: 'the call is outside working hours',
  silence: 'the customer says nothing',
  sentiment_negative: 'the customer is annoyed',
}

function reasonClause(reason: Exclude<Reason, { kind: 'only-connection' }>): string {
  switch (reason.kind) {
    case 'condition':
      return conditionClauses[reason.condition]
    case 'yes':
      return `the answer ${quoted(reason.answer)} is a yes`
    case 'no':
      return `the answer ${quoted(reason.answer)} is a no`
    case 'named':
      return `the answer ${quoted(reason.answer)} contains these words`
    case 'person-chose':
      return 'you chose it'
    case 'customer-chose':
      return 'of what the customer answered'
    default:
      return reason satisfies never
  }
}

/** Why the call came here; '' if there was no other way and nothing to say about it. */
export function viaText(via: Via, rules: readonly FlowRule[]): string {
  if (via.by === 'rule') {
    const name = `Rule ${rules.indexOf(via.rule) + 1}`
    return via.reason.kind === 'only-connection'
      ? `${name} applies.`
      : `${name} applies because ${reasonClause(via.reason)}.`
  }
  const label = branchLabel(via.edge)
  const branch = label === '' ? 'the branch without a label' : quoted(label)
  if (via.reason.kind === 'only-connection') return label === '' ? '' : `Took ${branch}, the only branch that is open.`
  return `Took ${branch} because ${reasonClause(via.reason)}.`
}

const goodbye = 'The agent says goodbye in its own words, and the call ends.'

/** @param stepName the name of a step by its ID */
export function endText(end: End, stepName: (id: string) => string): string {
  switch (end.kind) {
    case 'end-step':
    case 'rule':
      return 'The call ends.'
    case 'closed':
      return 'The call ends, because no rule is for calls outside working hours.'
    case 'hung-up':
      return 'The call ends.'
    case 'end-of-prompt':
    case 'no-steps':
      return 'The prompt has no more questions. The call ends.'
    case 'transferred':
      return end.to === ''
        ? 'The call is transferred. The flow does not say to whom.'
        : `The call is transferred to ${end.to}.`
    case 'silence':
      return end.afterSeconds === null
        ? 'No rule is for silence and the flow has no limit for it, so the call goes on until its maximum duration.'
        : `The call ends after ${plural(end.afterSeconds, 'second', 'seconds')} of silence.`
    case 'no-branch':
      return `The conditions of all branches are false. ${goodbye}`
    case 'no-next':
      return `No step follows ${stepName(end.step.id)}. ${goodbye}`
    case 'missing-step':
      return end.id === ''
        ? `The connection leads to no step. ${goodbye}`
        : `The connection leads to ${end.id}, which does not exist. ${goodbye}`
    case 'loop':
      return `The call goes round in a loop: it comes to ${stepName(end.step.id)} again and again. The rehearsal stops here.`
    default:
      return end satisfies never
  }
}
