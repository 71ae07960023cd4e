/** What every page polls: the gateway's status. It tells which of the larger answers have changed, so that these are not polled. */
import type { Status } from '#contract/index.ts'
import type { Answer } from './client.ts'
import type { ReadName } from './freshness.ts'
import { queryClient, type Reading, read, useRead } from './reads.ts'

const statusRead = read('statusShow')

/** Reads again what the page has under another ETag, and what could not be read; not what no page has asked for. */
function renew(name: ReadName, etag: string | null): void {
  const filter = { queryKey: [name, {}], exact: true }
  const query = queryClient.getQueryCache().find<Answer<unknown>>(filter)
  if (!query) return
  const { data, status } = query.state
  // A proxy that compresses answers marks their tags as weak; the tag in the status passes as it is.
  const isOld = data !== undefined && etag !== null && data.etag?.replace(/^W\//, '') !== etag
  // One that is on its way is waited for, however slow it is.
  if (isOld || status === 'error') void queryClient.invalidateQueries(filter, { cancelRefetch: false })
}

/** Calls back with each answer, also with one that is as before. */
export function onStatus(listener: (status: Status) => void): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const [name] = event.query.queryKey as readonly unknown[]
    if (name === statusRead.queryKey[0]) listener((event.query.state.data as Answer<Status>).data)
  })
}

onStatus((status) => {
  renew('sessionShow', status.session)
  renew('decisionList', status.decisions)
})

/** Asks for the status now. */
export const askStatus = (): void => void queryClient.invalidateQueries({ queryKey: statusRead.queryKey })

/** The status, polled while it is shown. The frame shows it on every page. */
export const useStatus = (): Reading<Status> => useRead(statusRead)
