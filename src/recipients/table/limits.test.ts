import { expect, it } from 'vitest'
import { readRecipients } from '../read.ts'
import { parseStart } from './parse.ts'

const person = '+4915112345678'
const read = (text: string, strict: boolean) => readRecipients(new TextEncoder().encode(text), { strict })
/** The columns and people of a file, or why it is refused. */
const resultOf = (text: string, strict: boolean) => {
  const result = read(text, strict)
  if (!result.ok) return { refused: result.refusal.message }
  const { columns, recipients, problems } = result.file
  return { columns, people: recipients, problems: problems.map(({ reason }) => reason) }
}
const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`).join(',')

it.each([
  ['as the page reads it', false],
  ['as the service reads it', true],
])('%s, a file as wide as a spreadsheet is read without its empty columns', (_, strict) => {
  const empty = ','.repeat(16_382)
  const expected = {
    columns: ['phone_number', 'name'],
    people: [{ row: 2, phone_number: person, values: { name: 'Ann' } }],
    problems: [],
  }
  expect(resultOf(`phone_number,name${empty}\n${person},Ann${empty}\n`, strict)).toEqual(expected)
  expect(resultOf(`phone_number,name${empty}\n${person},Ann\n`, strict)).toEqual(expected)
  // Spaces are no text, either.
  expect(resultOf(`phone_number,name${empty} \n${person},Ann, ,\n`, strict)).toEqual(expected)
})

it.each([false, true])('an empty name before a column with text stays a column (strict: %s)', (strict) => {
  const empty = ','.repeat(2_000)
  const columns = ['phone_number', 'column_2', 'b', 'column_4']
  expect(resultOf(`phone_number,,b,${empty}\n${person},,2,3${empty}\n`, strict)).toMatchObject({ columns })
  // A few empty ones may be meant.
  expect(resultOf(`phone_number,,b,\n${person},,2,\n`, strict)).toMatchObject({ columns })
})

it('a row with an empty cell beyond the header still has to be looked at', () => {
  const others = Array.from({ length: 20 }, (_, at) => `+491511234${String(1000 + at)},Bob,`).join('\n')
  expect(resultOf(`phone_number,name,\n${person},Ann,,\n${others}\n`, false)).toMatchObject({
    problems: ['extra_cell'],
  })
})

it.each([false, true])('more than 1,000 columns are refused with a sentence (strict: %s)', (strict) => {
  expect(resultOf(`phone_number,${names(999)}\n${person}${','.repeat(999)}\n`, strict)).toMatchObject({ problems: [] })
  const columns = (count: string) => ({
    refused: `This file has ${count} columns. The limit is 1,000. Nothing was sent. Remove those that the calls do not need and choose it again.`,
  })
  expect(resultOf(`phone_number,${names(1_000)}\n${person}${','.repeat(1_000)}\n`, strict)).toEqual(columns('1,001'))
  expect(resultOf(`phone_number,${names(13_999)}\n${person}\n`, strict)).toEqual(columns('14,000'))
  // Also in a row below the header.
  expect(resultOf(`phone_number\n${person}\n${names(2_000)}\n`, strict)).toEqual(columns('2,000'))
  expect(resultOf(`phone_number,${'name,'.repeat(30_000)}x\n${person}\n`, strict)).toEqual(columns('30,002'))
})

it.each([false, true])('a cell of more than 32,768 characters is refused with its place (strict: %s)', (strict) => {
  const withCell = (cell: string) => `phone_number,name\n${person},Ann\n+4915112345679,${cell}\n`
  expect(resultOf(withCell('b'.repeat(32_768)), strict)).toMatchObject({ problems: ['huge_cell'] })
  for (const cell of [' '.repeat(120_000), 'b'.repeat(120_000), `"${'\n'.repeat(120_000)}"`])
    expect(resultOf(withCell(cell), strict)).toEqual({
      refused:
        'The cell in row 3, column 2 has 120,000 characters. The limit is 32,768. Perhaps a quotation mark is missing. Nothing was sent. Fix that row or export the file again, then choose it again.',
    })
})

it('a name that repeats is found among all columns, whatever its case and spaces', () => {
  expect(resultOf(`phone_number,${names(500)},N499 ,${names(0)}\n${person}\n`, false)).toMatchObject({
    refused: expect.stringContaining('Two columns are named “N499”'),
  })
})

it('shows no first rows of a file that will be refused', () => {
  expect(parseStart(`${names(1_001)}\n1\n`, {}, 50)).toEqual({ columns: [], rows: [] })
  expect(parseStart(`a,b${','.repeat(60_000)}\n1,2\n`, {}, 50)).toEqual({ columns: ['a', 'b'], rows: [['1', '2']] })
})
