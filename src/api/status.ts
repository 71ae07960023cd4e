/** What every page polls: the gateway's status. It tells which of the larger answers have changed, so that these are not polled. */
import {
  type Contract,
  type FollowedRead,
  followedReads,
  type ResponseOf,
  type Status,
  statusTag,
} from '#contract/index.ts'
import type { Answer } from './client.ts'
import { queryClient, type Read, type Reading, read, useRead } from './reads.ts'

const statusRead = read('statusShow')

/**
 * Reads again what pages have under another tag, and what could not be read; not what no page has asked for. The same read with other
 * arguments, such as another page of a list, goes with it.
 */
function renew(name: FollowedRead, tag: string | null): void {
  const query = queryClient
    .getQueryCache()
    .find<Answer<unknown>>({ queryKey: [name, followedReads[name]], exact: true })
  if (!query) return
  const { data, status } = query.state
  const isOld = data !== undefined && tag !== null && statusTag(data.etag ?? '') !== tag
  // One that is on its way is waited for, however slow it is.
  if (isOld || status === 'error') void queryClient.invalidateQueries({ queryKey: [name] }, { cancelRefetch: false })
}

/** Every effect whose outcome nobody knows, up to a hundred: read again when the status says that they are others. */
export const unknownEffectsRead: Read<ResponseOf<Contract['effectList']>> = {
  ...read('effectList', followedReads.effectList),
  refetchInterval: false,
}

/** The latest launches with their batches, up to a hundred, whatever a list is narrowed to: read again when they are others. */
export const latestBatchesRead = read('batchList', followedReads.batchList)

/** Calls back with each answer, also with one that is as before. */
export function onStatus(listener: (status: Status) => void): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const [name] = event.query.queryKey as readonly unknown[]
    if (name === statusRead.queryKey[0]) listener((event.query.state.data as Answer<Status>).data)
  })
}

onStatus(({ tags }) => {
  for (const name of Object.keys(followedReads) as FollowedRead[]) renew(name, tags[name])
})

/** Asks for the status now. */
export const askStatus = (): void => void queryClient.invalidateQueries({ queryKey: statusRead.queryKey })

/** The status, polled while it is shown. The frame shows it on every page. */
export const useStatus = (): Reading<Status> => useRead(statusRead)
