/** The do-not-call list as a file. */
import { useCommand } from '#api/commands.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { saveFile } from '#ui/save-file.ts'

export function ExportList() {
  const { reason } = usePermission('doNotCallExport')
  const { run, isPending } = useCommand('doNotCallExport')
  const take = () =>
    run({})
      .then((file) => {
        saveFile(file as unknown as Blob, 'do-not-call.csv')
        notify({
          title: 'The do-not-call list was exported.',
          text: 'The file has no numbers, only their last two digits. This Switchboard can import it again.',
        })
      })
      .catch(notifyRefusal)
  return (
    <Button pending={isPending} disabledReason={reason} onClick={() => void take()}>
      Export
    </Button>
  )
}
