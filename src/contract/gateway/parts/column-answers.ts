/** What people said about columns of files that may say who must not be called, remembered for files with the same header line. */
import * as z from 'zod/mini'
import { epochMs } from '../../shared/wire.ts'

/** A file with more columns, or with longer texts, is asked about each time. */
export const columnAnswerLimits = { columns: 500, nameLength: 500, values: 200, valueLength: 200 } as const

const text = z.string().check(z.maxLength(columnAnswerLimits.valueLength))
const texts = z.array(text).check(z.maxLength(columnAnswerLimits.values))

/** What a column means. */
export const ColumnAnswer = z.discriminatedUnion('means', [
  /** It says something else and is sent to the agent. */
  z.strictObject({ means: z.literal('ordinary') }),
  /** It says who must not be called: the cells that say so, and those that do not. Of other cells it is unclear. */
  z.strictObject({ means: z.literal('optOut'), doNotCall: texts, call: texts }),
])
export type ColumnAnswer = z.output<typeof ColumnAnswer>

export const RememberedAnswer = z.object({
  /** As the column is named in the request. */
  column: z.string(),
  answer: ColumnAnswer,
  by: z.string(),
  at: epochMs,
})
export type RememberedAnswer = z.output<typeof RememberedAnswer>

const name = z.string().check(z.maxLength(columnAnswerLimits.nameLength))
const columns = z.array(name).check(z.minLength(1), z.maxLength(columnAnswerLimits.columns))

export const columnAnswerEndpoints = {
  /** The header line is only compared: Switchboard stores a keyed hash of it. */
  columnAnswersFind: { body: z.strictObject({ columns }), response: z.custom<{ answers: RememberedAnswer[] }>() },
  /**
   * null forgets it. An answer that was found for another header line (`remembered`) keeps who gave it when, and is remembered only if
   * nothing else is for this column. It changes nothing in batches that were started.
   */
  columnAnswerSave: {
    body: z.strictObject({
      columns,
      column: name,
      answer: z.nullable(ColumnAnswer),
      remembered: z.optional(z.pick(RememberedAnswer, { by: true, at: true })),
    }),
    response: z.custom<Record<string, never>>(),
  },
}
