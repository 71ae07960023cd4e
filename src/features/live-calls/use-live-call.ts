import { useState } from 'react'
import { freshness } from '#api/freshness.ts'
import { type ReadOptions, read, useRead } from '#api/reads.ts'
import { useTranscript } from '#components/calls/transcript-lines.ts'
import type { ActiveCall, Refusal } from '#contract/index.ts'
import { useBrowserTime } from '#ui/time/clock.ts'
import { addSentimentPoint, type SentimentPoint } from './sentiment.ts'

/** Whether the service answered that this call is not active (interface 6). */
const isGone = (refusal: Refusal | null) => refusal?.status === 404

/** Reads one call, and polls it until the service answers that the call is no longer active (experience U43). */
export const callRead = (roomName: string): ReadOptions<ActiveCall> => ({
  ...read('activeCallShow', { params: { roomName } }),
  refetchInterval: ({ state }) => (isGone(state.error) ? false : freshness.activeCallShow.pollMs),
})

const noPoints: readonly SentimentPoint[] = []

/**
 * A call while it is in progress, and its last state after it has ended. The component needs a `key` per room.
 *
 * @param keptTimes when the gateway had first seen each line before the page was opened, epoch ms
 */
export function useLiveCall(roomName: string, keptTimes: readonly (number | null)[]) {
  const query = useRead(callRead(roomName))
  const { data: call, readAt, refusal } = query
  const now = useBrowserTime()
  const [endedAt, setEndedAt] = useState<number | null>(null)
  if (endedAt === null && call && isGone(refusal)) setEndedAt(now)

  const [points, setPoints] = useState(noPoints)
  const sentimentHistory = call && readAt !== null ? addSentimentPoint(points, call.sentiment, readAt) : points
  if (sentimentHistory !== points) setPoints(sentimentHistory)

  const [firstReadAt, setFirstReadAt] = useState<number | null>(null)
  if (firstReadAt === null && call && readAt !== null) setFirstReadAt(readAt)
  const seenNowAt = firstReadAt !== null && readAt !== null && readAt > firstReadAt ? readAt : null

  return {
    query,
    endedAt,
    sentimentHistory,
    lines: useTranscript(call?.transcript, (index) => keptTimes[index] ?? seenNowAt),
    isUnknown: !call && isGone(refusal),
  }
}
