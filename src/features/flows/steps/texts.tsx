/** Texts of a flow's steps: diagram, outline, panels and problems. */
import { plural } from '#ui/text/format-number.ts'

// Steps
export const stepsSection = 'Steps'
export const graphSize = (steps: number, connections: number) =>
  `${plural(steps, 'step', 'steps')}, ${plural(connections, 'connection', 'connections')}`
export const listNumber = (position: number) => `${position}.`
export const numberedStep = (position: number, name: string) => `${position}. ${name}`
export const noStepsToEdit = 'This flow has no steps. Add a start step to begin.'
export const addStart = 'Add start step'
export const noSteps = 'This flow has no steps. Calls follow only the prompt.'
export const loadingDiagram = 'Loading steps…'
export const addStep = 'Add step'
export const rehearse = 'Rehearse'
export const backToRehearsal = 'Back to the rehearsal'
export const hasStartAlready = 'This flow already has a start step.'

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
export const noStepType = 'No type'
export const unknownStepType = 'Switchboard does not know this step type'
export const spokenText = 'What the agent says'
export const question = 'What the agent asks'
export const transferTarget = 'Transfer to'
export const transferTargetHint = 'A department or a person.'
export const textBeforeTransfer = 'What the agent says before the transfer'
export const messageText = 'Text message'
export const textDuringMessage = 'What the agent says while sending it'
export const goodbye = 'Goodbye'
export const optionalTextHint = 'If empty, the agent uses its own words.'
export const prompt = 'Prompt'

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
export const nothingToUndo = 'There is nothing to undo.'
export const nothingToRedo = 'There is nothing to redo.'
export const undone = (edit: EditName) => `Undone: ${editNames[edit]}.`
export const redone = (edit: EditName) => `Redone: ${editNames[edit]}.`

// Diagram
export const palette = 'Step types'
export const addType = (type: string) => `Add ${type}: click, or drag it into the diagram`
export const addHere = 'Add a step here'
export const selectedSteps = 'Selected steps'
export const selectionCount = (count: number) => `${plural(count, 'step', 'steps')} selected`
export const alignRow = 'Align in a row'
export const alignColumn = 'Align in a column'
export const duplicate = 'Duplicate'
export const severalHint = 'Copy them with Ctrl+C, and paste them here or in another flow with Ctrl+V.'
export const copied = (count: number) => `${plural(count, 'step', 'steps')} copied.`
export const pasted = (count: number) => `${plural(count, 'step', 'steps')} pasted.`
export const deleteSteps = 'Delete'
export const tools = 'Tools for the steps'
export const showOutline = 'Show outline'
export const hideOutline = 'Hide outline'
export const showDetails = 'Show details'
export const hideDetails = 'Hide details'
export const fullScreen = 'Full screen'
export const leaveFullScreen = 'Leave full screen'
export const diagram = 'Diagram of the steps'
export const tidyUp = 'Tidy up'
export const zoomIn = 'Zoom in'
export const zoomOut = 'Zoom out'
export const showAllSteps = 'Show all steps'
export const minimap = 'Map of the whole diagram'
export const unnamedBranch = 'No label'
export const newBranch = 'Add branch'
export const withProblems = (step: string, problems: string) => `${step}. ${problems}`
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
export const outline = 'Steps'
export const searchSteps = 'Search steps'
export const noStepFound = 'No step has these words in its label or text.'
/** @param next the number of the step that follows; null if it does not exist */
export const branch = (label: string, next: number | null) => `${label} → ${next ?? missingStep}`.trim()
export const unreachable = 'Cannot be reached.'
export const endsHere = 'ends here'

// Panel of a step
export const stepType = 'Step type'
export const stepLabel = 'Label'
export const branchLabel = 'Branch'
export const branchHint = (condition: string) => `When ${condition} leads here, for example “Yes”.`
export const stepId = 'step ID'
export const otherData = 'Other data in this step'
export const otherDataNote = 'Other data in this step, saved unchanged'
export const nextSteps = 'Next steps'
export const noNextStep = 'No step follows this one.'
export const connectionPrefix = (label: string) => `${label} → `
export const noSuchStep = (id: string) => (id === '' ? missingStep : `${id}, which does not exist`)
export const edit = 'Edit'
/** Begins with the button's visible text. */
export const editConnection = (target: string) => `Edit connection to ${target}`
export const deleteConnectionTo = (target: string) => `Delete connection to ${target}`
export const connectTo = 'Connect to'
export const chooseStep = 'Choose a step'
export const noMatchingStep = 'No other step has this name.'
export const addStepAfter = 'Add step after this one'
export const deleteStep = 'Delete step'

// Panel of a connection
export const connection = 'Connection'
export const connectionSource = (source: string) => `From ${source}`
export const connectionTarget = 'Next step'
export const connectionLabel = 'Label'
export const connectionLabelHint = 'Shown on the arrow, for example “Yes”.'
export const condition = 'Condition'
export const conditionHint = 'When to take this branch.'
export const deleteConnection = 'Delete connection'

// Variables
export const variableHint = 'Filled in for each call'
export const variablesHint = 'Variables in braces, such as {first_name}, are filled in for each call.'
export const variable = (name: string) => `{${name}}`
/** A line break at the end of a text is only shown if something follows it. */
export const endOfText = '\u200b'
export const variableOffer = (name: string, count: number) =>
  `${plural(count, 'variable', 'variables')}. ${name}. Press Enter to insert it.`

// Problems
export const problems = 'Problems'
export const problemCount = (count: number) => plural(count, 'problem', 'problems')
export const problemsOfStep = 'Problems of this step'
export const noProblems = 'No problems found in the steps.'
export const problemsNote = 'You can save a flow that has problems.'
export const nothingToSay = (step: string) => `${step} has no text for the agent to say.`
export const nothingToAsk = (step: string) => `${step} has no question to ask.`
export const nothingToSend = (step: string) => `${step} has no text to send.`
export const noTransferTarget = (step: string) => `${step} does not name who takes over the call.`
export const stepWithoutNext = (step: string) => `${step} has no next step.`
export const tooFewBranches = (step: string) => `${step} needs at least two branches.`
export const unlabelledBranch = (step: string) => `${step} has a branch without a label or condition.`
export const stepAfterEnd = (step: string) => `${step} ends the call, but leads to another step.`
export const loopToStart = (step: string) => `${step} begins the call, but another step leads back to it.`
export const noStart = 'This flow has no start step. Calls begin at the first step.'
export const severalStarts = 'This flow has more than one start step. Calls begin at the first one.'
export const duplicateId = (id: string) => `Two steps have the ID ${id}. Only the first one can be reached.`
export const stepUnreachable = (step: string) => `Calls never get to ${step}.`
export const missingTarget = (step: string, target: string) =>
  target === ''
    ? `A connection from ${step} leads to no step.`
    : `A connection from ${step} leads to ${target}, which does not exist.`
export const missingSource = (id: string, source: string) =>
  source === '' ? `Connection ${id} begins at no step.` : `Connection ${id} begins at ${source}, which does not exist.`
