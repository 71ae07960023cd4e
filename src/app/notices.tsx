/** The corner where notices appear. It is loaded with the first one. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { followNotices, hadNotices } from '#kit/actions/notices.ts'

const Viewport = lazy(() => import('./notice-viewport.tsx'))

export function Notices() {
  const needed = useSyncExternalStore(followNotices, hadNotices)
  if (!needed) return null
  return (
    <Suspense>
      <Viewport />
    </Suspense>
  )
}
