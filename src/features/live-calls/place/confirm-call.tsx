/** The confirm dialog before a call is placed, with every refusal that the call can get. */
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
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { useBrowserTime } from '#ui/time/clock.ts'
import { Countdown } from '#ui/time/time.tsx'
import { callRefusal } from './call-refusal-texts.ts'
import * as texts from './texts.tsx'

/** When the next try is possible (browser clock, ms); null if it is possible now. */
export function useRetryTime(until: number | null): number | null {
  const now = useBrowserTime()
  return until !== null && now < until ? until : null
}

export const RetryCountdown = ({ until }: { until: number }) => (
  <p className="text-soft">{texts.tryAgainIn(<Countdown isBrowserTime to={until} />)}</p>
)

interface RefusedProps {
  refusal: Refusal
  wait: number | null
  isPending: boolean
  onAgain: () => void
}

/** Why the call was not placed, or that its outcome is unknown. */
function Refused({ refusal, wait, isPending, onAgain }: RefusedProps) {
  const { plan } = useSession()
  const { happened, sent, toDo } = callRefusal(refusal, plan.concurrentCalls)
  return (
    <ErrorNote text={{ message: happened, sentNote: sent, advice: toDo, reference: refusal.data.reference }}>
      {wait !== null && <RetryCountdown until={wait} />}
      {(refusal.data.sent === 'unknown' || refusal.code === 'already_under_way') && (
        <ButtonLink to={paths.calls()}>{texts.showLiveCalls}</ButtonLink>
      )}
      {refusal.data.fields?.batchId && <Link to={paths.batch(refusal.data.fields.batchId)}>{texts.openBatch}</Link>}
      {refusal.code === 'called_before' && (
        <Button size="small" pending={isPending} onClick={onAgain}>
          {texts.callAgain}
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
  /** Until when the service accepts no requests (browser clock, ms); null if it accepts them. Outlives the dialog. */
  waitUntil: number | null
  onWait: (until: number | null) => void
  onPlaced: (roomName: string) => void
}

/** Mounted each time it opens, because a person who was warned of an earlier call agrees to one call only. */
export const ConfirmCall = (props: Props) => (props.open ? <OpenConfirm {...props} /> : null)

function OpenConfirm({ onClose, agentId, agent, toNumber, missingVariables, waitUntil, onWait, onPlaced }: Props) {
  const { run, isPending } = useCommand('callPlace')
  // A ref, because the click that sets it also starts the run that reads it.
  const callAgain = useRef(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { plan } = useSession()
  const time = useLocalTime(placeOf(toNumber))
  const grouped = groupNumber(toNumber)
  const wait = useRetryTime(waitUntil)

  const place = async (key: string) => {
    onWait(null)
    try {
      return await run({ body: { agentId, toNumber, ...(callAgain.current && { again: true }) }, key })
    } catch (error) {
      if (error instanceof Refusal) {
        const { wait: seconds } = callRefusal(error, plan.concurrentCalls)
        setRefusal(error)
        onWait(seconds === null ? null : Date.now() + seconds * 1_000)
      }
      throw error
    }
  }
  /** Why the call cannot be placed now. */
  const blocked = () => {
    if (refusal?.data.sent === 'unknown') return texts.resolveFirst
    if (refusal?.code === 'do_not_call') return texts.onDoNotCallList
    return wait !== null && texts.serviceBusy
  }

  const refused = (shown: Refusal, act: () => void) => (
    <Refused
      refusal={shown}
      wait={wait}
      isPending={isPending}
      onAgain={() => {
        callAgain.current = true
        act()
      }}
    />
  )

  return (
    <Confirm
      open
      onClose={onClose}
      title={texts.confirmTitle(grouped)}
      cancelLabel={texts.cancel}
      // The warning about an earlier call has a button of its own: "Call again".
      action={refusal?.code === 'called_before' ? null : texts.callNumber(grouped)}
      run={place}
      disabledReason={blocked()}
      renderRefusal={refused}
      onDone={({ roomName }) => onPlaced(roomName)}
    >
      <p>
        {texts.callSummary(
          <b>{agent?.name ?? texts.someAgent}</b>,
          agent?.phoneNumber && <span className="mono whitespace-nowrap">{groupNumber(agent.phoneNumber)}</span>,
        )}
      </p>
      {missingVariables && <p>{missingVariables}</p>}
      {time && (
        <p>
          {texts.localTimeNow(time.text)}
          {time.isOutsideHours && <b> {texts.outsideCallingHours}</b>}
        </p>
      )}
    </Confirm>
  )
}
