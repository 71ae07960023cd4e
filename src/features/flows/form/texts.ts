/** Texts of the form of a flow. */
import { number } from '#ui/text/format-number.ts'

const maxSeconds = number(3600)

// New and edit pages

// Panels of the editor
export const outline = 'Outline'
export const sentence = (text: string) => `${text}.`

// Saving
export const saved = (name: string) => `“${name}” was saved.`

// General

// Settings
export const secondsSuffix = 's'
export const callLengthLimit = `At most ${maxSeconds} s.`
export const callLengthHint = (length: string) => `${length}. The maximum is 1 hour.`

// Rules
export const rule = (position: number) => `Rule ${position}`
export const ruleMoved = (position: number) => `The rule is now number ${position}.`
export const moveRuleUp = (position: number) => `Move rule ${position} up`
export const moveRuleDown = (position: number) => `Move rule ${position} down`
export const deleteRule = (position: number) => `Delete rule ${position}`
export const step = 'Step'

// Asking before a change that affects batches
export const deactivateTitle = (flow: string) => `Deactivate the flow “${flow}”?`
export const removeAgentTitle = (flow: string) => `Remove the flow “${flow}” from its agent?`
export const changeAgentTitle = (flow: string) => `Move the flow “${flow}” to another agent?`
export const inboundOnlyTitle = (flow: string) => `Use the flow “${flow}” for inbound calls only?`
export const saveTitle = (flow: string) => `Save the flow “${flow}”?`
export const createTitle = (flow: string) => `Create the flow “${flow}”?`
