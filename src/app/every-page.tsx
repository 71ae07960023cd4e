/** What stands on every page for those who decide about messages. */

import { Fragment, Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useRead } from '#api/reads.ts'
import { useMyId, useRolePermission } from '#api/session.ts'
import { decisionsRead } from '#components/decisions/decisions.ts'
import { paths } from '#kit/navigation/paths.ts'
import { lazyPart } from '#ui/lazy-part.ts'

const PendingSends = lazyPart(() => import('./pending-decisions.tsx'))

/** Its code comes with the first decision: the first page is quicker without. */
function Pending() {
  const { data } = useRead(decisionsRead)
  const [isNeeded, setIsNeeded] = useState(false)
  // It stays: what has ended is told until one goes elsewhere.
  const me = useMyId()
  if (!isNeeded && data?.decisions.some(({ operatorId, dismissed }) => operatorId === me && !dismissed))
    setIsNeeded(true)
  if (!isNeeded) return null
  return (
    <Suspense>
      <PendingSends />
    </Suspense>
  )
}

export function EveryPage() {
  const decides = useRolePermission('decisionMake').allowed
  const { pathname } = useLocation()
  return (
    <>
      {decides && pathname !== paths.review() && <Pending key={`pending ${pathname}`} />}
      {/* Another address is another page: what was opened about one thing is not open about the next. */}
      <Fragment key={`page ${pathname}`}>
        <Outlet />
      </Fragment>
    </>
  )
}
