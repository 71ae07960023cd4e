/** Downloads the do-not-call list as a CSV file. */
import { useCommand } from '#api/commands.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { saveFile } from '#ui/save-file.ts'

export function ExportList() {
  const { reason } = usePermission('doNotCallExport')
  const { run, isPending } = useCommand('doNotCallExport')
  const download = () =>
    run({})
      .then((file) => {
        saveFile(file as unknown as Blob, 'do-not-call.csv')
        notify({
          title: 'The do-not-call list was exported.',
          text: 'The file has only the last two digits of each number. You can still import it into this Switchboard.',
        })
      })
      .catch(notifyRefusal)
  return (
    <Button pending={isPending} disabledReason={reason} onClick={() => void download()}>
      Export list
    </Button>
  )
}
