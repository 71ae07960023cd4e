/** Texts of the page of a new batch and its four steps. */
import type { ReactNode } from 'react'
import { type ApprovalNeed, launchLimits } from '#contract/index.ts'
import { fileSize, number, plural } from '#ui/text/format-number.ts'
import type { FileReadingStage, Step } from './state/new-batch.ts'

const rows = (count: number) => plural(count, 'row', 'rows')
const calls = (count: number) => plural(count, 'call', 'calls')

// Page
export const pageTitle = 'New batch'
export const pageFacts = 'Call everyone in a spreadsheet or CSV file with one agent.'
export const prepareAnother = 'Prepare another batch'
export const discardBatch = 'Discard this batch'
export const checkRows = 'Check the rows'
export const continueWithRows = (count: number) => `Continue with ${rows(count)}`
export const continueWithCalls = (count: number) => `Continue with ${calls(count)}`
export const backTo: Record<Exclude<Step, 'start'>, string> = {
  upload: 'Back to upload',
  validate: 'Back to rows',
  preview: 'Back to preview',
}
export const startResolved = 'Start resolved'
export const resolvedStart = (operator: string | null, hasStarted: boolean) =>
  `${operator ?? 'Switchboard'} recorded that this batch ${hasStarted ? 'started. It is in the list of batches.' : 'did not start. Nobody was called. You can start it again.'}`
export const showBatches = 'Show batches'
export const backToStart = 'Back to start'

// Steps
export const stepTitles: Record<Step, string> = {
  upload: 'Upload',
  validate: 'Validate',
  preview: 'Preview',
  start: 'Start',
}
export const stepsLabel = 'Steps'
export const stepLabel = (position: number, of: number, title: string) => `Step ${position} of ${of}: ${title}`
export const chosenFile = (name: string, bytes: number) => `${name}, ${fileSize(bytes)}`
export const uploadFact = 'A file with the people to call'
export const validateFact = 'Check every row'
export const callableRows = (valid: number, read: number) => `${number(valid)} of ${rows(read)} can be called`
export const previewFact = 'Check the calls before they are made'
export const startNotConfirmed = 'Start not confirmed'
export const readyToStart = 'Review and start'
export const startFact = 'Name, agent, time'

// Upload: requirements
export const requirements = 'File requirements'
export const typeTerm = 'Type'
export const typeRequired = 'An Excel workbook (.xlsx), or CSV as exported by any spreadsheet.'
export const sizeTerm = 'Size'
export const maxSize = `At most ${fileSize(launchLimits.bytes)} and ${rows(launchLimits.rows)}.`
export const requiredTerm = 'Required'
export const requiredColumn = (
  <>
    A column with phone numbers, ideally named <code>phone_number</code>. Each number needs + and the country code, for
    example <code>+14155550134</code>.
  </>
)
export const otherColumnsTerm = 'Other columns'
export const otherColumns = (
  <>
    The agent can use them: <code>first_name</code> becomes <code>{'{first_name}'}</code> in its prompts.
  </>
)
export const spreadsheetsTerm = 'Spreadsheets'
export const spreadsheets = (
  <>
    A workbook keeps all digits of phone numbers. Before you export CSV, format their column as text: otherwise{' '}
    <code>+14155550134</code> becomes <code>1.41556E+10</code>.
  </>
)
export const downloadTemplate = 'Download template'
export const templateFailed = (problem: string) => `The template could not be downloaded. ${problem}`

// Upload: the file
export const dropTitle = (hasFile: boolean) => (hasFile ? 'Drop another file here' : 'Drop a workbook or CSV file here')
export const chooseFile = (hasFile: boolean) => (hasFile ? 'Choose another file' : 'Choose a file')
export const dropHint =
  'Or paste cells copied from a spreadsheet. The file is read and checked on this computer. Nobody is called until you start the batch.'
export const theFile = 'the file'
export const readingTitle = (file: string) => `Reading ${file}`
export const cancelReading = 'Cancel reading'
export const stages: Record<FileReadingStage, string> = {
  reading: 'Reading the file…',
  decoding: 'Decoding text…',
  parsing: 'Splitting into rows…',
  checking: 'Checking every row…',
}
export const firstRowsCaption = 'First rows'
export const thisFile = 'This file'
export const cannotBeUsed = (file: string) => `${file} cannot be used.`
export const noHeader = 'No header row: every row is a person to call'

// Upload: encodings
export const encodingsTitle = 'Possible encodings'
export const encodingsHint = 'Choose the one that shows all letters correctly'
export const cellsCaption = (encoding: string) => `Cells read as ${encoding}`
export const cellColumns = ['Row', 'Column', 'Text']
export const affectedCells = (count: number) => `${plural(count, 'cell depends', 'cells depend')} on the encoding`
export const otherEncodings = 'Other encodings'
export const chooseEncoding = 'Choose an encoding'
export const readAs = (encoding: string) => `Read as ${encoding}`

// Upload: batches that were not started
export const notStartedTitle = 'Not started yet'
export const storedHere = 'Stored only on this device'
export const storedFacts = (isUnknown: boolean, bytes: number, changes: number, savedAt: ReactNode) => (
  <>
    {isUnknown && 'The service has not confirmed its start. '}
    {fileSize(bytes)}, {plural(changes, 'change', 'changes')}, saved {savedAt}
  </>
)
export const openElsewhere =
  'This batch is already open in another tab. If you take it over here, you can no longer edit it in that tab. The changes made there are kept.'
export const takeOver = (batch: string) => `Take over ${batch}`
export const continueWith = (batch: string) => `Continue with ${batch}`
export const discard = 'Discard'
/** Only for screen readers, after "Discard". */
export const discardWhich = (batch: string) => ` ${batch}`
export const takenOver = (batch: string) => `You continued “${batch}” in another tab.`
export const takeOverHint = 'Your changes are there. To work on it here, take it over below.'

// Validate
export const rowCount = rows
export const downloadLeftOut = (count: number) => `Download ${plural(count, 'left-out row', 'left-out rows')}`
/** @param file without its extension */
export const leftOutFileName = (file: string) => `${file} left out.csv`
export const undo = 'Undo'
export const redo = 'Redo'
export const nothingToUndo = 'There are no changes to undo.'
export const nothingToRedo = 'There are no changes to redo.'
export const noRowsTitle = 'No rows found'
export const noRowsHint = 'No rows in this file match this filter.'

// Preview
export const partsSection = 'In parts'
export const noVariables = 'None'
export const numberColumn = 'Number'
export const rowColumn = 'Row'
export const localTimeColumn = 'Local time now'
export const variablesColumn = 'Variables'
export const firstCalls = (isAll: boolean) => (isAll ? 'Calls' : 'First calls')
export const firstCallsCount = (shown: number, total: number) =>
  shown === total ? calls(total) : `${number(shown)} of ${calls(total)}`
export const firstCallsCaption = 'First calls'
export const lastCalls = 'Last calls'

// Start
export const nameAndAgent = 'Name and agent'
export const nameLabel = 'Name'
export const nameHint = 'Only your team sees this name.'
export const agentLabel = 'Agent that makes the calls'
export const agentSection = 'Agent'
export const chooseAgentHint = 'Choose an agent to see its voice, number and flow.'
export const nameTerm = 'Name'
export const voiceTerm = 'Voice'
export const voice = (provider: string, name: string) => `${provider}, ${name}`
export const callsFromTerm = 'Calls from'
export const flowTerm = 'Flow'
export const noFlow = 'None'
export const missingValues = 'Variables without a value'
export const flowNotLoaded =
  'Switchboard could not load this agent’s flow, so it cannot check whether the file has all its variables.'
export const startAnyway = 'Start anyway'
export const startAnywayHint = 'The agent says nothing in their place: “Hello {first_name}, …” becomes “Hello, …”.'
export const inventedValues = (variables: string) =>
  `The simulation makes up values for ${variables}. A real service needs columns for them.`
export const checkingAgent = 'The agent is still being checked.'
export const countingEmptyCells = 'Switchboard is still counting the empty cells for the flow’s variables.'
/** @param sentence which values are missing */
export const acceptMissingValues = (sentence: string) => `${sentence} Fill them in, or choose to start anyway.`
export const summarySection = 'What will happen'
export const callsTerm = 'Calls'
/** @param first calls at the start @param people calls of this batch @param waiting people who wait for calling hours */
export const callsFact = (first: number, people: number, waiting: number) =>
  `${first < people ? `The first ${number(first)} of ` : ''}${calls(people)}${waiting > 0 ? `, and ${number(waiting)} when calling hours open` : ''}`
export const leftOutTerm = 'Left out'
export const leftOutFact = (count: number) => (count === 0 ? 'No rows' : rows(count))
export const atATimeTerm = 'At a time'
export const atATime = calls
export const estimateTerm = 'Estimated time'
const capitalized = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
export const estimate = (duration: string) =>
  `${capitalized(duration)} without call-backs, if a call takes about a minute and a half`
export const endTerm = 'Estimated end'
export const endFact = capitalized
export const endUnknown = 'Depends on the start time'
export const fileTerm = 'File'
export const fileFact = (file: string | undefined, fingerprint: ReactNode) => (
  <>
    {file}
    {fingerprint && <>, recipients’ fingerprint {fingerprint}</>}
  </>
)
export const fingerprintHint = 'The audit shows it with the start. The same numbers always have the same fingerprint.'
export const approvalNeeded = ({ above, earlier }: ApprovalNeed, isNow: boolean) =>
  `${earlier > 0 ? `You started batches with ${plural(earlier, 'more person', 'more people')} in the last 24 hours. Together that is more than ${number(above)}, which` : `A start of more than ${plural(above, 'person', 'people')}`} needs a second person. Nobody is called until another campaign manager or administrator approves.${isNow ? ' Everyone must be inside calling hours at that time.' : ''}`
export const cannotStartYet = 'This batch cannot be started yet'
export const firstAndLast = 'First and last calls'
export const rowNumber = (row: number) => `row ${number(row)}`
export const requestApproval = (count: number) => `Request approval of ${calls(count)}`
export const startAction = (verb: 'Start' | 'Schedule', count: number) => `${verb} ${calls(count)}`
