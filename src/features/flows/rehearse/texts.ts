/** Texts of a rehearsal, without the sentences of its moves. */
import type { RehearsalOptions } from '#flow-engine/rehearsal.ts'
import type { NoQuestion } from '#flow-engine/walk.ts'

// Settings
const customerNames: Record<RehearsalOptions['customer'], string> = {
  agrees: 'Simulated: agrees',
  declines: 'Simulated: says no',
  'asks-for-person': 'Simulated: asks for a person',
  silent: 'Simulated: says nothing',
  'hangs-up': 'Simulated: hangs up',
  typed: 'You: type or choose each answer',
}
export const customerOptions = Object.entries(customerNames).map(([value, label]) => ({
  value: value as RehearsalOptions['customer'],
  label,
}))
export const noQuestion: Record<NoQuestion, string> = {
  'no-question-step': 'The customer never gets to answer, because this flow has no Ask step.',
  'question-out-of-reach': 'The customer never gets to answer, because calls never get to an Ask step.',
  'no-question-in-prompt':
    'The customer never gets to answer here, because the prompt has no question. In a call, the agent follows it in its own words.',
}

/** Sample values of variables with usual names. */
export const sampleValues: Readonly<Record<string, string>> = {
  first_name: 'Dana',
  last_name: 'Whitfield',
  email: 'dana@example.com',
  phone_number: '+1 202 555 0100',
  date: 'Tuesday the 12th',
  other_date: 'Thursday the 19th',
  past_date: 'the 3rd of last month',
  next_year: 'March next year',
  time: '10:00',
  window: 'ten and two',
  amount: '$49.00',
  half_amount: '$24.50',
  small_amount: '$4.50',
  product: 'dishwasher',
  technician: 'Sandra',
  daytime: 'morning',
  customer_number: 'this number',
}

// Answers
const isAnnoyed = 'Is annoyed'
/** @param when the condition of a rule that a person has to trigger */
export const triggersRule = (when: string, position: number) =>
  `${when === 'sentiment_negative' ? isAnnoyed : when} (rule ${position})`
