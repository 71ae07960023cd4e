/** What affects every page: no connection, a service that does not respond, all changes stopped, a restored backup. */
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
import * as texts from './texts.tsx'

interface BannerLine {
  icon: Icon
  text: (connection: Connection, isAdmin: boolean) => ReactNode
}

const time = (at: number | null) => at !== null && <Time at={at} />

const lines: Record<Exclude<ConnectionState, 'ok'>, BannerLine> = {
  offline: { icon: Unplug, text: ({ since }) => texts.offline(<Ago at={since} isBrowserTime />) },
  gateway_down: { icon: Unplug, text: ({ since }) => texts.gatewayDown(<Ago at={since} isBrowserTime />) },
  service_down: { icon: Unplug, text: ({ since }) => texts.serviceDown(time(since)) },
  key_refused: {
    icon: TriangleAlert,
    text: ({ since }, isAdmin) =>
      texts.keyRefused(
        time(since),
        isAdmin ? <Link to={paths.settings('service')}>{texts.openServiceSettings}</Link> : null,
      ),
  },
}

const LazyBannerLines = lazyPart(() => import('./lazy-banner-lines.tsx'))

export function Banner() {
  const connection = useConnection()
  const { operator, stop, restored } = useSession()
  const isAdmin = operator?.roles.includes('admin') ?? false
  const { state } = connection
  const shown = state === 'ok' ? null : lines[state]
  return (
    // Always rendered, so that screen readers announce new lines.
    <div
      aria-live="polite"
      className={cx((shown || stop || restored) && 'divide-y divide-danger/40 border-b border-danger/40 bg-raised')}
    >
      {shown && <Line icon={shown.icon}>{shown.text(connection, isAdmin)}</Line>}
      <Suspense>{(restored || stop) && <LazyBannerLines restored={restored} stop={stop} isAdmin={isAdmin} />}</Suspense>
    </div>
  )
}
