/** Starts the batch in parts by time zone, each when calling hours open for its people. */
import { openingsOf } from '#calling-hours/groups.ts'
import { placeText } from '#calling-hours/place-texts.ts'
import type { OutsideHours } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import type { NewBatch } from '../state/new-batch.ts'
import { dispatch } from '../state/new-batch-store.ts'
import { startAtFieldValue } from '../state/start-plan.ts'
import * as texts from './texts.tsx'

const maxShownParts = 6
const maxShownPlaces = 3

/** Shows nothing if one part is enough. @param isChosen whether calling people outside calling hours later is already chosen */
export function ZoneParts({
  finding: { places, hours, at },
  newBatch,
  isChosen,
}: {
  finding: OutsideHours
  newBatch: NewBatch
  isChosen: boolean
}) {
  const now = useGatewayTime(30_000)
  const parts = openingsOf(places, hours, at, true).flatMap(({ groups, at: opensAt }) =>
    opensAt === null ? [] : [{ groups, opensAt, calls: groups.reduce((sum, { calls }) => sum + calls, 0) }],
  )
  const [first] = parts
  if (!first || parts.length < 2) return null
  const start = () => {
    const startAt = first.opensAt > at ? { startAt: startAtFieldValue(first.opensAt) } : {}
    void dispatch({ type: 'planned', plan: { ...startAt, continues: true } })
    void dispatch({ type: 'decided', decisions: { callOutsideLater: true } })
  }
  return (
    <div className="border-t border-line px-3 py-1.5">
      <Disclosure compact summary={`By time zone (${number(parts.length)})`}>
        <ol className="mt-1 flex flex-col gap-1" aria-label="Parts of this batch, by time zone">
          {parts.slice(0, maxShownParts).map(({ opensAt, calls, groups }) => (
            <li key={opensAt} className="flex flex-wrap items-baseline gap-x-3">
              <span className="min-w-44 tabular-nums">
                {opensAt === at && newBatch.plan.startAt === null ? texts.now : timeWithDay(opensAt, now)}
              </span>
              <span className="min-w-20 font-medium whitespace-nowrap">{texts.people(calls)}</span>
              <span className="min-w-0 flex-1 basis-48 text-soft">
                {groups.slice(0, maxShownPlaces).map(placeText).join(', ')}
                {groups.length > maxShownPlaces && ` and ${number(groups.length - maxShownPlaces)} more`}
              </span>
            </li>
          ))}
          {parts.length > maxShownParts && (
            <li className="text-soft">{plural(parts.length - maxShownParts, 'more part', 'more parts')}</li>
          )}
        </ol>
        <div className="mt-2">
          {isChosen && newBatch.plan.continues ? (
            <p className="text-soft">Switchboard starts each part at its time, after running all checks again.</p>
          ) : (
            <Button size="small" onClick={start}>
              Start in {plural(parts.length, 'part', 'parts')}
            </Button>
          )}
        </div>
      </Disclosure>
    </div>
  )
}
