/** Reads: a value that a route's loader and its component share, so that neither can ask for something else. */
import { hashKey, MutationCache, QueryCache, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Attention, type Contract, type ReadName, Refusal, type ResponseOf } from '#contract/index.ts'
import { type Answer, type Arguments, request } from './client.ts'
import { freshness } from './freshness.ts'

/** Somebody who is signed out while they work is told at once, not at the next poll of the session. */
const onError = (error: unknown) => {
  if (error instanceof Refusal && error.code === 'sign_in') {
    void queryClient.invalidateQueries({ queryKey: ['sessionShow' satisfies ReadName] })
  }
}

/** Milliseconds from a loader's refusal until it is certainly on the screen of a machine that has much else to do. */
const untilShown = 10_000

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // The gateway retries, and it alone; a read that is focused or reconnected waits for its next poll.
      // guard: refused-read-is-not-repeated
      retry: false,
      // guard: focus-sends-no-read
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // What a loader was refused is not asked again by showing that.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > untilShown,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Another page or filter of the same thing keeps the old rows until the new ones are there; another thing never does. */
const sameThing = (params: unknown) =>
  function keep<T>(previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined {
    const before = query?.queryKey[1] as { params?: unknown } | undefined
    return JSON.stringify(before?.params) === JSON.stringify(params) ? previous : undefined
  }

/** What was refused is polled at least this often (ms): a page comes back to life within 5 s of the gateway. */
const soonAgain = 2_000

/**
 * Names a read.
 *
 * @param name a GET endpoint of the contract
 * @param args its path parameters and query
 * @param attention how closely it is looked at; by default as its freshness in the contract says
 * @returns query options whose key is the endpoint's name and its arguments
 */
export function read<Name extends ReadName>(
  name: Name,
  ...[args, attention = freshness[name].attention]: Record<never, never> extends Arguments<Name>
    ? [args?: Arguments<Name>, attention?: Attention]
    : [args: Arguments<Name>, attention?: Attention]
) {
  type Data = ResponseOf<Contract[Name]>
  const { staleMs, pollMs } = freshness[name]
  return queryOptions<Answer<Data>, Refusal>({
    queryKey: [name, args ?? {}],
    queryFn: ({ client, queryKey, signal }) =>
      request(name, (args ?? {}) as Arguments<Name>, {
        // A hidden tab looks at nothing; the polls below stop by themselves.
        attention: document.visibilityState === 'hidden' ? 'background' : attention,
        signal,
        previous: client.getQueryData<Answer<Data>>(queryKey),
      }),
    staleTime: staleMs,
    placeholderData: sameThing(args?.params),
    refetchInterval: pollMs && (({ state }) => (state.error ? Math.min(pollMs, soonAgain) : pollMs)),
    refetchIntervalInBackground: false,
  })
}
export type Read<T> = ReturnType<typeof queryOptions<Answer<T>, Refusal>>

/** Milliseconds between two polls of what is not expected to change any more. */
const settledPollMs = 15_000

/**
 * The same read, polled seldom once what was read is not expected to change, such as a batch that has ended.
 *
 * @param isSettled whether the data are so
 */
export function pollUntil<T>(one: Read<T>, isSettled: (data: T) => boolean): Read<T> {
  const { refetchInterval } = one
  return {
    ...one,
    refetchInterval: (query) => {
      const usual = typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval
      const { data, status } = query.state
      return usual && status === 'success' && data && isSettled(data.data) ? settledPollMs : usual
    },
  }
}

/**
 * For loaders: starts the reads together and waits until each has answered once. What is there already is not asked again.
 *
 * @throws Refusal with status 404, which belongs to the whole page; every other refusal is shown where its data would be
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
 * Reads past every snapshot, for what is decided by it: a snapshot does not know what was changed past the gateway meanwhile.
 *
 * @returns what the service says now, which is then also what the pages show
 * @throws Refusal when it cannot be read
 */
export async function readNow<T>({ queryKey }: Read<T>): Promise<T> {
  const [name, args] = queryKey as readonly unknown[] as [ReadName, never]
  const asked = request(name, args, { attention: 'focus', fresh: true }) as Promise<Answer<unknown>>
  const answer = (await asked.catch((error: unknown) => {
    onError(error)
    throw error
  })) as Answer<T>
  queryClient.setQueryData(queryKey, answer)
  return answer.data
}

/** What a component knows of a read. Old data stay while a refresh fails. */
export interface Reading<T> {
  data: T | undefined
  /** When the service was read, in this browser's clock (ms). */
  readAt: number | null
  /** Why the last try failed; null when it did not. */
  refusal: Refusal | null
  isLoading: boolean
  isRefreshing: boolean
  retry: () => void
}

/** Reads, and polls as its freshness in the contract says while the component is shown. */
export function useRead<T>(one: Read<T>): Reading<T> {
  const query = useQuery(one)
  const hash = hashKey(one.queryKey)
  const [failed, setFailed] = useState<{ hash: string; refusal: Refusal } | null>(null)
  if (query.error && query.error !== failed?.refusal) setFailed({ hash, refusal: query.error })
  // The library forgets a refusal as soon as it asks again; a person should not see it come and go with every poll.
  const refusal = query.error ?? (query.isPending && failed?.hash === hash ? failed.refusal : null)
  return {
    data: query.data?.data,
    readAt: query.data?.readAt ?? null,
    refusal,
    isLoading: query.isPending && !refusal,
    isRefreshing: query.isFetching && (!query.isPending || refusal !== null),
    retry: () => void query.refetch(),
  }
}
