/** Texts of the page of a new batch and its four steps. */
import { type ApprovalNeed } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import type { FileReadingStage, Step } from './state/new-batch.ts'

const rows = (count: number) => plural(count, 'row', 'rows')
const calls = (count: number) => plural(count, 'call', 'calls')

// Page

// Steps
export const stepTitles: Record<Step, string> = {
  upload: 'Upload',
  validate: 'Validate',
  preview: 'Preview',
  start: 'Start',
}

// Upload: requirements
export const requiredColumn = (
  <>
    A column with phone numbers, ideally named <code>phone_number</code>. Each number needs + and the country code, for
    example <code>+14155550134</code>.
  </>
)
export const otherColumns = (
  <>
    The agent can use them: <code>first_name</code> becomes <code>{'{first_name}'}</code> in its prompts.
  </>
)
export const spreadsheets = (
  <>
    A workbook keeps all digits of phone numbers. Before you export CSV, format their column as text: otherwise{' '}
    <code>+14155550134</code> becomes <code>1.41556E+10</code>.
  </>
)

// Upload: the file
export const stages: Record<FileReadingStage, string> = {
  reading: 'Reading the file…',
  decoding: 'Decoding text…',
  parsing: 'Splitting into rows…',
  checking: 'Checking every row…',
}

// Upload: encodings
export const cellColumns = ['Row', 'Column', 'Text']

// Upload: batches that were not started

// Validate
export const rowCount = rows

// Preview
export const firstCallsCount = (shown: number, total: number) =>
  shown === total ? calls(total) : `${number(shown)} of ${calls(total)}`
export const lastCalls = 'Last calls'

// Start
export const agentSection = 'Agent'
export const missingValues = 'Variables without a value'
/** @param first calls at the start @param people calls of this batch @param waiting people who wait for calling hours */
export const callsFact = (first: number, people: number, waiting: number) =>
  `${first < people ? `The first ${number(first)} of ` : ''}${calls(people)}${waiting > 0 ? `, and ${number(waiting)} when calling hours open` : ''}`
export const atATime = calls
const capitalized = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
export const estimate = (duration: string) =>
  `${capitalized(duration)} without call-backs, if a call takes about a minute and a half`
export const endFact = capitalized
export const approvalNeeded = ({ above, earlier }: ApprovalNeed, isNow: boolean) =>
  `${earlier > 0 ? `You started batches with ${plural(earlier, 'more person', 'more people')} in the last 24 hours. Together that is more than ${number(above)}, which` : `A start of more than ${plural(above, 'person', 'people')}`} needs a second person. These people are called only after another campaign manager or administrator approves.${isNow ? ' Everyone must be inside calling hours at that time.' : ''}`
