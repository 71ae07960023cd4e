/** Uploaded files, read where it stalls nobody: the largest take a fifth of a second, so each is read in a process of its own. */
import type { CsvCheck, CsvPreview } from '#contract/index.ts'
import { largeBytes, runInChild } from '#server/child/child.ts'
import { invalidRequest } from '../shared/errors.ts'
import { type FileRefused, type Reading, type RowsToCall, readings, type Wanted } from './read.ts'

type Read<Name extends Reading> = ReturnType<(typeof readings)[Name]>

async function read<Name extends Reading>(reading: Name, file: Uint8Array, limit: number): Promise<Read<Name>> {
  if (file.byteLength < largeBytes) return readings[reading](file, limit) as Read<Name>
  const wanted: Wanted = { reading, file, limit }
  return runInChild<Read<Name>>(new URL('./child.ts', import.meta.url), wanted).answer
}

const orRefuse = <T extends object>(result: T | FileRefused): T => {
  if ('refused' in result) throw invalidRequest(result.refused)
  return result
}

/**
 * Checks a file. The counts do not overlap, and blank rows are in none; `valid` means no errors at all.
 *
 * @returns the answer of Validate, also for a file that cannot be read
 */
export const checkFile = (file: Uint8Array): Promise<CsvCheck> => read('check', file, 0)

/**
 * The first rows, as they stand in the file.
 *
 * @param limit how many
 * @throws Refused 400 when the file cannot be read
 */
export const previewFile = async (file: Uint8Array, limit: number): Promise<CsvPreview> =>
  orRefuse(await read('preview', file, limit))

/**
 * The rows to call, in their order.
 *
 * @throws Refused 400 when any row cannot be called: Start refuses a file that is not valid (interface 4)
 */
export const rowsOf = async (file: Uint8Array): Promise<RowsToCall> => orRefuse(await read('rowsToCall', file, 0))
