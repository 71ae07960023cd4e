/** Reads uploaded files in processes of their own, so that they do not delay other requests. */
import type { CsvCheck, CsvPreview } from '#contract/index.ts'
import type { Reading } from '#server/child/reader.ts'
import { invalidRequest } from '../shared/errors.ts'
import { readElsewhere } from '../shared/file-reader.ts'
import type { CsvOperation, CsvRequest, csvOperations, RejectedFile, RowsToCall } from './read.ts'

type ResultOf<Name extends CsvOperation> = ReturnType<(typeof csvOperations)[Name]>

async function runOperation<Name extends CsvOperation>(
  operation: Name,
  file: Uint8Array,
  limit: number,
  reading: Reading,
): Promise<ResultOf<Name>> {
  const request: CsvRequest = { operation, file, limit }
  return readElsewhere<ResultOf<Name>>(new URL('./child.ts', import.meta.url), request, reading)
}

const throwIfRejected = <T extends object>(result: T | RejectedFile): T => {
  if ('rejected' in result) throw invalidRequest(result.rejected)
  return result
}

/**
 * Checks a file. Counts do not overlap and leave out blank rows; `valid` means no errors.
 *
 * @returns the answer of Validate, also if the file cannot be read
 */
export const checkFile = (file: Uint8Array, reading: Reading): Promise<CsvCheck> =>
  runOperation('check', file, 0, reading)

/**
 * Reads the first rows, unchanged.
 *
 * @param limit number of rows
 * @throws ApiError 400 if the file cannot be read
 */
export const previewFile = async (file: Uint8Array, limit: number, reading: Reading): Promise<CsvPreview> =>
  throwIfRejected(await runOperation('preview', file, limit, reading))

/**
 * Reads the rows to call, in file order.
 *
 * @throws ApiError 400 if any row cannot be called: Start accepts only valid files (interface section 4)
 */
export const readRowsToCall = async (file: Uint8Array, reading: Reading): Promise<RowsToCall> =>
  throwIfRejected(await runOperation('rowsToCall', file, 0, reading))
