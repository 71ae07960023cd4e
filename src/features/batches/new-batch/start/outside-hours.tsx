/** People in the file who are outside calling hours at the start, and the decisions about them. */
import { type ReactNode, useRef, useState } from 'react'
import { useSession } from '#api/session.ts'
import { openingsOf } from '#calling-hours/groups.ts'
import { localDayAndTimeText, placeText } from '#calling-hours/place-texts.ts'
import { hoursInWords, type OutsideHours } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { timeWithDay, withLocalClock } from '#ui/time/format-time.ts'
import { decisionsOf, type NewBatch } from '../state/new-batch.ts'
import { dispatch } from '../state/new-batch-store.ts'
import { startAtFieldValue } from '../state/start-plan.ts'
import { BatchHoursForm, ChosenHours } from './batch-hours.tsx'
import { FindingPanel } from './finding-panel.tsx'
import { ReasonForm } from './reason-form.tsx'
import * as texts from './texts.tsx'

const maxShownParts = 6
const maxShownPlaces = 3

/** Starts the batch in parts by time zone, each when calling hours open for its people. Shows nothing if one part is enough. @param isChosen whether calling people outside calling hours later is already chosen */
function ZoneParts({
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
                {opensAt === at && newBatch.plan.startAt === null ? 'Now' : timeWithDay(opensAt, now)}
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

/** Why the operator calls these people anyway; undefined: not decided. The reason expires if more people are found. */
export function hoursReasonOf(newBatch: NewBatch, finding: OutsideHours): string | undefined {
  const { outsideHours } = decisionsOf(newBatch)
  return outsideHours !== undefined && outsideHours.people >= finding.people && finding.people > 0
    ? outsideHours.reason
    : undefined
}

/** Whether the people outside calling hours wait as a batch for later. Needs at least one person who is called at the start. */
export const waitsForHours = (newBatch: NewBatch, finding: OutsideHours): boolean =>
  decisionsOf(newBatch).callOutsideLater === true && isSomebodyInside(finding)

const isSomebodyInside = ({ people: count, places }: OutsideHours): boolean =>
  count > 0 && places.some(({ isInside }) => isInside)

const maxNamedPlaces = 5

/** Sets the start time to when calling hours open. The rule then finds only people who are still outside them. */
function StartAtOpening({ opening, now }: { opening: NonNullable<OutsideHours['opening']>; now: number }) {
  return (
    <Button
      variant="primary"
      onClick={() => void dispatch({ type: 'planned', plan: { startAt: startAtFieldValue(opening.at) } })}
    >
      {texts.startAtOpening(
        timeWithDay(opening.at, now),
        opening.calls === opening.of ? null : opening.calls,
        opening.of,
      )}
    </Button>
  )
}

/** Lets these people wait for calling hours, while the others are called at the start. */
function CallLater({ finding, newBatch }: { finding: OutsideHours; newBatch: NewBatch }) {
  const isWaiting = waitsForHours(newBatch, finding)
  if (!isSomebodyInside(finding) || hoursReasonOf(newBatch, finding) !== undefined) return null
  const choose = () => void dispatch({ type: 'decided', decisions: { callOutsideLater: isWaiting ? undefined : true } })
  return (
    <Button onClick={choose}>
      {isWaiting ? 'Do not call them later' : `Call ${plural(finding.people, 'person', 'people')} later`}
    </Button>
  )
}

/** Asks for the reason, also in a simulation: people practise there. */
function CallAnyway({ finding, newBatch }: { finding: OutsideHours; newBatch: NewBatch }) {
  const [isAskingReason, setIsAskingReason] = useState(false)
  const action = `Call ${plural(finding.people, 'person', 'people')} anyway`
  const decide = (reason: string | undefined) => {
    setIsAskingReason(false)
    const outsideHours = reason === undefined ? undefined : { reason, people: finding.people }
    void dispatch({ type: 'decided', decisions: { outsideHours } })
  }
  if (hoursReasonOf(newBatch, finding) !== undefined)
    return <Button onClick={() => decide(undefined)}>Do not call outside calling hours</Button>
  if (isAskingReason)
    return (
      <ReasonForm
        label="Reason for calling outside calling hours"
        action={action}
        onSubmit={decide}
        onCancel={() => setIsAskingReason(false)}
      />
    )
  return (
    <Button variant="ghost" onClick={() => setIsAskingReason(true)}>
      {action}
    </Button>
  )
}

function OutsidePanel({
  finding,
  newBatch,
  otherHours,
}: {
  finding: OutsideHours
  newBatch: NewBatch
  otherHours: ReactNode
}) {
  const now = useGatewayTime(30_000)
  const reason = hoursReasonOf(newBatch, finding)
  const areWaiting = waitsForHours(newBatch, finding)
  const isSimulation = useSession().mode === 'simulation'
  const startAtOpeningButton = finding.opening && reason === undefined && !areWaiting && (
    <StartAtOpening opening={finding.opening} now={now} />
  )
  const outside = finding.places.filter(({ isInside }) => !isInside)
  const unnamedPlaces = outside.slice(maxNamedPlaces)
  return (
    <FindingPanel
      title="Calling hours"
      rule="outsideHours"
      newBatch={newBatch}
      rows={finding.rows}
      sentenceFor={(count) =>
        `${texts.subject(count)} ${texts.are(count)} outside calling hours (${withLocalClock(hoursInWords(finding.hours))}) ${texts.when(newBatch.plan.startAt === null)}.${isSimulation ? ' A simulation makes no real calls.' : ''}`
      }
      nobodyElse="Nobody else in this file is outside calling hours."
      decisionText={
        areWaiting
          ? `${plural(finding.people, 'person', 'people')} wait until calling hours open`
          : reason && `${plural(finding.people, 'person', 'people')} will be called outside calling hours`
      }
      causes={{
        label: 'Where they are',
        items: (
          <>
            {outside.slice(0, maxNamedPlaces).map((place) => (
              <li
                key={`${place.country} ${place.zones.join()}`}
                className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5"
              >
                <span className="min-w-20 font-medium whitespace-nowrap">{texts.people(place.calls)}</span>
                <span className="min-w-0 flex-1">{placeText(place)}</span>
                <span className="tabular-nums">{withLocalClock(localDayAndTimeText(place, finding.at))}</span>
              </li>
            ))}
            {unnamedPlaces.length > 0 && (
              <li className="px-3 py-1.5 text-soft">
                {texts.people(unnamedPlaces.reduce((sum, { calls }) => sum + calls, 0))} in{' '}
                {plural(unnamedPlaces.length, 'more place', 'more places')}
              </li>
            )}
          </>
        ),
      }}
      primaryAction={startAtOpeningButton}
      actions={
        <>
          <CallLater finding={finding} newBatch={newBatch} />
          {!areWaiting && otherHours}
          {!areWaiting && <CallAnyway finding={finding} newBatch={newBatch} />}
        </>
      }
    >
      {reason === undefined && <ZoneParts finding={finding} newBatch={newBatch} isChosen={areWaiting} />}
    </FindingPanel>
  )
}

export function OutsideHoursPanel({ finding, newBatch }: { finding: OutsideHours; newBatch: NewBatch }) {
  const { hours } = newBatch.plan
  const [isEditing, setEditing] = useState(false)
  // When the form closes, the focus returns to the button that opened it.
  const returnsFocus = useRef(false)
  const openerRef = (button: HTMLButtonElement | null) => {
    if (!button || !returnsFocus.current) return
    returnsFocus.current = false
    button.focus()
  }
  const edit = () => setEditing(true)
  const done = () => {
    returnsFocus.current = true
    setEditing(false)
  }
  return (
    <>
      {isEditing ? (
        <BatchHoursForm hours={hours ?? finding.hours} reason={hours?.reason ?? ''} onDone={done} />
      ) : (
        hours && <ChosenHours hours={hours} onChange={edit} openerRef={openerRef} />
      )}
      <OutsidePanel
        finding={finding}
        newBatch={newBatch}
        otherHours={
          !isEditing &&
          hours === null && (
            <Button ref={openerRef} onClick={edit}>
              Set hours for this batch
            </Button>
          )
        }
      />
    </>
  )
}

export function outsideHoursReason(finding: OutsideHours, newBatch: NewBatch): string {
  if (finding.people === 0 || hoursReasonOf(newBatch, finding) !== undefined || waitsForHours(newBatch, finding))
    return ''
  return `${texts.inThisFile(finding.people)} ${finding.people === 1 ? 'is' : 'are'} outside calling hours ${texts.when(newBatch.plan.startAt === null)}. Choose another start time or other hours, leave them out, or choose to call them later or anyway.`
}
