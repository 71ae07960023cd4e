/** Reads uploaded files in processes of their own. */
import { createFileReader, type Reading, TooMuchToRead } from '#server/child/reader.ts'
import { invalidRequest } from './errors.ts'

/** One start and one check at a time. Its clients are programs, which are not told apart. */
const reader = createFileReader({ places: 2, perPerson: 2 })

/**
 * Runs a module in a process.
 *
 * @param file the module, whose default export takes the input
 * @throws ApiError 400 if it takes too much time or memory, or if the request ends first
 */
export const readElsewhere = <Output>(file: URL, input: unknown, reading: Reading): Promise<Output> =>
  reader.run<Output>(file, input, reading).catch((error: unknown) => {
    if (reading.signal?.aborted) throw invalidRequest('The request was interrupted. No call was placed.')
    if (!(error instanceof TooMuchToRead)) throw error
    throw invalidRequest(
      `This file takes too much ${error.of} to read. No call was placed. Split it into several files.`,
    )
  })
