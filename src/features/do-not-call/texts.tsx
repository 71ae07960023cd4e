/** Texts of the do-not-call list, its import and its export. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'

// Page
export const pageTitle = 'Do not call'
export const pageNote = 'Nobody in this workspace can call these numbers or draft messages to them.'
export const addNumber = 'Add number'
export const listCaption = 'Do-not-call list'
export const emptyTitle = 'No numbers on the list'
export const emptyHint =
  'Add a number here, or from a call, a conversation or a row of a batch. Batches leave it out, and single calls to it are refused.'
export const noun = ['number', 'numbers'] as const

// Columns
export const numberColumn = 'Number'
export const reasonColumn = 'Reason'
export const addedByColumn = 'Added by'
export const addedColumn = 'Added'
export const sourceColumn = 'Source'
export const lastDayColumn = 'Last day'
export const actionsColumn = 'Actions'
export const numberEndingIn = (lastTwo: string) => `Number ending in ${lastTwo}`
export const noEnd = 'No end'
export const lastDay = (day: ReactNode, hasEnded: boolean) => (hasEnded ? <>Ended {day}</> : day)

// Looking up a number
export const lookUpLabel = 'Look up a number'
export const lookUpPlaceholder = '+1 415 555 0134'
export const lookUp = 'Look up'
export const isNotListed = (phoneNumber: string) => `${phoneNumber} is not on the list.`
export const isListed = (phoneNumber: string) => `${phoneNumber} is on the list.`
export const addedBy = (operator: string, time: ReactNode, reason: string, until: ReactNode | null) => (
  <>
    Added by {operator} on {time}: {reason}
    {until !== null && <> (until {until})</>}
  </>
)

// Removing an entry
export const removeNumber = (lastTwo: string) => (
  <>
    Remove<span className="sr-only"> the number ending in {lastTwo}</span>
  </>
)
export const removed = (lastTwo: string) => `The number ending in ${lastTwo} was removed from the do-not-call list.`
export const canBeCalled = 'It can be called again.'
export const undo = 'Undo'
export const restored = (lastTwo: string) => `The number ending in ${lastTwo} is on the do-not-call list again.`

// Export
export const exportList = 'Export list'
export const exported = 'The do-not-call list was exported.'
export const exportedNote =
  'The file has only the last two digits of each number. You can still import it into this Switchboard.'

// Import: choosing a file
export const importList = 'Import list'
export const importTitle = 'Import numbers to the do-not-call list'
export const dropFile = 'Drop a workbook, CSV or text file here'
export const chooseFile = 'Choose a file'
export const fileHint =
  'One column with up to 1,000,000 phone numbers. You can also import a list exported from this Switchboard.'
export const chooseAnotherFile = 'Choose another file'

// Import: choices that the file does not answer
export const columnLabel = 'Column with the numbers'
export const chooseColumn = 'Choose the column above.'
export const chooseColumnFirst = 'Choose the column with the numbers first.'
export const noCountryCodeLabel = 'Numbers without a country code'
export const chooseTheirCountry = 'Choose their country'
export const leaveThemOut = 'Leave them out'
export const countryLabel = 'Country'
export const chooseCountry = 'Choose the country of these numbers above, or leave them out.'
export const chooseCountryFirst = 'Choose the country first.'
export const enterReason = 'Enter a reason.'
export const cancel = 'Cancel'
export const importNumbers = 'Import numbers'

// Import: result
export const numbersAdded = (count: number) => `Added ${plural(count, 'number', 'numbers')}`
export const numbersAlreadyListed = (count: number) =>
  `${plural(count, 'number was', 'numbers were')} already on the list or repeated in the file.`
export const rowsNotAdded = (count: number) =>
  count === 1
    ? '1 row has no valid phone number, so it was not added.'
    : `${number(count)} rows have no valid phone number, so they were not added.`
export const rowsNotAddedLabel = 'Rows that were not added'
export const rowProblem = (row: number, text: ReactNode | null, problem: string) => (
  <>
    Row {number(row)}
    {text !== null && (
      <>
        , <q>{text}</q>
      </>
    )}
    : {problem}
  </>
)
export const firstRowsShown = (count: number) => `These are the first ${plural(count, 'row', 'rows')}.`
export const downloadRows = (count: number, areAll: boolean) =>
  areAll ? `Download ${plural(count, 'row', 'rows')}` : `Download the first ${plural(count, 'row', 'rows')}`
export const notAddedFile = (fileName: string) => `${fileName} not added.csv`
export const unnamedFile = 'numbers'
export const close = 'Close'
