/** What holds for every page at once: nobody answers, the service does not, or all changes are stopped. */
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Unplug from 'lucide-react/icons/unplug'
import { type ReactNode, Suspense } from 'react'
import { useSession } from '#api/session.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { cx } from '#ui/classes.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import type { Icon } from '#ui/status/icon.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import { Line } from './banner-line.tsx'
import { type Connection, type ConnectionState, useConnection } from './connection.ts'

interface Words {
  icon: Icon
  text: (connection: Connection, admin: boolean) => ReactNode
}

const since = (at: number | null) =>
  at !== null && (
    <>
      {' '}
      (since <Time at={at} />)
    </>
  )

const banners: Record<Exclude<ConnectionState, 'ok'>, Words> = {
  offline: {
    icon: Unplug,
    text: ({ since: at }) => (
      <>
        <strong>You are offline.</strong> Nothing will be sent. What you see is as of <Ago at={at} own />.
      </>
    ),
  },
  gateway_down: {
    icon: Unplug,
    text: ({ since: at }) => (
      <>
        <strong>Switchboard is not answering.</strong> What you see is as of <Ago at={at} own />. It is asked again
        every few seconds.
      </>
    ),
  },
  service_down: {
    icon: Unplug,
    text: ({ since: at }) => (
      <>
        <strong>The calling service is not responding</strong>
        {since(at)}. Showing what was last read; each part says how old it is.
      </>
    ),
  },
  key_refused: {
    icon: TriangleAlert,
    text: ({ since: at }, admin) => (
      <>
        <strong>The calling service refuses Switchboard’s API key</strong>
        {since(at)}. You are still signed in.{' '}
        {admin ? <Link to={paths.settings('service')}>See the connection</Link> : 'An administrator has to correct it.'}
      </>
    ),
  },
}

const SeldomLines = lazyPart(() => import('./rare-lines.tsx'))

export function Banner() {
  const connection = useConnection()
  const { operator, stop, restored } = useSession()
  const admin = operator?.roles.includes('admin') ?? false
  const { state } = connection
  const shown = state === 'ok' ? null : banners[state]
  return (
    // Always there, so that what comes into it is announced.
    <div
      aria-live="polite"
      className={cx((shown || stop || restored) && 'divide-y divide-danger/40 border-b border-danger/40 bg-raised')}
    >
      {shown && <Line icon={shown.icon}>{shown.text(connection, admin)}</Line>}
      <Suspense>{(restored || stop) && <SeldomLines restored={restored} stop={stop} admin={admin} />}</Suspense>
    </div>
  )
}
