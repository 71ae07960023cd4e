/** The starts that wait for a second person, and of one's own those that were just declined or waited in vain. */
import { Suspense } from 'react'
import { read, useRead } from '#api/reads.ts'
import type { Approval } from '#contract/index.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { useTrueNow } from '#ui/time/clock.ts'

export const approvalsRead = read('approvalList')

/** The first page has seldom one. */
const ApprovalPanel = lazyPart(() => import('./approval-panel.tsx'))

/** Whoever asked is told for so long why nobody is called, ms. */
const toldMs = 24 * 3_600_000

function isShown({ state, isOwn, decidedAt, until }: Approval, now: number): boolean {
  if (state === 'waiting' || state === 'starting') return true
  return isOwn && (state === 'declined' || state === 'expired') && (decidedAt ?? until) > now - toldMs
}

export function WaitingApprovals() {
  const now = useTrueNow(60_000)
  const shown = useRead(approvalsRead).data?.approvals.filter((one) => isShown(one, now)) ?? []
  if (shown.length === 0) return null
  return (
    <Suspense>
      {shown.map((approval) => (
        <ApprovalPanel key={approval.approvalId} approval={approval} />
      ))}
    </Suspense>
  )
}
