/** The starts that wait for a second person, and of one's own those that were just declined or waited in vain. */
import { Suspense } from 'react'
import { read, useRead } from '#api/reads.ts'
import { lazyPart } from '#ui/lazy-part.ts'

export const approvalsRead = read('approvalList')

/** The first page has seldom one. */
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
