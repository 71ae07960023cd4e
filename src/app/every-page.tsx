/** Shows pending decisions on every page, to operators who review messages. */
import { Fragment, Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useRead } from '#api/reads.ts'
import { useMyId, useRolePermission } from '#api/session.ts'
import { decisionsRead } from '#components/decisions/decisions.ts'
import { paths } from '#kit/navigation/paths.ts'
import { lazyPart } from '#ui/lazy-part.ts'

const PendingDecisions = lazyPart(() => import('./pending-decisions.tsx'))

/** Loads the code when there is a decision of this operator, so the first page is lighter. */
function LazyPendingDecisions() {
  const { data } = useRead(decisionsRead)
  const [isNeeded, setIsNeeded] = useState(false)
  // Once needed, the list stays until the operator leaves the page, so that outcomes remain visible.
  const myId = useMyId()
  if (!isNeeded && data?.decisions.some(({ operatorId, dismissed }) => operatorId === myId && !dismissed))
    setIsNeeded(true)
  if (!isNeeded) return null
  return (
    <Suspense>
      <PendingDecisions />
    </Suspense>
  )
}

export function EveryPage() {
  // Rendered rarely, or with other values each time: memoization would only make the first page heavier.
  'use no memo'
  const canDecide = useRolePermission('decisionMake').allowed
  const { pathname } = useLocation()
  return (
    <>
      {canDecide && pathname !== paths.review() && <LazyPendingDecisions key={`pending ${pathname}`} />}
      {/* The key resets the state, so that nothing that was opened on one page stays open on another. */}
      <Fragment key={`page ${pathname}`}>
        <Outlet />
      </Fragment>
    </>
  )
}
