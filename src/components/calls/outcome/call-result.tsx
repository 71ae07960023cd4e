/** What came of a call of a person; its state, as long as nothing is known. */
import type { ContextCall } from '#contract/index.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { OutcomeLabel } from './outcome-label.tsx'

const states: Readonly<Record<ContextCall['state'], { state: StatusKind; label: string }>> = {
  live: { state: 'live', label: 'In progress' },
  ended: { state: 'off', label: 'Ended' },
  seen: { state: 'off', label: 'Seen' },
  unknown: { state: 'unknown', label: 'Outcome unknown' },
  waiting: { state: 'waiting', label: 'Waits to be called' },
  cancelled: { state: 'off', label: 'Not called: cancelled' },
}

export const CallResult = ({
  call: { state, result, resultSource },
}: {
  call: Pick<ContextCall, 'state' | 'result' | 'resultSource'>
}) =>
  result === null || state === 'live' ? (
    <StatusLabel {...states[state]} />
  ) : (
    <OutcomeLabel outcome={result} source={resultSource} />
  )
