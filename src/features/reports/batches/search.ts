/** The address of `/reports/batches`: the filters and the order of the table. */
import { oneOf, type Values } from '#kit/navigation/search-params.ts'
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

export const batchesFields = {
  ...filterFields,
  sort: oneOf(batchColumnIds, 'started'),
  order: oneOf(['ascending', 'descending'], 'descending'),
}
export type BatchesSearch = Values<typeof batchesFields>
