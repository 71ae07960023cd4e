/** Starts that wait for approval or were prepared: how many there are, on the pages that lead to the list of what is unfinished. */
import { read, useRead } from '#api/reads.ts'
import type { Approval } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { AttentionLine } from '#kit/page/attention-line.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { preparedRead } from './prepared-batches.tsx'

export const approvalsRead = read('approvalList')

/** How long the person who requested a start sees that it was not approved. */
const endedShownMs = 24 * 3_600_000

/** The starts that wait for approval, and the operator's own requests that were declined or expired in the last day. */
export const shownApprovals = (approvals: readonly Approval[], now: number): Approval[] =>
  approvals.filter(
    ({ state, isOwn, decidedAt, until }) =>
      state === 'waiting' ||
      state === 'starting' ||
      (isOwn && (state === 'declined' || state === 'expired') && (decidedAt ?? until) > now - endedShownMs),
  )

/** One line with a link to the starts that somebody has to decide or to know about; nothing if there is none. */
export function WaitingStarts() {
  const now = useGatewayTime(60_000)
  const approvals = shownApprovals(useRead(approvalsRead).data?.approvals ?? [], now)
  const prepared = useRead(preparedRead).data?.prepared ?? []
  const waiting = approvals.filter(({ state }) => state === 'waiting' || state === 'starting').length
  const counts = [
    waiting > 0 && plural(waiting, 'start waits for approval', 'starts wait for approval'),
    waiting < approvals.length &&
      plural(approvals.length - waiting, 'start was not approved', 'starts were not approved'),
    prepared.length > 0 && plural(prepared.length, 'prepared batch', 'prepared batches'),
  ].filter((count) => count !== false)
  if (counts.length === 0) return null
  return <AttentionLine label={counts.join(' · ')} to={paths.unfinished()} action="Open unfinished" />
}
