import { expect, test } from 'vitest'
import { sourceText } from './entry-texts.ts'

test.each([
  [
    { kind: 'hand', name: null, id: null },
    { text: 'By hand', path: null },
  ],
  [
    { kind: 'import', name: 'list.csv', id: null },
    { text: 'Import of list.csv', path: null },
  ],
  [
    { kind: 'conversation', name: null, id: 'c1' },
    { text: 'Conversation', path: '/conversations/c1' },
  ],
  [
    { kind: 'batch_row', name: null, id: 'b1' },
    { text: 'Batch', path: '/batches/b1' },
  ],
] as const)('an entry of the do-not-call list shows where it comes from: %o', (source, expected) => {
  expect(sourceText(source)).toEqual(expected)
})
