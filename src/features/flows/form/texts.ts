/** Texts of the form of a flow. */
import { number } from '#ui/text/format-number.ts'

const maxSeconds = number(3600)

// New and edit pages
export const unnamedFlow = 'flow'

// Panels of the editor
export const drawer = 'Details'
export const outline = 'Outline'
export const stepPanel = 'Step'
export const flowPanel = 'Flow'
export const rulesPanel = 'Rules'
export const nothingSelected = 'Select a step in the diagram or in the outline to edit it.'
export const sentence = (text: string) => `${text}.`

// Saving
export const saved = (name: string) => `“${name}” was saved.`

// General
export const descriptionHint = 'Tells your colleagues what the flow is for.'
export const activeHint = 'Calls use an active flow. If an agent has several, the most recently updated one is used.'

// Settings
export const secondsSuffix = 's'
export const callLengthLimit = `At most ${maxSeconds} s.`
export const callLengthHint = (length: string) => `${length}. The maximum is 1 hour.`
export const silenceHint = 'The call ends if nobody speaks for this long.'
export const delayHint = 'How long the agent waits before it answers.'
export const recordCalls = 'Record calls'
export const recordCallsHint = 'If off, calls that use this flow are not recorded.'
export const limitToWorkingHours = 'Use working hours'
export const workingHoursHint = 'Outside these hours, the rule “The call is outside working hours” applies.'

// Rules
export const noRules =
  'No rules. Add a rule to decide what happens, for example, when the caller asks for a person or nobody speaks.'
export const rule = (position: number) => `Rule ${position}`
export const ruleMoved = (position: number) => `The rule is now number ${position}.`
export const condition = 'When'
export const action = 'Then'
export const moveRuleUp = (position: number) => `Move rule ${position} up`
export const moveRuleDown = (position: number) => `Move rule ${position} down`
export const deleteRule = (position: number) => `Delete rule ${position}`
export const isFirstRule = 'This is the first rule.'
export const isLastRule = 'This is the last rule.'
export const addRule = 'Add rule'
export const transferTarget = 'Department or person'
export const ruleMessage = 'Message text'
export const goodbye = 'Goodbye'
export const goodbyeHint = 'What the agent says before the call ends. If empty, it uses its own words.'
export const otherValue = 'Value'
export const step = 'Step'
export const chooseStep = 'Choose a step'

// Asking before a change that affects batches
export const deactivateTitle = (flow: string) => `Deactivate the flow “${flow}”?`
export const removeAgentTitle = (flow: string) => `Remove the flow “${flow}” from its agent?`
export const changeAgentTitle = (flow: string) => `Move the flow “${flow}” to another agent?`
export const inboundOnlyTitle = (flow: string) => `Use the flow “${flow}” for inbound calls only?`
export const saveTitle = (flow: string) => `Save the flow “${flow}”?`
export const createTitle = (flow: string) => `Create the flow “${flow}”?`
