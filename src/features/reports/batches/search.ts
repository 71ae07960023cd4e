/** The address of `/reports/batches`: the filters and the order of the table. */
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
})
export type BatchesSearch = z.output<typeof BatchesSearch>
