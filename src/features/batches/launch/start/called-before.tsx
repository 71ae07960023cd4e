/** The people of the list who are already called: by which batch or call, and whether to call them again (reliability R02). */
import type { Contacted, ContactedBy, ContactState } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { Lamp, type LampState } from '#ui/status/lamp.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import { decisionsOf, type Launch } from '../state/launch.ts'
import { dispatch } from '../state/launch-store.ts'
import { FindingPanel, people, type RuleView } from './finding-panel.tsx'

const states: Record<ContactState, { lamp: LampState; word: string }> = {
  running: { lamp: 'live', word: 'Batch running' },
  scheduled: { lamp: 'waiting', word: 'Batch scheduled' },
  held_back: { lamp: 'waiting', word: 'Held back' },
  awaiting_approval: { lamp: 'waiting', word: 'Waits for approval' },
  called: { lamp: 'done', word: 'Called' },
  unknown: { lamp: 'unknown', word: 'May have been called' },
}

/** How many the operator chose to call again; undefined: none chosen yet. A choice does not hold for more people. */
export function callAgainOf(launch: Launch, found: Contacted): number | undefined {
  const { callAgain } = decisionsOf(launch)
  return callAgain !== undefined && callAgain >= found.people ? callAgain : undefined
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

function Panel({ found, launch }: { found: Contacted; launch: Launch }) {
  const count = found.people
  const callAgain = callAgainOf(launch, found)
  const decide = (value: number | undefined) => void dispatch({ type: 'decided', decisions: { callAgain: value } })
  return (
    <FindingPanel
      title="Already called"
      rule="calledBefore"
      launch={launch}
      rows={found.rows}
      sentence={(one) =>
        `${one ? 'is' : 'are'} in a running or scheduled batch, held back, or ${one ? 'was' : 'were'} called in the last 24 hours.`
      }
      nobodyElse="is in a running or scheduled batch, held back, or was called in the last 24 hours."
      decided={callAgain === undefined ? undefined : `${people(count)} will be called again`}
      causes={{
        label: 'Batches and calls that reach them',
        items: found.by.map((one) => (
          <By key={`${one.batch?.batchId}/${one.batch?.name}/${one.operator}/${one.state}/${one.at}`} one={one} />
        )),
      }}
      actions={
        callAgain === undefined ? (
          <Button onClick={() => decide(count)}>{`Call ${people(count)} again`}</Button>
        ) : (
          <Button onClick={() => decide(undefined)}>Do not call them again</Button>
        )
      }
    />
  )
}

export const calledBefore: RuleView<Contacted> = {
  Panel,
  reason(found, launch) {
    if (found.people === 0 || callAgainOf(launch, found) !== undefined) return ''
    const one = found.people === 1
    return `${people(found.people)} in your list ${one ? 'is' : 'are'} in another batch or ${one ? 'was' : 'were'} called in the last 24 hours. Leave them out, or choose to call them again.`
  },
}
