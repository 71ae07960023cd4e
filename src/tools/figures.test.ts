import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readFigures, readmeFile, tableOf, withTables } from './figures.ts'

const readme = readFileSync(readmeFile, 'utf8')
const run = {
  commit: '601200a1',
  date: '2026-11-30',
  rows: [
    {
      title: 'Rows of a list',
      unit: 'ms',
      ours: 1234.56,
      comparison: { name: 'a bare page', value: 600 },
      ratio: 2.0576,
      goal: { max: 2 },
      isMet: false,
    },
    { title: 'Files', unit: '', ours: 9, ratio: null, isMet: null },
  ],
}

it('says what was measured, with its commit, and what misses its goal', () => {
  expect(tableOf(run).split('\n')).toEqual([
    'Measured on 2026-11-30 with commit `601200a1`.',
    '',
    '| Figure | Switchboard | Compared with | Ratio | Goal |',
    '|---|---|---|---|---|',
    '| Rows of a list | 1,235 ms | a bare page 600 ms | × 2.06 | at most 2: **missed** |',
    '| Files | 9 |  |  |  |',
  ])
})

it('replaces the table of its benchmark and nothing else', () => {
  const block = (name: string, text: string) => `<!-- figures of ${name} -->\n\n${text}\n\n<!-- end of figures -->`
  const before = `One\n\n${block('page', 'old')}\n\nTwo\n\n${block('live', 'old')}\n`
  const after = withTables(before, { page: run })
  expect(after).toBe(`One\n\n${block('page', tableOf(run))}\n\nTwo\n\n${block('live', 'old')}\n`)
  expect(withTables(after, { page: run })).toBe(after)
})

it('stands in the README as it was recorded, each table once', () => {
  expect(withTables(readme, readFigures())).toBe(readme)
  const marks = [...readme.matchAll(/<!-- figures of (\w+) -->/g)].map(([, name]) => name)
  expect(new Set(marks).size).toBe(marks.length)
  expect(marks).toEqual(expect.arrayContaining(Object.keys(readFigures())))
})
