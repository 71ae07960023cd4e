/** The address of `/answers/batches`: the filters, the order of the table and the batches to compare. */
import * as z from 'zod/mini'
import { filterFields } from '../search.ts'

export const batchColumnIds = [
  'batch',
  'started',
  'rows',
  'seen',
  'answered',
  'talked',
  'mailbox',
  'no_answer',
  'busy',
  'failed',
  'talk',
] as const
export type BatchColumnId = (typeof batchColumnIds)[number]

export const BatchesSearch = z.object({
  ...filterFields,
  sort: z.catch(z.enum(batchColumnIds), 'started'),
  order: z.catch(z.enum(['ascending', 'descending']), 'descending'),
  /** IDs of up to two batches, separated by a comma. */
  compare: z.catch(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}(?:,[A-Za-z0-9_-]{1,128})?$/)), ''),
})
export type BatchesSearch = z.output<typeof BatchesSearch>

/** The chosen batches after one was pressed. The third one takes the place of the first. */
export const chosenAfter = (chosen: readonly string[], pressed: string): string[] =>
  chosen.includes(pressed) ? chosen.filter((id) => id !== pressed) : [...chosen, pressed].slice(-2)
