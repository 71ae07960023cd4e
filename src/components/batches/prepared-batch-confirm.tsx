/** The dialog that starts or schedules the next batch of a group of prepared batches, or discards the whole group. */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { callSeconds } from '#calling-hours/duration.ts'
import { type BodyOf, type Contract, hoursIn, type PreparedBatch, type Refusal } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import { useCallingHours } from '../phone/use-calling-hours.ts'
import { compareWithHours, type HoursComparison } from './hours-outlook.ts'
import { callsIn, othersIn, type PreparedGroup, startSentences } from './prepared-texts.ts'
import { StartFacts } from './start-facts.tsx'
import * as texts from './texts.tsx'

/** `schedule`: the calls start when calling hours open for these people. */
export type PreparedAction = 'start' | 'schedule' | 'discard'

type StartChoice = BodyOf<Contract['preparedBatchStart']>

function OutsideHours({ people, onChoice }: { people: number; onChoice: (choice: StartChoice) => void }) {
  const isSimulation = useSession().mode === 'simulation'
  const [reason, setReason] = useState('')
  const sentReason = isSimulation ? texts.simulationReason : reason.trim()
  return (
    <>
      {!isSimulation && (
        <TextField
          label="Reason for calling outside calling hours"
          maxLength={200}
          value={reason}
          onChange={setReason}
        />
      )}
      <Button
        size="small"
        disabledReason={sentReason === '' && texts.writeReasonFirst}
        onClick={() => onChoice({ hoursReason: sentReason, hoursPeople: people })}
      >
        Call {plural(people, 'person', 'people')} anyway
      </Button>
    </>
  )
}

/** Codes of refusals about people who can be left out. */
const canLeaveOut: ReadonlySet<string> = new Set(['called_before', 'over_limit', 'do_not_call', 'outside_hours'])

/** A rule now finds some of these people: the operator leaves them out, or calls them anyway if that is allowed. */
function StartRefused({ refusal, onChoice }: { refusal: Refusal; onChoice: (choice: StartChoice) => void }) {
  const people = Number(refusal.data.fields?.people ?? 0)
  return (
    <ErrorNote text={refusalText(refusal, true)}>
      {canLeaveOut.has(refusal.code) && (
        <Button size="small" onClick={() => onChoice({ leaveOut: true })}>
          Leave out {plural(people, 'person', 'people')}
        </Button>
      )}
      {refusal.code === 'outside_hours' && <OutsideHours people={people} onChoice={onChoice} />}
      {refusal.code === 'called_before' && (
        <Button size="small" onClick={() => onChoice({ callAgain: people })}>
          Call {plural(people, 'person', 'people')} again
        </Button>
      )}
    </ErrorNote>
  )
}

interface Props {
  group: PreparedGroup
  action: PreparedAction
  onClose: () => void
}

/** Compares the calls with calling hours. @param from epoch ms: when the calls begin */
function useOutlook(
  { destinations, calls, callBacks, gapHours, hours: batchHours }: PreparedBatch,
  from: number,
): HoursComparison | null {
  const seconds = callSeconds(calls, useSession().plan.concurrentCalls)
  const workspaceHours = useCallingHours()
  if (workspaceHours === null) return null
  return compareWithHours(destinations, hoursIn(batchHours, workspaceHours), {
    from,
    seconds,
    callBacks,
    gapHours,
  })
}

export default function PreparedBatchConfirm({ group, action, onClose }: Props) {
  const [{ id, startsAs, agentId, calls: count, startsAt, destinations }] = group
  const groupCalls = callsIn(group)
  const now = useGatewayTime(10_000)
  const scheduledAt = action === 'schedule' ? startsAt : null
  const outlook = useOutlook(group[0], scheduledAt ?? now)
  const warnings = outlook ? [outlook.outside, ...outlook.sentences].filter(Boolean) : []
  const isSimulation = useSession().mode === 'simulation'
  // The dialog shows who is outside calling hours. In a simulation no other reason is required.
  const hoursChoice =
    isSimulation && outlook?.outside ? { hoursReason: texts.simulationReason, hoursPeople: count } : {}
  const agent = useRead({ ...read('agentShow', { params: { agentId } }), enabled: action !== 'discard' })
  const start = useCommand('preparedBatchStart')
  const discard = useCommand('preparedBatchDiscard')
  const navigate = useNavigate()
  // A ref, because the retry in the same click reads it.
  const choice = useRef<StartChoice | null>(null)
  const params = { preparedId: id }
  const scheduleFields = scheduledAt === null ? {} : { scheduledAt: new Date(scheduledAt).toISOString() }
  const renderRefusal = (refusal: Refusal, retry: () => void) => (
    <StartRefused
      refusal={refusal}
      onChoice={(chosen) => {
        choice.current = { ...choice.current, ...chosen }
        retry()
      }}
    />
  )
  return action !== 'discard' ? (
    <Confirm
      mayBeReal
      open
      onClose={onClose}
      title={
        scheduledAt === null
          ? `Start the ${count === groupCalls ? 'other' : 'next'} ${plural(count, 'call', 'calls')} now?`
          : `Schedule the ${count === groupCalls ? 'other' : 'next'} ${plural(count, 'call', 'calls')} for ${timeWithDay(scheduledAt, now)}?`
      }
      cancelLabel="Not now"
      action={
        scheduledAt === null ? `Start ${plural(count, 'call', 'calls')}` : `Schedule ${plural(count, 'call', 'calls')}`
      }
      run={(key) => start.run({ params, body: { ...scheduleFields, ...hoursChoice, ...choice.current }, key })}
      renderRefusal={renderRefusal}
      onDone={(started) => {
        onClose()
        void navigate(paths.batch(started.batchId))
      }}
    >
      {agent.data ? (
        <StartFacts
          agent={agent.data}
          calls={count}
          destinations={destinations}
          at={scheduledAt ?? now}
          sentences={startSentences(group, scheduledAt, now)}
          warnings={warnings}
        />
      ) : (
        <p>{agent.refusal ? 'Could not load the agent.' : 'Loading agent…'}</p>
      )}
      <p>
        These calls become the batch <em className="font-medium not-italic">{startsAs}</em>.
      </p>
      {scheduledAt === null && <p>{texts.callsCannotBeUndone}</p>}
    </Confirm>
  ) : (
    <Confirm
      open
      onClose={onClose}
      title={`Discard the ${othersIn(group, 'call', 'calls')}?`}
      cancelLabel="Keep calls"
      action={`Discard ${plural(groupCalls, 'call', 'calls')}`}
      tone="danger"
      run={(key) => discard.run({ params, key })}
      onDone={() => {
        onClose()
        notify({ title: `Discarded ${plural(groupCalls, 'call', 'calls')}. These people will not be called.` })
      }}
    >
      <p>These people will not be called. To call them later, upload their file again.</p>
    </Confirm>
  )
}
