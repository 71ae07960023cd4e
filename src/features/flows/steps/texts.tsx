/** Texts of a flow's steps: diagram, outline, panels and problems. */
import { plural } from '#ui/text/format-number.ts'

// Steps
export const graphSize = (steps: number, connections: number) =>
  `${plural(steps, 'step', 'steps')}, ${plural(connections, 'connection', 'connections')}`
export const noStepsToEdit = 'This flow has no steps. Add a start step to begin.'
export const rehearse = 'Rehearse'

// Step types
export const stepTypeNames = {
  start: 'Start',
  say: 'Say',
  ask: 'Ask',
  condition: 'Condition',
  transfer: 'Transfer',
  message: 'Message',
  end: 'End',
} as const
export const stepTypeDescriptions = {
  start: 'Every call begins here',
  say: 'The agent says something',
  ask: 'The agent asks a question and waits for the answer',
  condition: 'The call takes one of several branches',
  transfer: 'A colleague takes over the call',
  message: 'The customer gets a text message',
  end: 'The call ends',
} as const
export const optionalTextHint = 'If empty, the agent uses its own words.'

// Undo and redo
export const editNames = {
  add: 'add step',
  connect: 'connect steps',
  'step-data': 'edit step',
  'step-type': 'change step type',
  'edge-data': 'edit connection',
  'edge-target': 'redirect connection',
  paste: 'paste steps',
  duplicate: 'duplicate steps',
  'remove-steps': 'delete steps',
  'remove-edge': 'delete connection',
  move: 'move steps',
  align: 'align steps',
  tidy: 'tidy up',
} as const
type EditName = keyof typeof editNames
const undoButton = 'Undo'
const redoButton = 'Redo'
export const undo = (edit: EditName | undefined) => (edit ? `Undo: ${editNames[edit]}` : undoButton)
export const redo = (edit: EditName | undefined) => (edit ? `Redo: ${editNames[edit]}` : redoButton)

// Diagram
export const selectionCount = (count: number) => `${plural(count, 'step', 'steps')} selected`
export const duplicate = 'Duplicate'
const missingStep = 'a missing step'
/** @param next the numbers of the steps that follow; null for one that does not exist */
export const stepInDiagram = (position: number, type: string, label: string, next: readonly (number | null)[]) => {
  const step = `${position}. ${type}: ${label}`
  return next.length === 0 ? step : `${step}, leads to ${next.map((target) => target ?? missingStep).join(', ')}`
}
export const connectionInDiagram = (label: string, source: string, target: string) =>
  label === '' ? `Connection from ${source} to ${target}` : `Connection “${label}” from ${source} to ${target}`

// Path of a rehearsal
const markTexts = { current: 'The rehearsal is here', passed: 'Rehearsed' } as const
export const stepMark = (mark: keyof typeof markTexts) => markTexts[mark]
/** @param name the name of a step or connection in the diagram */
export const markedInDiagram = (name: string, mark: keyof typeof markTexts) => `${name}. ${markTexts[mark]}.`

// Outline
/** @param next the label of the step that follows; null if it does not exist */
export const branch = (label: string, next: string | null) => `${label} → ${next ?? missingStep}`.trim()

// Panel of a step
export const nextSteps = 'Next steps'
export const noSuchStep = (id: string) => (id === '' ? missingStep : `${id}, which does not exist`)
export const edit = 'Edit'
/** Begins with the button's visible text. */
export const editConnection = (target: string) => `Edit connection to ${target}`

// Panel of a connection
export const connection = 'Connection'
export const connectionTarget = 'Next step'
export const connectionLabel = 'Label'
export const condition = 'Condition'

// Variables
export const variable = (name: string) => `{${name}}`
/** A line break at the end of a text is only shown if something follows it. */
export const endOfText = '\u200b'

// Problems
export const problems = 'Problems'
export const nothingToSay = (step: string) => `${step} has no text for the agent to say.`
export const nothingToAsk = (step: string) => `${step} has no question to ask.`
export const nothingToSend = (step: string) => `${step} has no text to send.`
export const missingTarget = (step: string, target: string) =>
  target === ''
    ? `A connection from ${step} leads to no step.`
    : `A connection from ${step} leads to ${target}, which does not exist.`
