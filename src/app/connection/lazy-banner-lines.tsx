/** Lines of the banner that are rarely needed, so the first page does not load them. */
import History from 'lucide-react/icons/history'
import OctagonX from 'lucide-react/icons/octagon-x'
import { useCommand } from '#api/commands.ts'
import type { Restored, Stop } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { TimeWithDay } from '#ui/time/time.tsx'
import { BannerLine } from './banner-line.tsx'

interface LineProps<Data> {
  data: Data
  isAdmin: boolean
}

/** Shown until an administrator allows changes again, whether or not the connection works. */
const ChangesStopped = ({ data: { operator, at, reason }, isAdmin }: LineProps<Stop>) => (
  <BannerLine icon={OctagonX}>
    <strong>All changes are stopped</strong> (by {operator}, <TimeWithDay at={at} />
    ): <q className="wrap-anywhere">{reason}</q> You can still cancel batches and end calls.{' '}
    {isAdmin && <Link to={paths.settings('stop')}>Emergency stop</Link>}
  </BannerLine>
)

/** Shown until an administrator dismisses it: Switchboard does not know what was done after the backup. */
function RestoredFromBackup({ data: { from }, isAdmin }: LineProps<Restored>) {
  const { run, isPending, refusal } = useCommand('restoredDismiss')
  return (
    <BannerLine icon={History}>
      <strong>
        Switchboard was restored from a backup of <TimeWithDay at={from} />.
      </strong>{' '}
      It does not know what was done after that, so calls, batches and messages could be repeated. Check the service
      before you start a batch or send a message again.{' '}
      {isAdmin && (
        <Button size="small" pending={isPending} onClick={() => void run({}).catch(() => {})}>
          Dismiss for everyone
        </Button>
      )}
      {refusal && <span> {refusal.message}</span>}
    </BannerLine>
  )
}

interface Props {
  restored: Restored | null
  stop: Stop | null
  isAdmin: boolean
}

export default function LazyBannerLines({ restored, stop, isAdmin }: Props) {
  return (
    <>
      {restored && <RestoredFromBackup data={restored} isAdmin={isAdmin} />}
      {stop && <ChangesStopped data={stop} isAdmin={isAdmin} />}
    </>
  )
}
