/** The banner, for what affects every page: no connection, a service that does not respond, all changes stopped, a restored backup. */
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
import { BannerLine } from './banner-line.tsx'
import { type Connection, type ConnectionState, useConnection } from './connection.ts'

interface StateLine {
  icon: Icon
  text: (connection: Connection, isAdmin: boolean) => ReactNode
}

const timeIfKnown = (at: number | null) => at !== null && <Time at={at} />

const stateLines: Record<Exclude<ConnectionState, 'ok'>, StateLine> = {
  offline: {
    icon: Unplug,
    text: ({ since }) => (
      <>
        <strong>You are offline.</strong> Nothing will be sent. This page was last updated{' '}
        <Ago at={since} isBrowserTime />.
      </>
    ),
  },
  gateway_down: {
    icon: Unplug,
    text: ({ since }) => (
      <>
        <strong>Switchboard is not responding.</strong> This page was last updated <Ago at={since} isBrowserTime />.
        Trying again every few seconds.
      </>
    ),
  },
  service_down: {
    icon: Unplug,
    text: ({ since }) => (
      <>
        <strong>The calling service is not responding</strong>
        {timeIfKnown(since) && <> (since {timeIfKnown(since)})</>}. The last known data is shown, with its age.
      </>
    ),
  },
  key_refused: {
    icon: TriangleAlert,
    text: ({ since }, isAdmin) => (
      <>
        <strong>The calling service rejects Switchboard’s API key</strong>
        {timeIfKnown(since) && <> (since {timeIfKnown(since)})</>}. You are still signed in.{' '}
        {isAdmin ? (
          <Link to={paths.settings('service')}>Open service settings</Link>
        ) : (
          'Ask an administrator to correct it.'
        )}
      </>
    ),
  },
}

const LazyBannerLines = lazyPart(() => import('./lazy-banner-lines.tsx'))

export function Banner() {
  'use no memo'
  const connection = useConnection()
  const { operator, stop, restored } = useSession()
  const isAdmin = operator?.roles.includes('admin') ?? false
  const { state } = connection
  const stateLine = state === 'ok' ? null : stateLines[state]
  return (
    // Always rendered, so that screen readers announce new lines.
    <div
      aria-live="polite"
      className={cx((stateLine || stop || restored) && 'divide-y divide-danger/40 border-b border-danger/40 bg-raised')}
    >
      {stateLine && <BannerLine icon={stateLine.icon}>{stateLine.text(connection, isAdmin)}</BannerLine>}
      <Suspense>{(restored || stop) && <LazyBannerLines restored={restored} stop={stop} isAdmin={isAdmin} />}</Suspense>
    </div>
  )
}
