/** Which answers about columns are remembered for the next file. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '#api/reads.ts'
import { sessionRead } from '#api/session.ts'
import type { ColumnAnswer, Session } from '#contract/index.ts'
import type { Operation } from '#recipients/check/repairs.ts'
import { answersAboutRows, answersBetween, findAnswers, headerOfRows, saveAnswer } from './column-answers.ts'

const marked: ColumnAnswer = { means: 'optOut', doNotCall: ['x'], call: [''] }
const ordinary: ColumnAnswer = { means: 'ordinary' }
const given = (answer: ColumnAnswer | null, column = 'KZ'): Operation => ({
  kind: 'rule',
  rule: 'answer',
  column,
  answer,
})
const remembered: Operation = {
  kind: 'rule',
  rule: 'answer',
  column: 'KZ',
  answer: ordinary,
  remembered: { by: 'Priya', at: 1 },
}

test('an answer is remembered, and forgotten if it is undone', () => {
  expect(answersBetween([], [given(marked)])).toEqual([{ column: 'KZ', answer: marked }])
  expect(answersBetween([given(marked)], [])).toEqual([{ column: 'KZ', answer: null }])
  expect(answersBetween([given(marked)], [given(marked), given(null)])).toEqual([{ column: 'KZ', answer: null }])
  expect(answersBetween([given(marked)], [given(marked), given(ordinary)])).toEqual([
    { column: 'KZ', answer: ordinary },
  ])
  expect(answersBetween([given(marked)], [given(marked), given(ordinary, 'Other')])).toEqual([
    { column: 'Other', answer: ordinary },
  ])
})

test('what was remembered stays if it is only taken back here, and comes back if its replacement is undone', () => {
  expect(answersBetween([], [remembered])).toEqual([])
  expect(answersBetween([remembered], [])).toEqual([])
  expect(answersBetween([remembered], [remembered, given(null)])).toEqual([])
  expect(answersBetween([remembered, given(marked)], [remembered])).toEqual([{ column: 'KZ', answer: ordinary }])
})

test('an answer because of which a column is sent is remembered for rows that are taken from the batch', () => {
  const file = { columns: ['Name', 'KZ', 'Telefon', 'Sperre'], names: ['name', 'kz', 'phone_number', null] }
  expect(answersAboutRows(file, [given(ordinary), given(marked, 'Sperre')])).toEqual([
    { column: 'kz', answer: ordinary },
  ])
  expect(headerOfRows(file.names)).toEqual(['phone_number', 'kz', 'name'])
  // As the service returns them.
  expect(headerOfRows(['phone_number', 'name', 'kz'])).toEqual(headerOfRows(file.names))
})

test('an answer that was only remembered stays the answer of whoever gave it', () => {
  const file = { columns: ['Telefon', 'KZ'], names: ['phone_number', 'kz'] }
  expect(answersAboutRows(file, [remembered])).toEqual([
    { column: 'kz', answer: ordinary, remembered: { by: 'Priya', at: 1 } },
  ])
  expect(answersAboutRows(file, [remembered, given(ordinary)])).toEqual([{ column: 'kz', answer: ordinary }])
})

test('the next file asks for answers once the answer about the file before is saved', async () => {
  const session = { operator: { id: 'grace', name: 'Grace', roles: ['campaign_manager'] } } as unknown as Session
  queryClient.setQueryData(sessionRead.queryKey, { data: session, readAt: 0, etag: null })
  const saving = Promise.withResolvers<void>()
  const paths: string[] = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    paths.push(path)
    if (method === 'PUT') await saving.promise
    return Response.json({ answers: [] })
  })
  onTestFinished(() => {
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  saveAnswer(['phone_number', 'KZ'], { column: 'KZ', answer: marked })
  const found = findAnswers(['phone_number', 'KZ'])
  await vi.waitFor(() => expect(paths).toContain('/gateway/column-answers'))
  expect(paths).toEqual(['/gateway/column-answers'])
  saving.resolve()
  await found
  expect(paths).toEqual(['/gateway/column-answers', '/gateway/column-answers/find'])
})
