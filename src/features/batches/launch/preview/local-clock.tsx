/** The time where somebody is called, and whether it is night there, in the word of the confirm (night-calls.ts). */
import { localTimeIn } from '#components/phone/local-time.ts'
import { Lamp } from '#ui/status/lamp.tsx'
import { useTrueNow } from '#ui/time/clock.ts'

/** @param at epoch ms; null: now */
export function ClockIn({ zones, at = null }: { zones: readonly string[]; at?: number | null }) {
  const now = useTrueNow(30_000)
  const time = localTimeIn(zones, at ?? now)
  if (!time) return <span className="text-muted">Not known</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 whitespace-nowrap">
      {time.text}
      {time.late && (
        <span className="text-label">
          <Lamp state="needs-you" word="night" />
        </span>
      )}
    </span>
  )
}
