/** What came of a call; its state, as long as nothing is known. That somebody spoke says nothing: the greeting of a mailbox is a line too. */
import type { ListedCall, PersonCall } from '#contract/index.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { OutcomeLabel } from './outcome-label.tsx'

export interface ResultOfCall extends Pick<PersonCall, 'result' | 'resultSource'> {
  state: PersonCall['state'] | ListedCall['state']
}

const inProgress = { state: 'live', label: 'In progress' } as const
/** An end that nobody saw is not called an end. */
const endNotSeen = { state: 'off', label: 'End not seen' } as const

const states: Readonly<Record<ResultOfCall['state'], { state: StatusKind; label: string }>> = {
  live: inProgress,
  in_progress: inProgress,
  not_found: { state: 'stale', label: 'Not found just now' },
  ended: { state: 'off', label: 'Outcome not known yet' },
  seen: endNotSeen,
  end_not_seen: endNotSeen,
  unknown: { state: 'unknown', label: 'Outcome unknown' },
  waiting: { state: 'waiting', label: 'Waits to be called' },
  cancelled: { state: 'off', label: 'Not called: cancelled' },
}

export const CallResult = ({ call: { state, result, resultSource } }: { call: ResultOfCall }) =>
  result === null || state === 'live' ? (
    <StatusLabel {...states[state]} />
  ) : (
    <OutcomeLabel outcome={result} source={resultSource} />
  )
