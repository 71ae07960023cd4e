/**
 * The gateway's status, which every page polls. It lists a tag (a short ETag) for each of some larger answers, which are refetched only
 * when their tag changes.
 */
import {
  type Contract,
  type FollowedRead,
  followedReads,
  type ResponseOf,
  type Status,
  statusTag,
} from '#contract/index.ts'
import type { Answer } from './client.ts'
import { type QueryState, queryClient, type ReadOptions, read, useRead } from './reads.ts'

const statusRead = read('statusShow')

/**
 * Refetches a read if its tag has changed or if it failed, but only if a page has requested it. Includes the same read with other
 * arguments, such as another page of a list.
 */
function refetchIfChanged(name: FollowedRead, tag: string | null): void {
  const query = queryClient
    .getQueryCache()
    .find<Answer<unknown>>({ queryKey: [name, followedReads[name]], exact: true })
  if (!query) return
  const { data, status } = query.state
  const isStale = data !== undefined && tag !== null && statusTag(data.etag ?? '') !== tag
  // A pending request is not cancelled, however slow it is.
  if (isStale || status === 'error') void queryClient.invalidateQueries({ queryKey: [name] }, { cancelRefetch: false })
}

/** Commands with an unknown outcome, up to a hundred; refetched when the status says that they changed. */
export const unknownEffectsRead: ReadOptions<ResponseOf<Contract['effectList']>> = {
  ...read('effectList', followedReads.effectList),
  refetchInterval: false,
}

/** The latest started batches, up to a hundred, without any filter; refetched when the status says that they changed. */
export const latestBatchesRead = read('batchList', followedReads.batchList)

/** Calls the listener with every status, also if it is unchanged. Returns a function that unsubscribes. */
export function onStatus(listener: (status: Status) => void): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const [name] = event.query.queryKey as readonly unknown[]
    if (name === statusRead.queryKey[0]) listener((event.query.state.data as Answer<Status>).data)
  })
}

onStatus(({ tags }) => {
  for (const name of Object.keys(followedReads) as FollowedRead[]) refetchIfChanged(name, tags[name])
})

/** Refetches the status now. */
export const refetchStatus = (): void => void queryClient.invalidateQueries({ queryKey: statusRead.queryKey })

/** The status, polled while a component uses it, which the frame does on every page. */
export const useStatus = (): QueryState<Status> => useRead(statusRead)
