/** The local time of a person, and whether it is outside the calling hours of the batch. */
import type { Place } from '#calling-hours/hours.ts'
import { useLocalTime } from '#components/phone/use-local-time.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { useNewBatch } from '../state/new-batch-store.ts'

/** @param at epoch ms; null: now */
export function LocalClock({ place, at = null }: { place: Place; at?: number | null }) {
  const { plan } = useNewBatch()
  const time = useLocalTime(place, at, plan.hours)
  if (!time) return <span className="text-muted">Unknown</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 whitespace-nowrap">
      {time.text}
      {time.isOutsideHours && (
        <span className="text-label">
          <StatusLabel state="needs-you" label="outside hours" />
        </span>
      )}
    </span>
  )
}
