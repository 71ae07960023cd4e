/** Texts about the rows of a file: the grid, its cells, problems and changes. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'

const rowCount = (rows: number) => plural(rows, 'row', 'rows')

// cell-bar.tsx
export const selectedCell = 'Selected cell'
/** @param cells how many cells are selected */
export const cellPlace = (row: number, column: ReactNode, cells: number) => (
  <>
    Row {number(row)}, {column}
    {cells > 1 && ` – ${number(cells)} cells selected`}
  </>
)
export const emptyCell = 'Empty'
export const replaceNumber = (suggestion: string) => `Change to ${suggestion}`
export const editCell = 'Edit cell'
export const callSelectedRows = (isSeveral: boolean) => (isSeveral ? 'Call the selected rows' : 'Call this row')
export const leaveOutSelectedRows = (isSeveral: boolean) =>
  isSeveral ? 'Leave out the selected rows' : 'Leave out this row'

// grid-row.tsx
// Both are only for screen readers, after the cell's text.
export const problemsOfCell = (sentences: ReactNode) => <> – {sentences}</>
export const changedByYou = ' – changed by you'

// column-question.tsx
/** By what the column seems to be about. */
export const columnQuestion: Readonly<Record<'contact' | 'number' | 'death', (column: string) => string>> = {
  contact: (column) => `Does “${column}” say who must not be called?`,
  number: (column) => `Does “${column}” say that a number does not work?`,
  death: (column) => `Does “${column}” say that a person has died?`,
}
export const recallingAnswers = 'Looking for an answer about an earlier file…'
export const leftOutUntilAnswered = (rows: number) =>
  `${rowCount(rows)} ${rows === 1 ? 'is' : 'are'} left out until you answer.`
export const markedTexts = 'Do not call people with'
export const inRows = (rows: number) => `(${number(rows)})`
export const chooseMarkedTexts = 'Choose what means “do not call” first.'
export const leaveOutMarked = (rows: number) =>
  rows === 0 ? 'Yes, leave them out' : `Yes, leave out ${rowCount(rows)}`
export const otherWayRound = 'The other way round'
export const saysSomethingElse = 'No, it says something else'

// hidden-cells.tsx
export const hiddenIncluded = 'What the sheet hides is included.'
export const hiddenLeftOut = 'What the sheet hides is left out.'

// missing-variables-list.tsx
/** @param variable in braces */
export const noValueFor = (variable: string) => `No value for ${variable}`
export const matchColumns = 'Match columns'
export const showRows = (rows: number) => (rows === 1 ? 'Show row' : 'Show rows')
/** Only for screen readers, after the text of a link or button. */
export const about = (title: string) => `: ${title}`

// opted-out.tsx
export const optOutSection = 'Opt-outs in your file'
export const rowsLeftOut = (rows: number) => `${rowCount(rows)} left out`
export const markedInColumn = (column: string) => `Marked in column ${column}`
export const rowsWithoutOptOut = (rows: number) =>
  `${rowCount(rows)} ${rows === 1 ? 'has no value in this column and is' : 'have no value in this column and are'} not left out.`
export const treatAsOrdinary = (column: string) => `Treat “${column}” as an ordinary column`
/** Only the button; the column's meaning is asked for again. */
export const changeAnswer = (column: string) => `Change what “${column}” means`
export const ordinaryHint = 'Calls these people and sends the column to the agent.'
/** Stored with the numbers on the do-not-call list. */
export const listReason = (column: string) => `Marked in column “${column}”`
export const addToList = (numbers: number) =>
  `Add ${numbers === 1 ? 'this number' : `these ${number(numbers)} numbers`} to the do-not-call list`
export const addedToList = 'Added to the do-not-call list'
export const alreadyAdded = 'These numbers are on the do-not-call list.'
export const numbersAdded = (numbers: number) =>
  numbers === 0 ? 'No numbers were added.' : `Added ${plural(numbers, 'number', 'numbers')} to the do-not-call list.`
export const numbersAlreadyListed = (numbers: number) =>
  `${number(numbers)} ${numbers === 1 ? 'was' : 'were'} already on the list.`
export const undo = 'Undo'
export const rowsWithoutNumber = (rows: number) =>
  `${plural(rows, 'row has', 'rows have')} no readable number and can’t be added.`

// problem-parts.tsx
export const moreExamples = (count: number) => `And ${number(count)} more.`

// problems.tsx: problems
export const problemsSection = 'Problems'
/** @param hasOptOuts some rows are left out because they are marked "do not call" */
export const noProblems = (hasOptOuts: boolean) =>
  hasOptOuts
    ? 'No other problems found. All remaining rows that are not blank or left out can be called.'
    : 'No problems found. All rows that are not blank or left out can be called.'
export const takeCountryFrom = (column: string, rows: number) =>
  `Take the country from column “${column}” in ${rowCount(rows)}`
export const beginWithCode = (rows: number) =>
  rows === 1 ? '1 begins with the country code' : `${number(rows)} begin with the country code`
/** "United Kingdom 2, Germany 1" */
export const rowsByCountry = (countries: readonly { name: string; rows: number }[], others: number) =>
  [
    ...countries.map(({ name, rows }) => `${name} ${number(rows)}`),
    ...(others > 0 ? [`others ${number(others)}`] : []),
  ].join(', ')
export const countryLabel = 'Country of these numbers'
export const chooseCountryFirst = 'Choose a country first.'
export const acceptCountry = 'Use this country'
/** @param rows how many have a suggested number there; 0: it is not known */
export const acceptNamedCountry = (country: string, rows: number) =>
  rows === 0 ? `Use ${country}` : `Use ${country} for ${number(rows)}`
export const whichDuplicate = 'For duplicate numbers, call'
export const firstRow = 'First row'
export const lastRow = 'Last row'
export const padRows = 'Treat missing cells as empty'
export const removeEmptyCells = (rows: number) =>
  rows === 1 ? 'Remove the empty cell' : `Remove the empty cells in ${rowCount(rows)}`
export const callAlso = (rows: number) => (rows === 1 ? 'Call this row too' : `Call these ${number(rows)} rows too`)
export const callUnclear = (rows: number) => (rows === 1 ? 'Call this row' : `Call these ${number(rows)} rows`)

// problems.tsx: warnings
export const warningsSection = 'Warnings'
export const warningsHint = 'These rows are called as they are'
/** @param repaired null: there is no certain repair */
export const remarkExample = (row: number, column: string, text: ReactNode, repaired: ReactNode | null) => (
  <>
    Row {number(row)}, column {column}: {text}
    {repaired !== null && <> becomes {repaired}</>}
  </>
)
/** @param words the most frequent first */
export const nullWordsAreEmpty = (words: readonly { word: string; count: number }[]) => {
  const cells = words.reduce((sum, { count }) => sum + count, 0)
  const named = words.slice(0, 3).map(({ word }) => `“${word}”`)
  return `${plural(cells, 'cell', 'cells')} with ${named.join(', ')}${words.length > 3 ? ' and the like' : ''} ${cells === 1 ? 'counts' : 'count'} as empty.`
}

// special-numbers-item.tsx
export const specialNumbers = {
  tollFree: 'Toll-free numbers',
  premium: 'Premium-rate numbers',
  personal: 'Personal numbers',
  sharedCost: 'Shared-cost numbers',
} as const
export const specialNumberHints: Readonly<Record<keyof typeof specialNumbers, string>> = {
  tollFree: 'They belong to companies, and the called one pays.',
  premium: 'Calls to them are expensive.',
  personal: 'They are forwarded to another number, and calls to them may be expensive.',
  sharedCost: 'They belong to companies, and calls to them may cost more.',
}
export const numberInRow = (row: number, phoneNumber: string) => `Row ${number(row)}: ${phoneNumber}`

// problems.tsx: changes
export const changesSection = 'Your changes'
export const revert = 'Revert'
export const countryUsed = (country: string) => `Country of numbers without a country code: ${country}.`
export const countryColumnUsed = (column: string) =>
  `Numbers without a country code belong to the country in column “${column}”.`
export const countryCodeUsed = 'Numbers without a + begin with their country code.'
export const lastRowCalled = 'For duplicate numbers, the last row is called.'
export const rowsPadded = 'Missing cells are treated as empty.'
export const treatedAsOrdinary = (column: string) =>
  `“${column}” is treated as an ordinary column. The people it marks are called, and the column is sent to the agent.`
const maxNamedTexts = 3
/** @param marked the texts that mean "do not call"; null: the column says something else */
export const columnExplained = (column: string, marked: readonly string[] | null) => {
  if (marked === null) return `“${column}” says something else than who must not be called, and is sent to the agent.`
  const named = marked.slice(0, maxNamedTexts).map((text) => (text === '' ? 'an empty cell' : `“${text}”`))
  const more = marked.length > maxNamedTexts ? [`${number(marked.length - maxNamedTexts)} more`] : []
  return `In “${column}”, ${[...named, ...more].join(', ')} ${marked.length === 1 ? 'means' : 'mean'} “do not call”.`
}
/** An answer about an earlier file with the same header line. */
export const asEarlier = (day: string, operator: string, said: string) => `As on ${day} by ${operator}: ${said}`
export const change = 'Change'
export const cellsChanged = (cells: number) => `You changed ${plural(cells, 'cell', 'cells')}.`
export const rowsLeftOutByYou = (rows: number) => `You left out ${rowCount(rows)}.`

// row-counts.tsx
export const callableRows = (valid: number, read: number) => `${number(valid)} of ${rowCount(read)} can be called.`
export const countsLabel = 'Rows by status'
export const rowsRead = 'Rows read'

// row-grid.tsx
export const rowColumn = 'Row'
export const callColumn = 'Call'
/** The column of cells that a row has beyond its last column. */
export const extraCells = 'Extra cells'
export const cellField = (column: string, row: number) => `${column}, row ${number(row)}`
export const cellsCopied = (cells: number) => `Copied ${plural(cells, 'cell', 'cells')}.`
export const cellsPasted = (cells: number) => `Pasted ${plural(cells, 'cell', 'cells')}.`
export const valuesNotPasted = (values: number) =>
  `${plural(values, 'value', 'values')} did not fit and ${values === 1 ? 'was' : 'were'} not pasted.`
export const repairedRowsShown = (rows: number) =>
  rows === 1
    ? '1 row no longer matches but is still shown.'
    : `${number(rows)} rows no longer match but are still shown.`
export const hideRepairedRows = (rows: number) => (rows === 1 ? 'Hide this row' : 'Hide these rows')
