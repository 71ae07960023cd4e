import { use, useEffect, useState } from 'react'
import { type ReadOptions, read, useRead } from '#api/reads.ts'
import { useTranscript } from '#components/calls/transcript-lines.ts'
import {
  type ActiveCall,
  addMood,
  alignLines,
  type CallMood,
  callEndedCode,
  type KeptCall,
  type LiveCall,
  type Refusal,
  requests,
} from '#contract/index.ts'
import { BrowserClockOffset, useBrowserTime } from '#ui/time/clock.ts'

const noMoods: readonly CallMood[] = []

/** Whether this call is over: more than one witness says so. */
const isOver = (refusal: Refusal | null) => refusal?.code === callEndedCode

/** Reads one call, and polls it until it is over (experience U43). That one reading does not find it ends nothing. */
export const callRead = (roomName: string): ReadOptions<ActiveCall> => ({
  ...read('activeCallShow', { params: { roomName } }),
  refetchInterval: ({ state }) => (isOver(state.error) ? false : requests.activeCallShow.freshness.pollMs),
})

/**
 * A call while it is in progress, and its last state after it has ended. The component needs a `key` per room.
 *
 * @param kept what the gateway had seen of the call before the page was opened
 * @param onWall the call as the wall has it; undefined: it has none, or was not read yet
 */
export function useLiveCall(roomName: string, kept: KeptCall | null, onWall: LiveCall | undefined) {
  const query = useRead(callRead(roomName))
  const { refusal, retry } = query
  const clockAheadMs = use(BrowserClockOffset)
  const hasEnded = isOver(refusal)
  const notFound = !hasEnded && refusal?.status === 404
  // If the page is opened while the call is not found, it shows what was kept of it.
  const last = query.data || !notFound || !kept ? null : kept
  const call = query.data ?? last?.call
  const readAt = last ? last.readAt + clockAheadMs : query.readAt
  const now = useBrowserTime()
  const [endedAt, setEndedAt] = useState<number | null>(null)
  if (hasEnded !== (endedAt !== null)) setEndedAt(hasEnded ? now : null)
  // What was taken for ended is found again.
  const isBack = hasEnded && onWall?.live === true
  useEffect(() => {
    if (isBack) retry()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `retry` is another function at each rendering
  }, [isBack])

  const [knownMoods, setKnownMoods] = useState(kept?.moods ?? noMoods)
  const moods = call && readAt !== null ? addMood(knownMoods, { ...call, at: readAt - clockAheadMs }) : knownMoods
  if (moods !== knownMoods) setKnownMoods(moods)

  const [firstReadAt, setFirstReadAt] = useState<number | null>(null)
  if (firstReadAt === null && call && readAt !== null) setFirstReadAt(readAt)
  const seenNowAt = firstReadAt !== null && readAt !== null && readAt > firstReadAt ? readAt : null

  // What was kept may be of another answer.
  const keptPlaces = alignLines(kept?.call.transcript ?? [], call?.transcript ?? [])

  return {
    query: { ...query, data: call, readAt, refusal: refusal?.status === 404 ? null : refusal },
    endedAt,
    notFound: notFound && endedAt === null,
    /** When the service accepted End call for a call that is still in progress, epoch ms. */
    endAcceptedAt: endedAt === null ? (onWall?.endAcceptedAt ?? null) : null,
    /** Whether the call was found since End call was accepted. */
    foundSinceEnd: (onWall?.readAt ?? 0) > (onWall?.endAcceptedAt ?? 0),
    moods,
    lines: useTranscript(call?.transcript, readAt, (index) => {
      const place = keptPlaces[index]
      return (typeof place === 'number' ? kept?.linesSeenAt[place] : null) ?? seenNowAt
    }),
    isUnknown: !call && refusal?.status === 404,
  }
}
