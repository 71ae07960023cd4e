/** What people said about columns that may say who must not be called: remembered by Switchboard for the next file with the same header. */
import { request } from '#api/client.ts'
import { currentSession } from '#api/session.ts'
import { type ColumnAnswer, columnAnswerLimits, type RememberedAnswer, requests } from '#contract/index.ts'
import { notifyRefusal } from '#kit/actions/notices.ts'
import { type Operation, type Repairs, repairsOf } from '#recipients/check/repairs.ts'
import type { Summary } from '#recipients/worker/protocol.ts'
import { fileOf, type NewBatch } from './new-batch.ts'

type Answers = NonNullable<Repairs['answers']>
interface GivenAnswer {
  column: string
  answer: ColumnAnswer | null
  /** Who said it when (epoch ms) of an earlier file; undefined: it was said here. */
  remembered?: { by: string; at: number }
}

/** Whether an answer about an earlier file applies: to a question, or to a column in which nothing of this file looks like one. */
export function isApplicable({ column, answer }: RememberedAnswer, newBatch: NewBatch): boolean {
  const { operations } = newBatch.history
  // Not again if it was undone.
  const isDecided = operations.some(
    (operation) => operation.kind === 'rule' && operation.rule === 'answer' && operation.column === column,
  )
  const file = fileOf(newBatch)
  if (isDecided || !file || file.phoneColumn === column) return false
  const found = file.optOuts.find((optOut) => optOut.column === column)
  return found ? found.question !== null : answer.means === 'optOut'
}

/**
 * The answers to save when operations are added, undone or redone; null: to forget. An answer that was remembered is saved again only if it
 * comes back in place of another one.
 */
export function answersBetween(before: readonly Operation[], after: readonly Operation[]): GivenAnswer[] {
  const [had, has]: Answers[] = [before, after].map((operations) => repairsOf(operations).answers ?? {})
  return [...new Set([...Object.keys(had ?? {}), ...Object.keys(has ?? {})])].flatMap((column): GivenAnswer[] => {
    const [one, other] = [had?.[column], has?.[column]]
    if (one?.answer === other?.answer) return []
    const isRememberedAlone = one === undefined ? other?.remembered : other === undefined && one.remembered
    return isRememberedAlone ? [] : [{ column, answer: other?.answer ?? null }]
  })
}

/**
 * The header line of rows that are taken from a batch: the number, and the other columns in the order of their names, because a service
 * returns them in any order.
 */
export const headerOfRows = (names: readonly (string | null)[]): string[] => [
  'phone_number',
  ...names.flatMap((name) => (name === 'phone_number' ? [] : (name ?? []))).toSorted(),
]

/**
 * The answers because of which columns are sent to the agent, as rows that are taken from the batch name them. One that was only remembered
 * stays the answer of whoever gave it.
 */
export function answersAboutRows(
  { columns, names }: Pick<Summary, 'columns' | 'names'>,
  operations: readonly Operation[],
): GivenAnswer[] {
  return Object.entries(repairsOf(operations).answers ?? {}).flatMap(([name, { answer, remembered }]) => {
    const column = names[columns.indexOf(name)]
    return answer.means === 'ordinary' && column ? [{ column, answer, ...(remembered && { remembered }) }] : []
  })
}

const mayUse = (name: 'columnAnswersFind' | 'columnAnswerSave'): boolean =>
  currentSession()?.operator?.roles.some((role) => requests[name].roles.some((one) => one === role)) ?? false

const isShort = (texts: readonly string[], most: number, longest: number): boolean =>
  texts.length <= most && texts.every(({ length }) => length <= longest)
const areColumnsShort = (columns: readonly string[]): boolean =>
  isShort(columns, columnAnswerLimits.columns, columnAnswerLimits.nameLength)

/** Saves run one after the other, so that the last answer is the one that stays. */
let lastSave: Promise<unknown> = Promise.resolve()

/** What was said about the columns of an earlier file with the same header line; none if that cannot be found out. */
export async function findAnswers(columns: readonly string[]): Promise<RememberedAnswer[]> {
  if (!mayUse('columnAnswersFind') || !areColumnsShort(columns)) return []
  // The earlier file may be the one before, whose answer is still on its way.
  await lastSave
  const body = { columns: [...columns] }
  return request('columnAnswersFind', { body }).then(
    ({ data }) => data.answers,
    () => [],
  )
}

/** Remembers an answer for the next file with this header line, or forgets it. */
export function saveAnswer(columns: readonly string[], { column, answer, remembered }: GivenAnswer): void {
  const values = answer?.means === 'optOut' ? [...answer.doNotCall, ...answer.call] : []
  if (!mayUse('columnAnswerSave') || !areColumnsShort(columns)) return
  if (!isShort(values, columnAnswerLimits.values, columnAnswerLimits.valueLength)) return
  const body = { columns: [...columns], column, answer, ...(remembered && { remembered }) }
  lastSave = lastSave.then(() => request('columnAnswerSave', { body })).catch(notifyRefusal)
}
