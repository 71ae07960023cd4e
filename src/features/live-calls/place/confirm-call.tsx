/** The dialog that confirms a call, and explains a refusal of the call. */
import { useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { useSession } from '#api/session.ts'
import { placeOf } from '#calling-hours/people.ts'
import { useLocalTime } from '#components/phone/use-local-time.ts'
import { type Agent, Refusal } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { useBrowserTime } from '#ui/time/clock.ts'
import { Countdown } from '#ui/time/time.tsx'
import { callRefusal } from './call-refusal-texts.ts'
import * as texts from './texts.tsx'

/** Returns when the next try is possible (browser clock, ms); null if it is possible now. */
export function useRetryTime(waitUntil: number | null): number | null {
  const now = useBrowserTime()
  return waitUntil !== null && now < waitUntil ? waitUntil : null
}

export const RetryCountdown = ({ until }: { until: number }) => (
  <p className="text-soft">
    You can try again in <Countdown isBrowserTime to={until} />.
  </p>
)

interface RefusedProps {
  refusal: Refusal
  retryAt: number | null
  isPending: boolean
  /** Why the number cannot be called again now; false if it can. */
  blockedReason: string | false
  onCallAgain: () => void
}

/** Explains why the call was not placed, or that its outcome is unknown. */
function RefusedCall({ refusal, retryAt, isPending, blockedReason, onCallAgain }: RefusedProps) {
  const { plan } = useSession()
  const { message, sentNote, advice } = callRefusal(refusal, plan.concurrentCalls)
  return (
    <ErrorNote text={{ message, sentNote, advice, reference: refusal.data.reference }}>
      {retryAt !== null && <RetryCountdown until={retryAt} />}
      {(refusal.data.sent === 'unknown' || refusal.code === 'already_under_way') && (
        <ButtonLink to={paths.calls()}>{texts.showLiveCalls}</ButtonLink>
      )}
      {refusal.data.fields?.batchId && <Link to={paths.batch(refusal.data.fields.batchId)}>Open batch</Link>}
      {refusal.code === 'called_before' && (
        <Button size="small" pending={isPending} disabledReason={blockedReason} onClick={onCallAgain}>
          Call again
        </Button>
      )}
    </ErrorNote>
  )
}

interface Props {
  open: boolean
  onClose: () => void
  agentId: string
  /** The agent, if it is loaded. */
  agent: Agent | undefined
  /** E.164. */
  toNumber: string
  /** A sentence about variables without a value; '' if there are none. */
  missingVariables: string
  /** Until when the service accepts no requests (browser clock, ms); null if it accepts them. The page stores it, because it outlives the dialog. */
  waitUntil: number | null
  onWait: (until: number | null) => void
  onPlaced: (roomName: string) => void
}

/** Mounted only while it is open, because "Call again" after a warning applies to one call only. */
export const ConfirmCall = (props: Props) => (props.open ? <OpenConfirm {...props} /> : null)

function OpenConfirm({ onClose, agentId, agent, toNumber, missingVariables, waitUntil, onWait, onPlaced }: Props) {
  const { run, isPending } = useCommand('callPlace')
  // A ref, because the click that sets the value also sends the command that reads it.
  const callAgain = useRef(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [reason, setReason] = useState('')
  // Stays true: after a reason, another refusal may follow, and the next try needs the reason again.
  const [wasOutsideHours, setWasOutsideHours] = useState(false)
  const { plan } = useSession()
  const localTime = useLocalTime(placeOf(toNumber))
  const formattedNumber = groupNumber(toNumber)
  const retryAt = useRetryTime(waitUntil)
  const needsReason = localTime?.isOutsideHours === true || wasOutsideHours

  const placeCall = async (key: string) => {
    onWait(null)
    try {
      return await run({
        body: {
          agentId,
          toNumber,
          ...(callAgain.current && { again: true }),
          ...(needsReason && { hoursReason: reason.trim() }),
        },
        key,
      })
    } catch (error) {
      if (error instanceof Refusal) {
        const { waitSeconds } = callRefusal(error, plan.concurrentCalls)
        setRefusal(error)
        if (error.code === 'outside_hours') setWasOutsideHours(true)
        onWait(waitSeconds === null ? null : Date.now() + waitSeconds * 1_000)
      }
      throw error
    }
  }
  /** Returns why the call cannot be placed now; false if it can. */
  const findBlockedReason = () => {
    if (refusal?.data.sent === 'unknown')
      return 'It is not known yet whether this call was placed. Resolve the outcome first.'
    if (refusal?.code === 'do_not_call') return 'This number is on the do-not-call list.'
    if (needsReason && reason.trim() === '') return 'Give a reason for calling outside the calling hours.'
    return retryAt !== null && texts.serviceBusy
  }

  const renderRefusal = (shownRefusal: Refusal, runAgain: () => void) => (
    <RefusedCall
      refusal={shownRefusal}
      retryAt={retryAt}
      isPending={isPending}
      blockedReason={findBlockedReason()}
      onCallAgain={() => {
        callAgain.current = true
        runAgain()
      }}
    />
  )

  return (
    <Confirm
      mayBeReal
      open
      onClose={onClose}
      title={`Call ${formattedNumber} now?`}
      cancelLabel="Cancel"
      // The warning about an earlier call has a button of its own: "Call again".
      action={refusal?.code === 'called_before' ? null : texts.callNumber(formattedNumber)}
      run={placeCall}
      disabledReason={findBlockedReason()}
      renderRefusal={renderRefusal}
      onDone={({ roomName }) => onPlaced(roomName)}
    >
      <p>
        {texts.callSummary(
          <b>{agent?.name ?? texts.someAgent}</b>,
          agent?.phoneNumber && <span className="numeric whitespace-nowrap">{groupNumber(agent.phoneNumber)}</span>,
        )}
      </p>
      {missingVariables && <p>{missingVariables}</p>}
      {localTime && (
        <p>
          The local time there is {localTime.text}.
          {localTime.isOutsideHours && <b> This is outside the calling hours.</b>}
        </p>
      )}
      {needsReason && (
        <TextField
          label="Reason for calling now"
          hint="Your colleagues see it in the audit."
          value={reason}
          maxLength={200}
          onChange={setReason}
        />
      )}
    </Confirm>
  )
}
