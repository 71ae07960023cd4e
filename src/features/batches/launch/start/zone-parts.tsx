/** Starts a list in parts by time zone: each when the hours of its people open. */
import { openingsOf } from '#calling-hours/groups.ts'
import { placeText } from '#calling-hours/place-texts.ts'
import type { OutsideHours } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { number } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { dayedTime } from '#ui/time/format-time.ts'
import type { Launch } from '../state/launch.ts'
import { dispatch } from '../state/launch-store.ts'
import { startAtOf } from '../state/start-plan.ts'
import { people } from './finding-panel.tsx'

const shownParts = 6
const shownPlaces = 3

/** Nothing where one part is enough. @param isChosen the people outside wait for their hours already */
export function ZoneParts({
  found: { places, hours, at },
  launch,
  isChosen,
}: {
  found: OutsideHours
  launch: Launch
  isChosen: boolean
}) {
  const now = useTrueNow(30_000)
  const parts = openingsOf(places, hours, at, true).flatMap(({ groups, at: opens }) =>
    opens === null ? [] : [{ groups, opens, calls: groups.reduce((sum, { calls }) => sum + calls, 0) }],
  )
  const [first] = parts
  if (!first || parts.length < 2) return null
  const start = () => {
    const startAt = first.opens > at ? { startAt: startAtOf(first.opens) } : {}
    void dispatch({ type: 'planned', plan: { ...startAt, continues: true } })
    void dispatch({ type: 'decided', decisions: { outsideLater: true } })
  }
  return (
    <details className="border-t border-line px-3 py-2">
      <summary className="cursor-default text-soft">{`By time zone: ${number(parts.length)} parts`}</summary>
      <ol className="mt-1 flex flex-col gap-1" aria-label="Parts by time zone">
        {parts.slice(0, shownParts).map(({ opens, calls, groups }) => (
          <li key={opens} className="flex flex-wrap items-baseline gap-x-3">
            <span className="min-w-44 tabular-nums">
              {opens === at && launch.plan.startAt === null ? 'Now' : dayedTime(opens, now)}
            </span>
            <span className="min-w-20 font-medium whitespace-nowrap">{people(calls)}</span>
            <span className="min-w-0 flex-1 basis-48 text-soft">
              {groups.slice(0, shownPlaces).map(placeText).join(', ')}
              {groups.length > shownPlaces && ` and ${number(groups.length - shownPlaces)} more`}
            </span>
          </li>
        ))}
        {parts.length > shownParts && (
          <li className="text-soft">{`${number(parts.length - shownParts)} more parts`}</li>
        )}
      </ol>
      <div className="mt-2">
        {isChosen && launch.plan.continues ? (
          <p className="text-soft">Switchboard starts each part at its time, after running all checks again.</p>
        ) : (
          <Button size="small" onClick={start}>
            {`Start in ${number(parts.length)} parts`}
          </Button>
        )}
      </div>
    </details>
  )
}
