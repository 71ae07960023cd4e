/** People in the file who are outside calling hours at the start, and the decisions about them. */
import { type ReactNode, useRef, useState } from 'react'
import { useSession } from '#api/session.ts'
import { localDayAndTimeText, placeText } from '#calling-hours/place-texts.ts'
import { simulationReason } from '#components/batches/texts.tsx'
import { hoursInWords, type OutsideHours } from '#contract/index.ts'
import { Button, type ButtonVariant } from '#ui/forms/button.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import { decisionsOf, type NewBatch } from '../state/new-batch.ts'
import { dispatch } from '../state/new-batch-store.ts'
import { startAtOf } from '../state/start-plan.ts'
import { BatchHoursForm, ChosenHours } from './batch-hours.tsx'
import { FindingPanel, type RuleView } from './finding-panel.tsx'
import { ReasonForm } from './reason-form.tsx'
import * as texts from './texts.tsx'
import { ZoneParts } from './zone-parts.tsx'

/** Why the operator calls these people anyway; undefined: not decided. The reason expires if more people are found. */
export function hoursReasonOf(newBatch: NewBatch, found: OutsideHours): string | undefined {
  const { outsideHours } = decisionsOf(newBatch)
  return outsideHours !== undefined && outsideHours.people >= found.people && found.people > 0
    ? outsideHours.reason
    : undefined
}

/** Whether the people outside calling hours wait as a batch for later. Needs at least one person who is called at the start. */
export const waitsForHours = (newBatch: NewBatch, found: OutsideHours): boolean =>
  decisionsOf(newBatch).outsideLater === true && isSomebodyInside(found)

const isSomebodyInside = ({ people: count, places }: OutsideHours): boolean =>
  count > 0 && places.some(({ isInside }) => isInside)

const maxNamedPlaces = 5

/** Sets the start time to when calling hours open. People who are still outside then are found again. */
function StartAtOpening({
  opening,
  now,
  variant,
}: {
  opening: NonNullable<OutsideHours['opening']>
  now: number
  variant: ButtonVariant
}) {
  return (
    <Button
      variant={variant}
      onClick={() => void dispatch({ type: 'planned', plan: { startAt: startAtOf(opening.at) } })}
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
function CallLater({ found, newBatch }: { found: OutsideHours; newBatch: NewBatch }) {
  const isChosen = waitsForHours(newBatch, found)
  if (!isSomebodyInside(found) || hoursReasonOf(newBatch, found) !== undefined) return null
  const choose = () => void dispatch({ type: 'decided', decisions: { outsideLater: isChosen ? undefined : true } })
  return <Button onClick={choose}>{isChosen ? texts.doNotCallLater : texts.callLater(found.people)}</Button>
}

/** Asks for the reason, except in a simulation, where one click is enough. */
function CallAnyway({ found, newBatch }: { found: OutsideHours; newBatch: NewBatch }) {
  const isSimulation = useSession().mode === 'simulation'
  const [isAsking, setAsking] = useState(false)
  const action = texts.callAnyway(found.people)
  const decide = (reason: string | undefined) => {
    setAsking(false)
    const outsideHours = reason === undefined ? undefined : { reason, people: found.people }
    void dispatch({ type: 'decided', decisions: { outsideHours } })
  }
  if (hoursReasonOf(newBatch, found) !== undefined)
    return <Button onClick={() => decide(undefined)}>{texts.doNotCallOutside}</Button>
  if (isAsking)
    return (
      <ReasonForm
        label={texts.outsideHoursReasonLabel}
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

function OutsidePanel({
  found,
  newBatch,
  otherHours,
}: {
  found: OutsideHours
  newBatch: NewBatch
  otherHours: ReactNode
}) {
  const now = useGatewayTime(30_000)
  const reason = hoursReasonOf(newBatch, found)
  const isLater = waitsForHours(newBatch, found)
  const isSimulation = useSession().mode === 'simulation'
  const anyway = !isLater && <CallAnyway found={found} newBatch={newBatch} />
  const atOpening = found.opening && reason === undefined && !isLater && (
    <StartAtOpening opening={found.opening} now={now} variant={isSimulation ? 'quiet' : 'primary'} />
  )
  const outside = found.places.filter(({ isInside }) => !isInside)
  const more = outside.slice(maxNamedPlaces)
  return (
    <FindingPanel
      title={texts.callingHours}
      rule="outsideHours"
      newBatch={newBatch}
      rows={found.rows}
      sentence={(count) =>
        texts.outsideHoursFound(count, hoursInWords(found.hours), newBatch.plan.startAt === null, isSimulation)
      }
      nobodyElse={texts.outsideHoursNobodyElse}
      decided={isLater ? texts.waitForHoursDecided(found.people) : reason && texts.outsideHoursDecided(found.people)}
      causes={{
        label: texts.placesLabel,
        items: (
          <>
            {outside.slice(0, maxNamedPlaces).map((place) => (
              <li
                key={`${place.country} ${place.zones.join()}`}
                className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5"
              >
                <span className="min-w-20 font-medium whitespace-nowrap">{texts.people(place.calls)}</span>
                <span className="min-w-0 flex-1">{placeText(place)}</span>
                <span className="tabular-nums">{localDayAndTimeText(place, found.at)}</span>
              </li>
            ))}
            {more.length > 0 && (
              <li className="px-3 py-1.5 text-soft">
                {texts.inMorePlaces(
                  more.reduce((sum, { calls }) => sum + calls, 0),
                  more.length,
                )}
              </li>
            )}
          </>
        ),
      }}
      first={isSimulation ? anyway : atOpening}
      actions={
        <>
          {isSimulation && atOpening}
          <CallLater found={found} newBatch={newBatch} />
          {!isSimulation && anyway}
          {!isLater && otherHours}
        </>
      }
    >
      {reason === undefined && <ZoneParts found={found} newBatch={newBatch} isChosen={isLater} />}
    </FindingPanel>
  )
}

function Panel({ found, newBatch }: { found: OutsideHours; newBatch: NewBatch }) {
  const { hours } = newBatch.plan
  const [isEditing, setEditing] = useState(false)
  // When the form closes, the focus returns to the button that opened it.
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
        newBatch={newBatch}
        otherHours={
          !isEditing &&
          hours === null && (
            <Button ref={opener} onClick={edit}>
              {texts.setOwnHours}
            </Button>
          )
        }
      />
    </>
  )
}

export const outsideHours: RuleView<OutsideHours> = {
  Panel,
  reason(found, newBatch) {
    if (found.people === 0 || hoursReasonOf(newBatch, found) !== undefined || waitsForHours(newBatch, found)) return ''
    return texts.outsideHoursReason(found.people, newBatch.plan.startAt === null)
  },
}
