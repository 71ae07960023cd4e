/** The last look before somebody is rung, and every answer that a call can get. */
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
import { useNow } from '#ui/time/clock.ts'
import { Countdown } from '#ui/time/time.tsx'
import { callRefusal } from './call-refusal-texts.ts'

/** Until when there is nothing to try (epoch ms of this browser), while that is to come; else null. */
export function useWait(until: number | null): number | null {
  const now = useNow()
  return until !== null && now < until ? until : null
}

export const Wait = ({ until }: { until: number }) => (
  <p className="text-soft">
    It can be placed in <Countdown own to={until} />.
  </p>
)

interface RefusedProps {
  refusal: Refusal
  wait: number | null
  isPending: boolean
  onAgain: () => void
}

/** Why the call was not placed, or that nobody knows. */
function Refused({ refusal, wait, isPending, onAgain }: RefusedProps) {
  const { plan } = useSession()
  const { what, sent, next } = callRefusal(refusal, plan.concurrentCalls)
  return (
    <ErrorNote words={{ happened: what, sent, toDo: next, reference: refusal.data.reference }}>
      {wait !== null && <Wait until={wait} />}
      {(refusal.data.sent === 'unknown' || refusal.code === 'already_under_way') && (
        <ButtonLink to={paths.calls()}>Look at the live calls</ButtonLink>
      )}
      {refusal.data.fields?.batchId && <Link to={paths.batch(refusal.data.fields.batchId)}>Open that batch</Link>}
      {refusal.code === 'called_before' && (
        <Button size="small" pending={isPending} onClick={onAgain}>
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
  /** As far as it is known. */
  agent: Agent | undefined
  /** E.164. */
  toNumber: string
  /** The sentence about variables without a value; '' if there are none. */
  silence: string
  /** Until when the service takes nothing; null: it does. The page keeps it when the confirm is closed. */
  waitUntil: number | null
  onWait: (until: number | null) => void
  onPlaced: (roomName: string) => void
}

/** Mounted anew each time: what one was told of an earlier call holds for one confirm. */
export const ConfirmCall = (props: Props) => (props.open ? <Open {...props} /> : null)

function Open({ onClose, agentId, agent, toNumber, silence, waitUntil, onWait, onPlaced }: Props) {
  const { run, isPending } = useCommand('callPlace')
  // Read by the run that is begun in the same click.
  const again = useRef(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { plan } = useSession()
  const time = useLocalTime(placeOf(toNumber))
  const grouped = groupNumber(toNumber)
  const wait = useWait(waitUntil)

  const place = async (key: string) => {
    onWait(null)
    try {
      return await run({ body: { agentId, toNumber, ...(again.current && { again: true }) }, key })
    } catch (error) {
      if (error instanceof Refusal) {
        const { wait: seconds } = callRefusal(error, plan.concurrentCalls)
        setRefusal(error)
        onWait(seconds === null ? null : Date.now() + seconds * 1_000)
      }
      throw error
    }
  }
  /** Why it cannot be tried now. */
  const blocked = () => {
    if (refusal?.data.sent === 'unknown') {
      return 'It is not known whether this call was placed. That has to be settled first.'
    }
    if (refusal?.code === 'do_not_call') return 'This number is on the do-not-call list.'
    return wait !== null && 'The service takes no more requests for now.'
  }

  const refused = (shown: Refusal, act: () => void) => (
    <Refused
      refusal={shown}
      wait={wait}
      isPending={isPending}
      onAgain={() => {
        again.current = true
        act()
      }}
    />
  )

  return (
    <Confirm
      open
      onClose={onClose}
      title={`Call ${grouped} now?`}
      safe="Keep editing"
      // "Call again" stands beside what was told of the earlier call.
      action={refusal?.code === 'called_before' ? null : `Call ${grouped}`}
      run={place}
      disabledReason={blocked()}
      refused={refused}
      onDone={({ roomName }) => onPlaced(roomName)}
    >
      <p>
        <b>{agent?.name ?? 'The agent'}</b> calls
        {agent?.phoneNumber ? (
          <>
            {' '}
            from <span className="mono whitespace-nowrap">{groupNumber(agent.phoneNumber)}</span>
          </>
        ) : null}
        . A call that rings cannot be taken back.
      </p>
      {silence && <p>{silence}</p>}
      {time && (
        <p>
          It is {time.text} there now.{time.isOutsideHours && <b> That is outside the calling hours.</b>}
        </p>
      )}
    </Confirm>
  )
}
