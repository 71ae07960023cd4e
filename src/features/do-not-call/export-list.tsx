/** Downloads the do-not-call list as a CSV file, as an action of a menu. */
import { useCommand } from '#api/commands.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import type { MenuItem } from '#ui/overlays/menu-list.tsx'
import { saveFile } from '#ui/save-file.ts'

export function useExportList(): MenuItem {
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
  return {
    key: 'export',
    label: 'Export list',
    disabledReason: reason || (isPending && 'The list is being exported.'),
    onSelect: () => void download(),
  }
}
