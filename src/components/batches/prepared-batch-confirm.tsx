/** The question before the others of a launch are called, or discarded. */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { callSeconds } from '#calling-hours/duration.ts'
import { type BodyOf, type Contract, hoursIn, type PreparedBatch, type Refusal } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { dayedTime } from '#ui/time/format-time.ts'
import { useCallingHours } from '../phone/use-calling-hours.ts'
import { type HoursOutlook, hoursOutlook, reasonInSimulation } from './hours-outlook.ts'
import { callsIn, startInWords, type Waiting } from './prepared-words.ts'
import { StartFacts } from './start-facts.tsx'

/** `schedule`: they are called when calling hours open for them. */
export type Asking = 'start' | 'schedule' | 'discard'

const calls = (count: number) => plural(count, 'call', 'calls')

type Choice = BodyOf<Contract['preparedBatchStart']>

function OutsideHours({ people, onChoice }: { people: number; onChoice: (choice: Choice) => void }) {
  const isSimulation = useSession().mode === 'simulation'
  const [reason, setReason] = useState('')
  const said = isSimulation ? reasonInSimulation : reason.trim()
  return (
    <>
      {!isSimulation && (
        <TextField label="Reason for calling outside the hours" maxLength={200} value={reason} onChange={setReason} />
      )}
      <Button
        size="small"
        disabledReason={said === '' && 'Write a reason first.'}
        onClick={() => onChoice({ hoursReason: said, hoursPeople: people })}
      >
        {`Call ${plural(people, 'person', 'people')} anyway`}
      </Button>
    </>
  )
}

/** Refusals about people who can be left out. */
const leaveOutable: ReadonlySet<string> = new Set(['called_before', 'over_limit', 'do_not_call', 'outside_hours'])

/** A rule finds some of them now: the operator leaves them out, or calls them all the same where that is allowed. */
function NotAll({ refusal, onChoice }: { refusal: Refusal; onChoice: (choice: Choice) => void }) {
  const people = Number(refusal.data.fields?.people ?? 0)
  return (
    <ErrorNote words={refusalWords(refusal, true)}>
      {leaveOutable.has(refusal.code) && (
        <Button size="small" onClick={() => onChoice({ leaveOut: true })}>
          {`Leave out ${plural(people, 'person', 'people')}`}
        </Button>
      )}
      {refusal.code === 'outside_hours' && <OutsideHours people={people} onChoice={onChoice} />}
      {refusal.code === 'called_before' && (
        <Button size="small" onClick={() => onChoice({ callAgain: people })}>
          {`Call ${plural(people, 'person', 'people')} again`}
        </Button>
      )}
    </ErrorNote>
  )
}

interface Props {
  waiting: Waiting
  asking: Asking
  onClose: () => void
}

/** What it meets of the calling hours: hours may have passed since the start. @param from epoch ms: when the calls begin */
function useOutlook(
  { destinations, calls, callBacks, gapHours, hours: own }: PreparedBatch,
  from: number,
): HoursOutlook | null {
  const seconds = callSeconds(calls, useSession().plan.concurrentCalls)
  const usual = useCallingHours()
  if (usual === null) return null
  return hoursOutlook(destinations, hoursIn(own, usual), {
    from,
    seconds,
    callBacks,
    gapHours,
  })
}

export default function PreparedBatchConfirm({ waiting, asking, onClose }: Props) {
  const [{ id, startsAs, agentId, calls: count, startsAt }] = waiting
  const all = callsIn(waiting)
  const now = useTrueNow(10_000)
  const at = asking === 'schedule' ? startsAt : null
  const outlook = useOutlook(waiting[0], at ?? now)
  const warnings = outlook ? [outlook.outside, ...outlook.words].filter(Boolean) : []
  const isSimulation = useSession().mode === 'simulation'
  // The question says who is outside the hours: in a simulation that is enough.
  const passed = isSimulation && outlook?.outside ? { hoursReason: reasonInSimulation, hoursPeople: count } : {}
  const agent = useRead({ ...read('agentShow', { params: { agentId } }), enabled: asking !== 'discard' })
  const start = useCommand('preparedBatchStart')
  const discard = useCommand('preparedBatchDiscard')
  const navigate = useNavigate()
  // Read by the run that is begun in the same click.
  const choice = useRef<Choice | null>(null)
  const params = { preparedId: id }
  const verb = at === null ? 'Start' : 'Schedule'
  const scheduled = at === null ? {} : { scheduledAt: new Date(at).toISOString() }
  const refused = (refusal: Refusal, again: () => void) => (
    <NotAll
      refusal={refusal}
      onChoice={(said) => {
        choice.current = { ...choice.current, ...said }
        again()
      }}
    />
  )
  return asking !== 'discard' ? (
    <Confirm
      open
      onClose={onClose}
      title={`${verb} the ${count === all ? 'other' : 'next'} ${calls(count)} ${at === null ? 'now' : `for ${dayedTime(at, now)}`}?`}
      safe="Not yet"
      action={`${verb} ${calls(count)}`}
      run={(key) => start.run({ params, body: { ...scheduled, ...passed, ...choice.current }, key })}
      refused={refused}
      onDone={(started) => {
        onClose()
        void navigate(paths.batch(started.batchId))
      }}
    >
      {agent.data ? (
        <StartFacts agent={agent.data} calls={count} sentences={startInWords(waiting, at, now)} warnings={warnings} />
      ) : (
        <p>{agent.refusal ? 'The agent could not be read just now.' : 'Reading the agent…'}</p>
      )}
      <p>
        They become the batch <em className="font-medium not-italic">{startsAs}</em>.
      </p>
      {at === null && <p>Calls in progress cannot be undone.</p>}
    </Confirm>
  ) : (
    <Confirm
      open
      onClose={onClose}
      title={`Discard the other ${calls(all)}?`}
      safe="Keep them"
      action={`Discard ${calls(all)}`}
      tone="danger"
      run={(key) => discard.run({ params, key })}
      onDone={() => {
        onClose()
        notify({ title: `Discarded ${calls(all)}. None of these people will be called.` })
      }}
    >
      <p>None of these people will be called. To call them after all, upload their file again.</p>
    </Confirm>
  )
}
