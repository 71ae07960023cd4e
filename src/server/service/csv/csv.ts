/** Reads uploaded files. Large ones take up to 200 ms, so a child process reads them and other requests are not delayed. */
import type { CsvCheck, CsvPreview } from '#contract/index.ts'
import { childProcessMinBytes, runInChild } from '#server/child/child.ts'
import { invalidRequest } from '../shared/errors.ts'
import { type CsvOperation, type CsvRequest, csvOperations, type RejectedFile, type RowsToCall } from './read.ts'

type ResultOf<Name extends CsvOperation> = ReturnType<(typeof csvOperations)[Name]>

async function runOperation<Name extends CsvOperation>(
  operation: Name,
  file: Uint8Array,
  limit: number,
): Promise<ResultOf<Name>> {
  if (file.byteLength < childProcessMinBytes) return csvOperations[operation](file, limit) as ResultOf<Name>
  const request: CsvRequest = { operation, file, limit }
  return runInChild<ResultOf<Name>>(new URL('./child.ts', import.meta.url), request).answer
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
export const checkFile = (file: Uint8Array): Promise<CsvCheck> => runOperation('check', file, 0)

/**
 * Reads the first rows, unchanged.
 *
 * @param limit number of rows
 * @throws ApiError 400 if the file cannot be read
 */
export const previewFile = async (file: Uint8Array, limit: number): Promise<CsvPreview> =>
  throwIfRejected(await runOperation('preview', file, limit))

/**
 * Reads the rows to call, in file order.
 *
 * @throws ApiError 400 if any row cannot be called: Start accepts only valid files (interface section 4)
 */
export const readRowsToCall = async (file: Uint8Array): Promise<RowsToCall> =>
  throwIfRejected(await runOperation('rowsToCall', file, 0))
