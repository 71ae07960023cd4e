/** Finds out whether the record of stored work still exists. */
import { type ReadOptions, readNow } from '#api/reads.ts'
import { Refusal } from '#contract/index.ts'

/**
 * @returns a function that gets a record's ID, and returns the path of its form; null if the record was deleted
 * @throws Refusal if it cannot be read
 */
export const recordFinder =
  <T>(readOf: (id: string) => ReadOptions<T>, editPath: (id: string) => string) =>
  (id: string): Promise<string | null> =>
    readNow(readOf(id)).then(
      () => editPath(id),
      (error: unknown) => {
        if (error instanceof Refusal && error.isGone) return null
        throw error
      },
    )
