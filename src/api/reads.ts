/** Reads: query options that a route's loader and its component share, so that both request the same. */
import { hashKey, MutationCache, QueryCache, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Attention, type Contract, type ReadName, Refusal, type ResponseOf, requests } from '#contract/index.ts'
import { type Answer, type Arguments, request } from './client.ts'

/** If an error says that the session has ended, refetches the session at once instead of at its next poll. */
const refetchEndedSession = (error: unknown) => {
  if (error instanceof Refusal && error.code === 'sign_in') {
    void queryClient.invalidateQueries({ queryKey: ['sessionShow' satisfies ReadName] })
  }
}

/** How long a component shows the error of its loader without repeating the read, ms. Long enough to render on a slow machine. */
const loaderErrorTtlMs = 10_000

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refetchEndedSession }),
  mutationCache: new MutationCache({ onError: refetchEndedSession }),
  defaultOptions: {
    queries: {
      // Only the gateway retries. After focus or reconnect, a read waits for its next poll.
      // guard: refused-read-is-not-repeated
      retry: false,
      // guard: focus-sends-no-read
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Showing a loader's refusal does not repeat the request.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > loaderErrorTtlMs,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Shows the previous rows while another page or filter with the same path parameters loads, but never rows of another record. */
const keepPreviousPage = (params: unknown) =>
  function keep<T>(previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined {
    const before = query?.queryKey.at(-1) as { params?: unknown } | undefined
    return JSON.stringify(before?.params) === JSON.stringify(params) ? previous : undefined
  }

/** A refused read is polled at least this often, ms, so that pages recover at most 5 s after the gateway does. */
const retryPollMs = 2_000

/**
 * Creates the query options of a read.
 *
 * @param name a GET endpoint of the contract
 * @param args path parameters and query
 * @param attention how prominently the page shows the answer; the contract's value by default
 * @returns query options whose key consists of the name and the arguments
 */
export function read<Name extends ReadName>(
  name: Name,
  ...[args, attention = requests[name].freshness.attention]: Record<never, never> extends Arguments<Name>
    ? [args?: Arguments<Name>, attention?: Attention]
    : [args: Arguments<Name>, attention?: Attention]
): ReadOptions<ResponseOf<Contract[Name]>> {
  type Data = ResponseOf<Contract[Name]>
  const { staleMs, pollMs } = requests[name].freshness
  return queryOptions<Answer<Data>, Refusal>({
    queryKey: [name, args ?? {}],
    queryFn: ({ client, queryKey, signal }) =>
      request(name, (args ?? {}) as Arguments<Name>, {
        // Nobody watches a hidden tab. Its polls stop anyway.
        attention: document.visibilityState === 'hidden' ? 'background' : attention,
        signal,
        previous: client.getQueryData<Answer<Data>>(queryKey),
      }),
    staleTime: staleMs,
    placeholderData: keepPreviousPage(args?.params),
    refetchInterval: ({ state: { error } }) => {
      const usual = pollMs && error ? Math.min(pollMs, retryPollMs) : (pollMs ?? false)
      return error?.data.isDoubtful ? Math.min(usual || doubtPollMs, doubtPollMs) : usual
    },
    refetchIntervalInBackground: false,
  })
}
export type ReadOptions<T> = ReturnType<typeof queryOptions<Answer<T>, Refusal>>

/** The POST endpoints that only find something. */
type FindName = 'batchCallSearch' | 'batchFind' | 'batchRowFind' | 'keptCallSearch'

/**
 * Creates the query options of a read whose question is in the request's body, so that names, numbers and words stay out of URLs. It is not
 * polled, and its answer is soon forgotten.
 *
 * @param args path parameters and body
 * @param keyBefore begins the key, if a command that changes another read changes this one too
 */
export const find = <Name extends FindName>(
  name: Name,
  args: Arguments<Name>,
  keyBefore: readonly unknown[] = [],
): ReadOptions<ResponseOf<Contract[Name]>> =>
  queryOptions<Answer<ResponseOf<Contract[Name]>>, Refusal>({
    queryKey: [...keyBefore, name, args],
    queryFn: ({ signal }) => request(name, args, { signal }),
    placeholderData: keepPreviousPage((args as { params?: unknown }).params),
    gcTime: 10_000,
  })

/** What one answer did not find is read again after this time, ms: then the gateway reads it once more. */
export const doubtPollMs = 4_000

/** Poll interval of data that are not expected to change any more, ms. */
const settledPollMs = 15_000

/**
 * The same read, polled less often once its data are not expected to change, such as a batch that has ended.
 *
 * @param isSettled whether these data are not expected to change
 */
export function pollLessOnce<T>(options: ReadOptions<T>, isSettled: (data: T) => boolean): ReadOptions<T> {
  const { refetchInterval } = options
  return {
    ...options,
    refetchInterval: (query) => {
      const usual = typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval
      const { data, status } = query.state
      return usual && status === 'success' && data && isSettled(data.data) ? settledPollMs : usual
    },
  }
}

/**
 * For loaders: fetches the reads that are not in the cache, all at once, and waits for them.
 *
 * @throws Refusal with status 404, which concerns the whole page; other refusals are shown in place of their data
 */
export async function load(...reads: { queryKey: readonly unknown[] }[]): Promise<null> {
  const results = await Promise.allSettled(
    reads.map((one) => queryClient.ensureQueryData(one as Parameters<typeof queryClient.ensureQueryData>[0])),
  )
  for (const result of results) {
    if (result.status === 'rejected' && result.reason instanceof Refusal && result.reason.status === 404) {
      throw result.reason
    }
  }
  return null
}

/**
 * Reads from the service, bypassing the gateway's cache. For decisions that must not rely on a snapshot, because something may have been
 * changed without the gateway. Also updates what the pages show.
 *
 * @returns the current data
 * @throws Refusal if they cannot be read
 */
export async function readNow<T>({ queryKey }: ReadOptions<T>): Promise<T> {
  const [name, args] = queryKey as readonly unknown[] as [ReadName, never]
  const pending = request(name, args, { attention: 'focus', fresh: true }) as Promise<Answer<unknown>>
  const answer = (await pending.catch((error: unknown) => {
    refetchEndedSession(error)
    // The page finds out whether it is gone.
    if (error instanceof Refusal && error.status === 404) void queryClient.invalidateQueries({ queryKey })
    throw error
  })) as Answer<T>
  queryClient.setQueryData(queryKey, answer)
  return answer.data
}

/** The state of a read in a component. Old data stay if a refresh fails. */
export interface QueryState<T> {
  data: T | undefined
  /** When the service was read (browser clock, ms). */
  readAt: number | null
  /** Why the last try failed; null if it succeeded. */
  refusal: Refusal | null
  isLoading: boolean
  /** The data answer an earlier question, such as the search before this one. */
  isPlaceholder: boolean
  retry: () => void
}

/** Reads, and polls while the component is shown, at the interval of the options: of the contract, or of a POST that only asks. */
export function useRead<T>(options: ReadOptions<T>): QueryState<T> {
  const query = useQuery(options)
  const hash = hashKey(options.queryKey)
  const [failed, setFailed] = useState<{ hash: string; refusal: Refusal } | null>(null)
  if (query.error && query.error !== failed?.refusal) setFailed({ hash, refusal: query.error })
  // React Query drops the error when it fetches again. Keep it, so that it does not flicker with every poll.
  const refusal = query.error ?? (query.isPending && failed?.hash === hash ? failed.refusal : null)
  return {
    data: query.data?.data,
    readAt: query.data?.readAt ?? null,
    refusal,
    isLoading: query.isPending && !refusal,
    isPlaceholder: query.isPlaceholderData,
    retry: () => void query.refetch(),
  }
}
