/** Texts of the page of a new batch and its four steps. */
import { type ApprovalNeed } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import type { FileReadingStage, Step } from './state/new-batch.ts'

const rows = (count: number) => plural(count, 'row', 'rows')
const calls = (count: number) => plural(count, 'call', 'calls')

// Steps
export const stepTitles: Record<Step, string> = {
  upload: 'Upload',
  validate: 'Validate',
  preview: 'Preview',
  start: 'Start',
}

// Upload: the file
export const stages: Record<FileReadingStage, string> = {
  reading: 'Reading the file…',
  decoding: 'Decoding text…',
  parsing: 'Splitting into rows…',
  checking: 'Checking every row…',
}

// Validate
export const rowCount = rows

// Preview
export const lastCalls = 'Last calls'

// Start
export const agentSection = 'Agent'
export const missingValues = 'Variables without a value'
/** @param first calls at the start @param people calls of this batch @param waiting people who wait for calling hours */
export const callsFact = (first: number, people: number, waiting: number) =>
  `${first < people ? `The first ${number(first)} of ` : ''}${calls(people)}${waiting > 0 ? `, and ${number(waiting)} when calling hours open` : ''}`
export const capitalized = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
export const approvalNeeded = ({ above, earlier }: ApprovalNeed, isNow: boolean) =>
  `${earlier > 0 ? `You started batches with ${plural(earlier, 'more person', 'more people')} in the last 24 hours. Together that is more than ${number(above)}, which` : `A start of more than ${plural(above, 'person', 'people')}`} needs a second person. These people are called only after another campaign manager or administrator approves.${isNow ? ' Everyone must be inside calling hours at that time.' : ''}`
