import { useQuery } from '@tanstack/react-query'
import type { ReadOptions } from './reads.ts'

/**
 * Whether a read is in progress. Not part of `useRead`, because then every poll would render whatever uses it twice more: when it begins and
 * when it ends.
 */
export const useIsReading = <T>(options: ReadOptions<T>): boolean =>
  useQuery({ ...options, refetchInterval: false }).isFetching
