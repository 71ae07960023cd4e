/** When the people of a list could be called if it were started in parts, each when everybody in it is inside the calling hours. */
import { useSession } from '#api/session.ts'
import { usualCallSeconds } from '#calling-hours/duration.ts'
import { splitByZone } from '#calling-hours/split.ts'
import { placeInWords } from '#calling-hours/words.ts'
import type { OutsideHours } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { dayedTime } from '#ui/time/format-time.ts'
import { people } from './finding-panel.tsx'

const shownParts = 6
const shownPlaces = 3

/** Nothing where one part is enough. */
export function ZoneParts({ found: { places, hours, at } }: { found: OutsideHours }) {
  const atOnce = useSession().plan.concurrentCalls
  const now = useTrueNow(30_000)
  const { parts } = splitByZone(places, hours, at, { atOnce, callSeconds: usualCallSeconds })
  if (parts.length < 2) return null
  return (
    <details className="border-t border-line px-3 py-2">
      <summary className="cursor-default text-soft">{`By time zone: ${number(parts.length)} parts`}</summary>
      <ol className="mt-1 flex flex-col gap-1" aria-label="Parts by time zone">
        {parts.slice(0, shownParts).map((part) => (
          <li key={part.at} className="flex flex-wrap items-baseline gap-x-3">
            <span className="min-w-44 tabular-nums">{part.at <= now ? 'Now' : dayedTime(part.at, now)}</span>
            <span className="min-w-20 font-medium whitespace-nowrap">{people(part.calls)}</span>
            <span className="min-w-0 flex-1 basis-48 text-soft">
              {part.groups.slice(0, shownPlaces).map(placeInWords).join(', ')}
              {part.groups.length > shownPlaces && ` and ${number(part.groups.length - shownPlaces)} more`}
            </span>
          </li>
        ))}
        {parts.length > shownParts && (
          <li className="text-soft">{`${number(parts.length - shownParts)} more parts`}</li>
        )}
      </ol>
    </details>
  )
}
