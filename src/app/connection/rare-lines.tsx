/** Lines of the banner that are seldom there: the first page is quicker without. */
import History from 'lucide-react/icons/history'
import OctagonX from 'lucide-react/icons/octagon-x'
import { useCommand } from '#api/commands.ts'
import type { Restored, Stop } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { DayedTime } from '#ui/time/time.tsx'
import { Line } from './banner-line.tsx'

interface Shown<What> {
  what: What
  admin: boolean
}

/** It stays whatever the connection is: it holds until somebody allows changes again. */
const Stopped = ({ what: { operator, at, reason }, admin }: Shown<Stop>) => (
  <Line icon={OctagonX}>
    <strong>All changes are stopped</strong> (by {operator}, <DayedTime at={at} />
    ): <q className="wrap-anywhere">{reason}</q> You can still cancel batches and end calls.{' '}
    {admin && <Link to={paths.settings('stop')}>Stop switch</Link>}
  </Line>
)

/** It stays until an administrator has looked: what was done after the backup is in no list here. */
function RestoredFromBackup({ what: { from }, admin }: Shown<Restored>) {
  const { run, isPending, refusal } = useCommand('restoredDismiss')
  return (
    <Line icon={History}>
      <strong>
        Switchboard was restored from a backup of <DayedTime at={from} />.
      </strong>{' '}
      What was done after that is not shown here: calls, batches and messages may be done twice. Look at the service
      before you start a batch or send a message again.{' '}
      {admin && (
        <Button size="small" pending={isPending} onClick={() => void run({}).catch(() => {})}>
          Dismiss for everybody
        </Button>
      )}
      {refusal && <span> {refusal.message}</span>}
    </Line>
  )
}

export default function RareLines({
  restored,
  stop,
  admin,
}: {
  restored: Restored | null
  stop: Stop | null
  admin: boolean
}) {
  return (
    <>
      {restored && <RestoredFromBackup what={restored} admin={admin} />}
      {stop && <Stopped what={stop} admin={admin} />}
    </>
  )
}
