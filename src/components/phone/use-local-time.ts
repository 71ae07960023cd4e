/** The local time of a phone number, and whether that is outside the calling hours. */
import { isKnown, isOpen, type Place } from '#calling-hours/hours.ts'
import { localTimeText } from '#calling-hours/place-texts.ts'
import { type BatchHours, hoursIn } from '#contract/index.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { withLocalClock } from '#ui/time/format-time.ts'
import { useCallingHours } from './use-calling-hours.ts'

interface LocalTime {
  /** By the clock of the locale: "14:02", or "08:02 to 11:02" if several time zones are possible. */
  text: string
  /** null: the calling hours are not known. */
  isOutsideHours: boolean | null
}

/**
 * @param at epoch ms; null for now
 * @param batchHours a batch's own hours, which replace those of the workspace; null if it has none
 * @returns null if the time zone is unknown
 */
export function useLocalTime(
  place: Place | null,
  at: number | null = null,
  batchHours: BatchHours | null = null,
): LocalTime | null {
  const now = useGatewayTime(10_000)
  const workspaceHours = useCallingHours()
  const hours = workspaceHours && hoursIn(batchHours, workspaceHours)
  if (place === null || !isKnown(place)) return null
  const shownAt = at ?? now
  return {
    text: withLocalClock(localTimeText(place, shownAt)),
    isOutsideHours: hours && !isOpen(place, hours, shownAt),
  }
}
