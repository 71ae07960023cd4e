import { use, useState } from 'react'
import { freshness } from '#api/freshness.ts'
import { type ReadOptions, read, useRead } from '#api/reads.ts'
import { useTranscript } from '#components/calls/transcript-lines.ts'
import { type ActiveCall, addMood, type CallMood, type KeptCall, type Refusal } from '#contract/index.ts'
import { BrowserClockOffset, useBrowserTime } from '#ui/time/clock.ts'

const noMoods: readonly CallMood[] = []

/** Whether the service answered that this call is not active (interface 6). */
const isGone = (refusal: Refusal | null) => refusal?.status === 404

/** Reads one call, and polls it until the service answers that the call is no longer active (experience U43). */
export const callRead = (roomName: string): ReadOptions<ActiveCall> => ({
  ...read('activeCallShow', { params: { roomName } }),
  refetchInterval: ({ state }) => (isGone(state.error) ? false : freshness.activeCallShow.pollMs),
})

/**
 * A call while it is in progress, and its last state after it has ended. The component needs a `key` per room.
 *
 * @param kept what the gateway had seen of the call before the page was opened
 */
export function useLiveCall(roomName: string, kept: KeptCall | null) {
  const query = useRead(callRead(roomName))
  const { data: call, readAt, refusal } = query
  const now = useBrowserTime()
  const [endedAt, setEndedAt] = useState<number | null>(null)
  if (endedAt === null && call && isGone(refusal)) setEndedAt(now)

  const clockAheadMs = use(BrowserClockOffset)
  const [knownMoods, setKnownMoods] = useState(kept?.moods ?? noMoods)
  const moods = call && readAt !== null ? addMood(knownMoods, { ...call, at: readAt - clockAheadMs }) : knownMoods
  if (moods !== knownMoods) setKnownMoods(moods)

  const [firstReadAt, setFirstReadAt] = useState<number | null>(null)
  if (firstReadAt === null && call && readAt !== null) setFirstReadAt(readAt)
  const seenNowAt = firstReadAt !== null && readAt !== null && readAt > firstReadAt ? readAt : null

  return {
    query,
    endedAt,
    moods,
    lines: useTranscript(call?.transcript, (index) => kept?.linesSeenAt[index] ?? seenNowAt),
    isUnknown: !call && isGone(refusal),
  }
}
