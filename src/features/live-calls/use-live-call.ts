import { useState } from 'react'
import { freshness } from '#api/freshness.ts'
import { type Read, read, useRead } from '#api/reads.ts'
import { useTranscript } from '#components/calls/transcript-lines.ts'
import type { ActiveCall, Refusal } from '#contract/index.ts'
import { useNow } from '#ui/time/clock.ts'
import { addMood, type Mood } from './sentiment.ts'

/** The service's word that there is no such active call (interface 6). */
const gone = (refusal: Refusal | null) => refusal?.status === 404

/** One call, asked for until the service says that it is no active call any more (experience U43). */
export const callRead = (roomName: string): Read<ActiveCall> => ({
  ...read('activeCallShow', { params: { roomName } }),
  refetchInterval: ({ state }) => (gone(state.error) ? false : freshness.activeCallShow.pollMs),
})

const noMoods: readonly Mood[] = []

/** A call as it goes on, and its last state once it has ended. For another room, mount anew (a `key`). */
export function useLiveCall(roomName: string) {
  const reading = useRead(callRead(roomName))
  const { data: call, readAt, refusal } = reading
  const now = useNow()
  const [endedAt, setEndedAt] = useState<number | null>(null)
  if (endedAt === null && call && gone(refusal)) setEndedAt(now)

  const [moods, setMoods] = useState(noMoods)
  const nextMoods = call && readAt !== null ? addMood(moods, call.sentiment, readAt) : moods
  if (nextMoods !== moods) setMoods(nextMoods)

  return {
    reading,
    endedAt,
    moods: nextMoods,
    lines: useTranscript(call?.transcript),
    isUnknown: !call && gone(refusal),
  }
}
