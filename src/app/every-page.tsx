/** What every page is in: nothing that was opened on one page stays open on another. */
import { Fragment } from 'react'
import { Outlet, useLocation } from 'react-router'

export function EveryPage() {
  'use no memo'
  const { pathname } = useLocation()
  // The key resets the state.
  return (
    <Fragment key={pathname}>
      <Outlet />
    </Fragment>
  )
}
