/** The time where somebody is called, and whether that is outside the calling hours of the batch. */
import type { Place } from '#calling-hours/hours.ts'
import { useLocalTime } from '#components/phone/use-local-time.ts'
import { Lamp } from '#ui/status/lamp.tsx'
import { useLaunch } from '../state/launch-store.ts'

/** @param at epoch ms; null: now */
export function ClockIn({ place, at = null }: { place: Place; at?: number | null }) {
  const { plan } = useLaunch()
  const time = useLocalTime(place, at, plan.hours)
  if (!time) return <span className="text-muted">Not known</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 whitespace-nowrap">
      {time.text}
      {time.isOutsideHours && (
        <span className="text-label">
          <Lamp state="needs-you" word="outside hours" />
        </span>
      )}
    </span>
  )
}
