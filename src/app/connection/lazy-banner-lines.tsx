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
import * as texts from './lazy-banner-texts.tsx'

interface LineProps<Data> {
  data: Data
  isAdmin: boolean
}

/** Shown until an administrator allows changes again, whether or not the connection works. */
const ChangesStopped = ({ data: { operator, at, reason }, isAdmin }: LineProps<Stop>) => (
  <BannerLine icon={OctagonX}>
    {texts.changesStopped(operator, <TimeWithDay at={at} />, <q className="wrap-anywhere">{reason}</q>)}{' '}
    {isAdmin && <Link to={paths.settings('stop')}>Emergency stop</Link>}
  </BannerLine>
)

/** Shown until an administrator dismisses it: Switchboard does not know what was done after the backup. */
function RestoredFromBackup({ data: { from }, isAdmin }: LineProps<Restored>) {
  const { run, isPending, refusal } = useCommand('restoredDismiss')
  return (
    <BannerLine icon={History}>
      {texts.restored(<TimeWithDay at={from} />)}{' '}
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
