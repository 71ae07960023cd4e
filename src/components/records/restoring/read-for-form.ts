/** For loaders of forms that edit a record. */
import { queryClient, type ReadOptions } from '#api/reads.ts'
import { restoresParameter } from '#kit/navigation/record-kinds.ts'

/**
 * Reads the record with which a form starts. Again, if the form restores a version: what this page read a moment ago may be older than
 * the version, and the form would have nothing to save.
 *
 * @param address of the form
 */
export const readForForm = <T>(options: ReadOptions<T>, address: string): Promise<void> =>
  queryClient.prefetchQuery(
    new URL(address).searchParams.has(restoresParameter) ? { ...options, staleTime: 0 } : options,
  )
