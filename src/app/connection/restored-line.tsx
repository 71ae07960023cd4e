/** That the data were restored from a backup. */
import History from 'lucide-react/icons/history'
import { useCommand } from '#api/commands.ts'
import type { Restored } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { DayedTime } from '#ui/time/time.tsx'
import { Line } from './banner-line.tsx'

/** It stays until an administrator has looked: what was done after the backup is in no list here. */
export default function RestoredLine({ restored: { from }, admin }: { restored: Restored; admin: boolean }) {
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
