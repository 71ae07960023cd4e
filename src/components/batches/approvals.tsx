/** Starts that wait for approval, and the operator's own requests that were recently declined or expired. */
import { Suspense } from 'react'
import { read, useRead } from '#api/reads.ts'
import { lazyPart } from '#ui/lazy-part.ts'

export const approvalsRead = read('approvalList')

/** Lazy, because the first page seldom needs it. */
const ApprovalPanels = lazyPart(() => import('./approval-panel.tsx'))

export function WaitingApprovals() {
  const approvals = useRead(approvalsRead).data?.approvals ?? []
  if (approvals.length === 0) return null
  return (
    <Suspense>
      <ApprovalPanels approvals={approvals} />
    </Suspense>
  )
}
