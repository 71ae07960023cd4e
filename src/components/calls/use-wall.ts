import { useState } from 'react'
import type { Reading } from '#api/reads.ts'
import type { LiveCall } from '#contract/index.ts'
import { useNow } from '#ui/time/clock.ts'
import { advance, type Card, emptyWall } from './wall.ts'

/**
 * The cards of the wall while answers come in.
 *
 * @param held somebody points at the wall
 */
export function useWall({ data, readAt }: Reading<{ calls: LiveCall[] }>, held: boolean): readonly Card[] {
  const [wall, setWall] = useState(emptyWall)
  const now = useNow()
  const next = advance(wall, { calls: data?.calls, readAt, now, held })
  if (next !== wall) setWall(next)
  return next.cards
}
