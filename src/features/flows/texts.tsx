/** Texts of the list of flows, of the page of one, and of the values that a flow can have. The steps and the form have their own texts. */
import { number } from '#ui/text/format-number.ts'

export const noun = ['flow', 'flows'] as const

// Fields of a flow
export const fieldLabels = {
  name: 'Name',
  description: 'Description',
  direction: 'Direction',
  agentId: 'Agent',
  isActive: 'Active',
  promptType: 'Calls follow',
  prompt: 'Prompt',
  welcomeMessage: 'Greeting',
  customWelcomeMessage: 'Welcome message',
  flowData: 'Steps',
  rules: 'Rules',
  'settings.callSetting.maxCallDuration': 'Maximum call length',
  'settings.callSetting.endCallOnSilence': 'End call after silence',
  'settings.responseSettings.delay': 'Response delay',
  'settings.responseSettings.workingHours.enabled': 'Working hours',
  'settings.responseSettings.workingHours.start': 'From',
  'settings.responseSettings.workingHours.end': 'To',
  'settings.responseSettings.workingHours.timezone': 'Time zone',
  'settings.responseSettings.workingHours.outOfHoursMessage': 'Out-of-hours message',
  'settings.enableRecording': 'Recording',
} as const

// Values of a flow
export const notSpecified = 'Not specified'
export const directionOptions = [
  { value: 'outbound', label: 'Outbound', hint: 'The agent calls people.' },
  { value: 'inbound', label: 'Inbound', hint: 'People call the agent.' },
  { value: 'bidirectional', label: 'Both ways', hint: 'The agent calls people, and people call the agent.' },
] as const
export const promptTypeOptions = [
  {
    value: 'flow',
    label: 'Steps and prompt',
    hint: 'The agent goes through the steps. The prompt applies during the whole call.',
  },
  { value: 'simple', label: 'Prompt only', hint: 'The agent ignores the steps and follows the prompt.' },
] as const
export const greetingOptions = [
  { value: 'ai_dynamic', label: 'The agent greets in its own words' },
  { value: 'ai_custom', label: 'The agent says the welcome message' },
  { value: 'user_initiated', label: 'The other person speaks first' },
] as const
export const ruleActionOptions = [
  { value: 'transfer', label: 'Transfer to' },
  { value: 'go_to_node', label: 'Go to step' },
  { value: 'message', label: 'Send message' },
  { value: 'end', label: 'End call' },
] as const
const ruleConditions: Record<string, string> = {
  caller_asks_for_human: 'the caller asks for a person',
  outside_working_hours: 'the call is outside working hours',
  silence: 'nobody speaks',
  sentiment_negative: 'the caller is annoyed',
}
const capitalized = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase())
/** The conditions that we know, with the labels that the form shows. A service may have others. */
export const ruleConditionLabels: ReadonlyMap<string, string> = new Map(
  Object.entries(ruleConditions).map(([condition, clause]) => [condition, capitalized(clause)]),
)
/** "When nobody speaks". */
export const ruleCondition = (condition: string): string => `When ${ruleConditions[condition] ?? condition}`
export const flowState = (isActive: boolean) => (isActive ? 'Active' : 'Inactive')

// Problems of a draft
export const enterCallLength = `Enter a maximum call length from 0 to ${number(3600)} seconds.`
export const enterSilence = `Enter a silence from 0 to ${number(3600)} seconds.`
export const enterRuleTransfer = (position: number) => `Rule ${position}: Enter who takes over the call.`
export const enterRuleMessage = (position: number) => `Rule ${position}: Enter the message text.`

// List
export const listTitle = 'Flows'

// Page of one flow
export const noAgent = 'No agent'
export const ruleOrder = 'The first matching rule applies'
export const rulesLabel = 'Rules'
