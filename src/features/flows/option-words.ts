/** The words of a flow's choices (interface 2): one table for forms, facts and columns. Others that a service has are kept. */
import type { Option } from '#ui/forms/choice.tsx'

export const directions: readonly Option[] = [
  { value: 'outbound', label: 'Outbound', hint: 'The agent rings people.' },
  { value: 'inbound', label: 'Inbound', hint: 'People ring the agent.' },
  { value: 'bidirectional', label: 'Bidirectional', hint: 'Both.' },
]

export const promptTypes: readonly Option[] = [
  { value: 'flow', label: 'The steps', hint: 'The agent walks along the steps; the prompt holds throughout.' },
  { value: 'simple', label: 'The prompt alone', hint: 'The agent finds its own way by the prompt.' },
]

export const welcomes: readonly Option[] = [
  { value: 'ai_dynamic', label: 'The agent greets in its own words' },
  { value: 'ai_custom', label: 'The agent says the welcome message' },
  { value: 'user_initiated', label: 'The person speaks first' },
]

export const ruleConditions: Record<string, string> = {
  caller_asks_for_human: 'the caller asks for a person',
  outside_working_hours: 'it is outside working hours',
  silence: 'nobody speaks',
  sentiment_negative: 'the caller is annoyed',
}

export const ruleActions: readonly Option[] = [
  { value: 'transfer', label: 'Transfer to' },
  { value: 'go_to_node', label: 'Go to the step' },
  { value: 'message', label: 'Send the message' },
  { value: 'end', label: 'End the call' },
]

/** The options, and the current word where it is none of them. */
export const withCurrent = (options: readonly Option[], current: string): readonly Option[] =>
  current === '' || options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: current }]

export const labelIn = (options: readonly Option[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? (value || 'not told')
