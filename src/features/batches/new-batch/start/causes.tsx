/** Why a rule found people: the other batches and calls that they are in. */
import type { ContactedBy, ContactState } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

const states: Record<ContactState, { state: StatusKind; label: string }> = {
  running: { state: 'live', label: 'Batch running' },
  scheduled: { state: 'waiting', label: 'Batch scheduled' },
  held_back: { state: 'waiting', label: 'Held back' },
  awaiting_approval: { state: 'waiting', label: 'Waiting for approval' },
  called: { state: 'done', label: texts.called },
  unknown: { state: 'unknown', label: 'May have been called' },
}

function Cause({ cause }: { cause: ContactedBy }) {
  const { batch, operator, at, state, agentName } = cause
  const { state: status, label } = states[state]
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
      <span className="min-w-20 font-medium whitespace-nowrap">{texts.people(cause.people)}</span>
      <span className="min-w-0 flex-1 basis-64 break-words">
        {batch === null ? (
          'Single calls'
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
  label: 'Batches and calls with these people',
  items: by.map((cause) => (
    <Cause
      key={`${cause.batch?.batchId}/${cause.batch?.name}/${cause.operator}/${cause.state}/${cause.at}`}
      cause={cause}
    />
  )),
})
