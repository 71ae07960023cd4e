/** Texts about the rows of a file: the grid, its cells, problems and changes. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'

const rowCount = (rows: number) => plural(rows, 'row', 'rows')

// cell-bar.tsx
export const emptyCell = 'Empty'

// column-question.tsx
/** By what the column seems to be about. */
export const columnQuestion: Readonly<Record<'contact' | 'number' | 'death', (column: string) => string>> = {
  contact: (column) => `Does “${column}” say who must not be called?`,
  number: (column) => `Does “${column}” say that a number does not work?`,
  death: (column) => `Does “${column}” say that a person has died?`,
}

// missing-variables-list.tsx
/** Only for screen readers, after the text of a link or button. */
export const about = (title: string) => `: ${title}`

// opted-out.tsx
export const rowsLeftOut = (rows: number) => `${rowCount(rows)} left out`

// problem-parts.tsx
export const moreExamples = (count: number) => `And ${number(count)} more.`

// problems.tsx: problems
export const problemsSection = 'Problems'
/** @param hasOptOuts some rows are left out because they are marked "do not call" */
export const noProblems = (hasOptOuts: boolean) =>
  hasOptOuts
    ? 'No other problems found. All remaining rows that are not blank or left out can be called.'
    : 'No problems found. All rows that are not blank or left out can be called.'
export const beginWithCode = (rows: number) =>
  rows === 1 ? '1 begins with the country code' : `${number(rows)} begin with the country code`
/** "United Kingdom 2, Germany 1" */
export const rowsByCountry = (countries: readonly { name: string; rows: number }[], others: number) =>
  [
    ...countries.map(({ name, rows }) => `${name} ${number(rows)}`),
    ...(others > 0 ? [`others ${number(others)}`] : []),
  ].join(', ')
/** @param rows how many have a suggested number there; 0: it is not known */
export const acceptNamedCountry = (country: string, rows: number) =>
  rows === 0 ? `Use ${country}` : `Use ${country} for ${number(rows)}`

// problems.tsx: warnings
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

// problems.tsx: changes
const maxNamedTexts = 3
/** @param marked the texts that mean "do not call"; null: the column says something else */
export const columnExplained = (column: string, marked: readonly string[] | null) => {
  if (marked === null) return `“${column}” says something else than who must not be called, and is sent to the agent.`
  const named = marked.slice(0, maxNamedTexts).map((text) => (text === '' ? 'an empty cell' : `“${text}”`))
  const more = marked.length > maxNamedTexts ? [`${number(marked.length - maxNamedTexts)} more`] : []
  return `In “${column}”, ${[...named, ...more].join(', ')} ${marked.length === 1 ? 'means' : 'mean'} “do not call”.`
}

// row-grid.tsx
export const rowColumn = 'Row'
export const callColumn = 'Call'
/** The column of cells that a row has beyond its last column. */
export const extraCells = 'Extra cells'
export const repairedRowsShown = (rows: number) =>
  rows === 1
    ? '1 row no longer matches but is still shown.'
    : `${number(rows)} rows no longer match but are still shown.`
