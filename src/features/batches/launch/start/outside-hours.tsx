/** The people of the list who are outside the calling hours when the calls begin, and what can be done about it. */
import { type ReactNode, useRef, useState } from 'react'
import { useSession } from '#api/session.ts'
import { localDayAndTimeText, placeText } from '#calling-hours/place-texts.ts'
import { simulationReason } from '#components/batches/texts.tsx'
import { hoursInWords, type OutsideHours } from '#contract/index.ts'
import { Button, type ButtonVariant } from '#ui/forms/button.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { dayedTime } from '#ui/time/format-time.ts'
import { decisionsOf, type Launch } from '../state/launch.ts'
import { dispatch } from '../state/launch-store.ts'
import { startAtOf } from '../state/start-plan.ts'
import { BatchHoursForm, ChosenHours } from './batch-hours.tsx'
import { FindingPanel, people, type RuleView } from './finding-panel.tsx'
import { ReasonForm } from './reason-form.tsx'
import { ZoneParts } from './zone-parts.tsx'

/** Why the operator calls these people all the same; undefined: not decided. A reason does not hold for more people. */
export function hoursReasonOf(launch: Launch, found: OutsideHours): string | undefined {
  const { outsideHours } = decisionsOf(launch)
  return outsideHours !== undefined && outsideHours.people >= found.people && found.people > 0
    ? outsideHours.reason
    : undefined
}

/** Whether those outside wait as a batch for later. Somebody must be left to be called at the start. */
export const waitsForHours = (launch: Launch, found: OutsideHours): boolean =>
  decisionsOf(launch).outsideLater === true && isSomebodyInside(found)

const isSomebodyInside = ({ people: count, places }: OutsideHours): boolean =>
  count > 0 && places.some(({ isInside }) => isInside)

const namedPlaces = 5

/** "Start when the hours begin": sets the start time; whoever is still outside then is found again. */
function StartAtOpening({
  opening,
  now,
  variant,
}: {
  opening: NonNullable<OutsideHours['opening']>
  now: number
  variant: ButtonVariant
}) {
  const who = opening.calls === opening.of ? '' : `, ${number(opening.calls)} of ${people(opening.of)} inside`
  return (
    <Button
      variant={variant}
      onClick={() => void dispatch({ type: 'planned', plan: { startAt: startAtOf(opening.at) } })}
    >
      {`Start ${dayedTime(opening.at, now)}${who}`}
    </Button>
  )
}

/** "Call them later": the others are called at the start. */
function CallLater({ found, launch }: { found: OutsideHours; launch: Launch }) {
  const isChosen = waitsForHours(launch, found)
  if (!isSomebodyInside(found) || hoursReasonOf(launch, found) !== undefined) return null
  const choose = () => void dispatch({ type: 'decided', decisions: { outsideLater: isChosen ? undefined : true } })
  return <Button onClick={choose}>{isChosen ? 'Do not call them later' : `Call ${people(found.people)} later`}</Button>
}

/** Asks for the reason, except in a simulation, where one click is enough. */
function CallAnyway({ found, launch }: { found: OutsideHours; launch: Launch }) {
  const isSimulation = useSession().mode === 'simulation'
  const [isAsking, setAsking] = useState(false)
  const action = `Call ${people(found.people)} anyway`
  const decide = (reason: string | undefined) => {
    setAsking(false)
    const outsideHours = reason === undefined ? undefined : { reason, people: found.people }
    void dispatch({ type: 'decided', decisions: { outsideHours } })
  }
  if (hoursReasonOf(launch, found) !== undefined)
    return <Button onClick={() => decide(undefined)}>Do not call outside the hours</Button>
  if (isAsking)
    return (
      <ReasonForm
        label="Reason for calling outside the hours"
        action={action}
        onGiven={decide}
        onCancel={() => setAsking(false)}
      />
    )
  return (
    <Button
      variant={isSimulation ? 'primary' : 'quiet'}
      onClick={() => (isSimulation ? decide(simulationReason) : setAsking(true))}
    >
      {action}
    </Button>
  )
}

function OutsidePanel({ found, launch, otherHours }: { found: OutsideHours; launch: Launch; otherHours: ReactNode }) {
  const now = useTrueNow(30_000)
  const reason = hoursReasonOf(launch, found)
  const isLater = waitsForHours(launch, found)
  const isSimulation = useSession().mode === 'simulation'
  const anyway = !isLater && <CallAnyway found={found} launch={launch} />
  const atOpening = found.opening && reason === undefined && !isLater && (
    <StartAtOpening opening={found.opening} now={now} variant={isSimulation ? 'quiet' : 'primary'} />
  )
  const outside = found.places.filter(({ isInside }) => !isInside)
  const more = outside.slice(namedPlaces)
  return (
    <FindingPanel
      title="Calling hours"
      rule="outsideHours"
      launch={launch}
      rows={found.rows}
      sentence={(one) =>
        `${one ? 'is' : 'are'} outside the calling hours (${hoursInWords(found.hours)}) ${launch.plan.startAt === null ? 'now' : 'at the start time'}.${isSimulation ? ' A simulation makes no real calls.' : ''}`
      }
      nobodyElse="is outside the calling hours."
      decided={
        isLater
          ? `${people(found.people)} will wait for the next opening`
          : reason && `${people(found.people)} will be called outside the hours`
      }
      causes={{
        label: 'Where they are',
        items: (
          <>
            {outside.slice(0, namedPlaces).map((place) => (
              <li
                key={`${place.country} ${place.zones.join()}`}
                className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5"
              >
                <span className="min-w-20 font-medium whitespace-nowrap">{people(place.calls)}</span>
                <span className="min-w-0 flex-1">{placeText(place)}</span>
                <span className="tabular-nums">{localDayAndTimeText(place, found.at)}</span>
              </li>
            ))}
            {more.length > 0 && (
              <li className="px-3 py-1.5 text-soft">
                {`${people(more.reduce((sum, { calls }) => sum + calls, 0))} in ${plural(more.length, 'more place', 'more places')}`}
              </li>
            )}
          </>
        ),
      }}
      first={isSimulation ? anyway : atOpening}
      actions={
        <>
          {isSimulation && atOpening}
          <CallLater found={found} launch={launch} />
          {!isSimulation && anyway}
          {!isLater && otherHours}
        </>
      }
    >
      {reason === undefined && <ZoneParts found={found} launch={launch} isChosen={isLater} />}
    </FindingPanel>
  )
}

function Panel({ found, launch }: { found: OutsideHours; launch: Launch }) {
  const { hours } = launch.plan
  const [isEditing, setEditing] = useState(false)
  // The form gives the focus back to the button that opens it.
  const isBack = useRef(false)
  const opener = (button: HTMLButtonElement | null) => {
    if (!button || !isBack.current) return
    isBack.current = false
    button.focus()
  }
  const edit = () => setEditing(true)
  const done = () => {
    isBack.current = true
    setEditing(false)
  }
  return (
    <>
      {isEditing ? (
        <BatchHoursForm hours={hours ?? found.hours} reason={hours?.reason ?? ''} onDone={done} />
      ) : (
        hours && <ChosenHours hours={hours} onChange={edit} opener={opener} />
      )}
      <OutsidePanel
        found={found}
        launch={launch}
        otherHours={
          !isEditing &&
          hours === null && (
            <Button ref={opener} onClick={edit}>
              Other hours for this batch
            </Button>
          )
        }
      />
    </>
  )
}

export const outsideHours: RuleView<OutsideHours> = {
  Panel,
  reason(found, launch) {
    if (found.people === 0 || hoursReasonOf(launch, found) !== undefined || waitsForHours(launch, found)) return ''
    const when = launch.plan.startAt === null ? 'now' : 'at the start time'
    return `${people(found.people)} in your list ${found.people === 1 ? 'is' : 'are'} outside the calling hours ${when}. Choose another start time or other hours, leave them out, or choose to call them later or anyway.`
  },
}
