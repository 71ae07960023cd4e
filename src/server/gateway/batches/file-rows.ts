/**
 * The numbers that the rows of a start have in the file that a person chose. They name nobody, so they are kept as long as the start in the
 * history: whenever the service lists the batch, its rows are numbered as in that file.
 */
import { type ApprovalDetails, rowRanges, rowsInRanges } from '#contract/index.ts'
import { writeExcerpt } from '#recipients/file/write.ts'
import { parseStart } from '#recipients/table/parse.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import type { Store } from '../store/store.ts'
import type { ApprovalTable } from '../store/tables/batches.ts'
import type { FileRecipient } from './checked-file.ts'

/** The row numbers of these people as stored; null: not known. */
export function fileRowsOf(recipients: readonly Pick<FileRecipient, 'fileRow'>[]): string | null {
  const rows = recipients.flatMap(({ fileRow }) => fileRow ?? [])
  return rows.length === recipients.length && rows.length > 0 ? rowRanges(rows) : null
}

/** A preview has this many rows from the start and the end of the file. */
const previewRows = 3
/** The files are Switchboard's own: the first row is the header. */
const writtenFile = { delimiter: ',', headerRow: 1, strict: true } as const
const firstRow = 2

/** The columns, and the first and last rows of a file, however many rows it has. @param calls the number of its rows */
export function previewOf(
  { file, file_rows }: Pick<ApprovalTable, 'file' | 'file_rows'>,
  calls: number,
): Pick<ApprovalDetails, 'columns' | 'first' | 'last'> {
  const { columns, rows } = parseStart(writeExcerpt(file, previewRows), writtenFile, 2 * previewRows)
  const numbers = rowsInRanges(file_rows ?? '') ?? []
  const preview = rows.map((cells, index) => {
    const place = index < previewRows ? index : calls - rows.length + index
    return { row: numbers[place] ?? firstRow + place, cells }
  })
  return { columns, first: preview.slice(0, previewRows), last: preview.slice(previewRows) }
}

export type FileRows = ReturnType<typeof createFileRows>

/** Creates the access to the row numbers of starts. */
export function createFileRows({ store, writeQueue }: { store: Store; writeQueue: WriteQueue }) {
  return {
    /** Records the row numbers of the people whom a start calls. @param store of the transaction that records it */
    async add(store: Store, startId: string, recipients: readonly FileRecipient[]): Promise<void> {
      const file_rows = fileRowsOf(recipients)
      if (file_rows !== null)
        await store.insertInto('started_file_rows').values({ start_id: startId, file_rows }).execute()
    },

    /** Deletes those of a start that did not happen. */
    remove: (startId: string): Promise<void> =>
      writeQueue.write(async () => {
        await store.deleteFrom('started_file_rows').where('start_id', '=', startId).execute()
      }),
  }
}
