/** What the clock says where a phone rings, and whether people may be called there at that time. */
import { isKnown, isOpen, type Place } from '#calling-hours/hours.ts'
import { clocksAt } from '#calling-hours/words.ts'
import { type BatchHours, hoursIn } from '#contract/index.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { useCallingHours } from './use-calling-hours.ts'

interface LocalTime {
  /** "14:02", or "08:02 to 11:02" where the zone is not certain. */
  text: string
  isOutsideHours: boolean
}

/**
 * @param at epoch ms; null: now
 * @param own the hours of a batch in place of those of the workspace; null: it has none
 * @returns null where the zone is not known
 */
export function useLocalTime(
  place: Place | null,
  at: number | null = null,
  own: BatchHours | null = null,
): LocalTime | null {
  const now = useTrueNow(10_000)
  const usual = useCallingHours()
  const hours = usual && hoursIn(own, usual)
  if (place === null || !isKnown(place)) return null
  const moment = at ?? now
  return { text: clocksAt(place, moment), isOutsideHours: hours !== null && !isOpen(place, hours, moment) }
}
