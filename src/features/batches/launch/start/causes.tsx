/** The batches and calls for which a rule found people. */
import type { ContactedBy, ContactState } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Lamp, type LampState } from '#ui/status/lamp.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import { people } from './finding-panel.tsx'

const states: Record<ContactState, { lamp: LampState; word: string }> = {
  running: { lamp: 'live', word: 'Batch running' },
  scheduled: { lamp: 'waiting', word: 'Batch scheduled' },
  held_back: { lamp: 'waiting', word: 'Held back' },
  awaiting_approval: { lamp: 'waiting', word: 'Waits for approval' },
  called: { lamp: 'done', word: 'Called' },
  unknown: { lamp: 'unknown', word: 'May have been called' },
}

function By({ one }: { one: ContactedBy }) {
  const { batch, operator, at, state, agentName } = one
  const { lamp, word } = states[state]
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
      <span className="min-w-20 font-medium whitespace-nowrap">{people(one.people)}</span>
      <span className="min-w-0 flex-1 basis-64 break-words">
        {batch === null ? (
          'Single calls'
        ) : batch.batchId === null ? (
          batch.name
        ) : (
          <Link to={paths.batch(batch.batchId)}>{batch.name}</Link>
        )}
        <span className="text-soft">
          {agentName && `, with agent ${agentName}`}, by {operator},{' '}
          {state === 'scheduled' ? (
            <>
              starts <Time at={at} show="day-and-time" />
            </>
          ) : (
            <Ago at={at} />
          )}
        </span>
      </span>
      <Lamp state={lamp} word={batch === null && state === 'called' ? 'Called' : word} />
    </li>
  )
}

/** For a `FindingPanel`. */
export const causesOf = (by: readonly ContactedBy[]) => ({
  label: 'Batches and calls that reach them',
  items: by.map((one) => (
    <By key={`${one.batch?.batchId}/${one.batch?.name}/${one.operator}/${one.state}/${one.at}`} one={one} />
  )),
})
