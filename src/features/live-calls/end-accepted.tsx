/** Says that a call goes on although the service accepted that somebody ends it, and what can be done. */
import { StatusLabel } from '#ui/status/status-label.tsx'
import { useTick } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

/** A call that the service has accepted to end should have ended after this, ms. */
const overdueMs = 5_000

/** @param acceptedAt epoch ms; null: nobody has ended the call */
export const isEndOverdue = (acceptedAt: number | null, now: number): boolean =>
  acceptedAt !== null && now - acceptedAt >= overdueMs

interface Props {
  /** Epoch ms; null: nobody has ended the call. */
  acceptedAt: number | null
  /** Whether the call was found since then. */
  wasFound: boolean
}

export function EndAccepted({ acceptedAt, wasFound }: Props) {
  const isOverdue = useTick((now) => isEndOverdue(acceptedAt, now))
  if (!isOverdue) return null
  return (
    <span className="block">
      <StatusLabel state="needs-you" label={texts.stillGoing} /> The service accepted at{' '}
      <Time at={acceptedAt} show="second" /> to end this call
      {wasFound
        ? ', but it is still in progress. End it again. If it goes on, hang up in your telephone system.'
        : '. Switchboard could not check yet whether it has ended. You can end it again, or hang up in your telephone system.'}
    </span>
  )
}
