/** The people of the list who are already called: by which batch or call, and whether to call them again (reliability R02). */
import { useState } from 'react'
import type { ContactedBy, ContactState } from '#contract/index.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { repairsOf } from '#recipients/check/repairs.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Lamp, type LampState } from '#ui/status/lamp.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { Ago, Time } from '#ui/time/time.tsx'
import { type Launch, standing } from '../state/launch.ts'
import { launchSearch } from '../state/launch-search.ts'
import { act, leaveOutCalled } from '../state/launch-store.ts'
import { type RecipientsCheck, useRecipientsCheck } from './use-recipients-check.ts'

const people = (count: number) => plural(count, 'person', 'people')

const states: Record<ContactState, { lamp: LampState; word: string }> = {
  running: { lamp: 'live', word: 'Batch running' },
  scheduled: { lamp: 'waiting', word: 'Batch scheduled' },
  held_back: { lamp: 'waiting', word: 'Held back' },
  called: { lamp: 'done', word: 'Called' },
  unknown: { lamp: 'unknown', word: 'May have been called' },
}

export interface CalledBefore extends RecipientsCheck {
  /** How many the operator chose to call again; undefined: none chosen yet. */
  callAgain: number | undefined
  setCallAgain: (count: number | undefined) => void
  /** No start of this list has been sent. */
  isNew: boolean
  /** Why it cannot be started yet; '' when it can. */
  reason: string
}

/**
 * Checks these rows once. A choice to call some people again does not hold for more people. After a start was sent, its own people are
 * no reason to ask.
 */
export function useCalledBefore(launch: Launch): CalledBefore {
  const check = useRecipientsCheck(launch.revision)
  const [said, setSaid] = useState<{ revision: number; count: number } | null>(null)
  const found = check.contacted?.people ?? 0
  const callAgain = said?.revision === launch.revision && said.count >= found ? said.count : undefined
  const isNew = launch.intention === null
  const undecided = found > 0 && callAgain === undefined
  return {
    ...check,
    callAgain,
    setCallAgain: (count) => setSaid(count === undefined ? null : { revision: launch.revision, count }),
    isNew,
    reason: !isNew
      ? ''
      : check.isChecking && check.contacted === null
        ? 'Switchboard is still comparing your list with your team’s calls.'
        : undecided
          ? `${people(found)} in your list ${found === 1 ? 'is' : 'are'} in another batch or ${found === 1 ? 'was' : 'were'} called in the last 24 hours. Leave them out, or choose to call them again.`
          : '',
  }
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

/** Rows that were left out for this, with the way back. */
function LeftOut({ launch }: { launch: Launch }) {
  const rows = [...(repairsOf(standing(launch)).calledBefore ?? [])]
  if (rows.length === 0) return null
  return (
    <Section
      title="Already called"
      facts={<Lamp state="done" word={`${plural(rows.length, 'row', 'rows')} left out`} />}
      actions={
        <Button size="small" variant="ghost" onClick={() => act({ kind: 'leaveOut', rows, out: false })}>
          Put them back
        </Button>
      }
    >
      <p className="text-soft">
        Nobody else in your list is in a running or scheduled batch, held back, or was called in the last 24 hours.{' '}
        <Link to={launchSearch('validate', 'leftOut')}>Show the left-out rows</Link>
      </p>
    </Section>
  )
}

/** @param calls how many the list would call */
export function CalledBeforePanel({ before, launch, calls }: { before: CalledBefore; launch: Launch; calls: number }) {
  const { contacted, refusal, isChecking, callAgain, check } = before
  const [isLeavingOut, setLeavingOut] = useState(false)
  if (refusal && contacted === null)
    return (
      <Section title="Already called">
        <ErrorNote words={refusalWords(refusal, false)}>
          <Button size="small" pending={isChecking} onClick={check}>
            Check again
          </Button>
        </ErrorNote>
      </Section>
    )
  if (contacted === null || !before.isNew) return null
  if (contacted.people === 0) return <LeftOut launch={launch} />
  const count = contacted.people
  // "Everybody is".
  const isOne = count === 1 || count === calls
  const leaveOut = async () => {
    setLeavingOut(true)
    await leaveOutCalled(contacted.rows).finally(() => setLeavingOut(false))
  }
  return (
    <Section
      title="Already called"
      facts={
        callAgain === undefined ? (
          <Lamp state="needs-you" word={`${number(count)} of ${people(calls)}`} />
        ) : (
          <Lamp state="waiting" word={`${people(count)} will be called again`} />
        )
      }
      flush
    >
      <p className="px-3 pt-2 text-soft">
        {count === calls ? 'Everybody' : `${number(count)} of the ${people(calls)}`} in your list {isOne ? 'is' : 'are'}{' '}
        in a running or scheduled batch, held back, or {isOne ? 'was' : 'were'} called in the last 24 hours.
      </p>
      <ul className="divide-y divide-line" aria-label="Batches and calls that reach them">
        {contacted.by.map((one) => (
          <By key={`${one.batch?.batchId}/${one.batch?.name}/${one.operator}/${one.state}/${one.at}`} one={one} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
        <Button variant="primary" pending={isLeavingOut} onClick={() => void leaveOut()}>
          {`Leave out ${people(count)}`}
        </Button>
        {callAgain === undefined ? (
          <Button onClick={() => before.setCallAgain(count)}>{`Call ${people(count)} again`}</Button>
        ) : (
          <Button onClick={() => before.setCallAgain(undefined)}>Do not call them again</Button>
        )}
      </div>
    </Section>
  )
}
