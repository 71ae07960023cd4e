/** Why a rule found people: the other batches and calls that they are in. */
import type { ContactedBy, ContactState } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

const states: Record<ContactState, { state: StatusKind; label: string }> = {
  running: { state: 'live', label: texts.batchRunning },
  scheduled: { state: 'waiting', label: texts.batchScheduled },
  held_back: { state: 'waiting', label: texts.batchWaiting },
  awaiting_approval: { state: 'waiting', label: texts.waitingForApproval },
  called: { state: 'done', label: texts.called },
  unknown: { state: 'unknown', label: texts.maybeCalled },
}

function Cause({ cause }: { cause: ContactedBy }) {
  const { batch, operator, at, state, agentName } = cause
  const { state: status, label } = states[state]
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
      <span className="min-w-20 font-medium whitespace-nowrap">{texts.people(cause.people)}</span>
      <span className="min-w-0 flex-1 basis-64 break-words">
        {batch === null ? (
          texts.singleCalls
        ) : batch.batchId === null ? (
          batch.name
        ) : (
          <Link to={paths.batch(batch.batchId)}>{batch.name}</Link>
        )}
        <span className="text-soft">
          {texts.byOperator(
            agentName,
            operator,
            state === 'scheduled' ? texts.startsAt(<Time at={at} show="day-and-time" />) : <Ago at={at} />,
          )}
        </span>
      </span>
      <StatusLabel state={status} label={batch === null && state === 'called' ? texts.called : label} />
    </li>
  )
}

/** The list of causes for a `FindingPanel`. */
export const causesOf = (by: readonly ContactedBy[]) => ({
  label: texts.causesLabel,
  items: by.map((cause) => (
    <Cause
      key={`${cause.batch?.batchId}/${cause.batch?.name}/${cause.operator}/${cause.state}/${cause.at}`}
      cause={cause}
    />
  )),
})
