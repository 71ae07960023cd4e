/** Exports the audit as CSV, with the current filters. */
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { request } from '#api/client.ts'
import { type Contract, type QueryOf, Refusal } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { saveFile } from '#ui/save-file.ts'

export function ExportAudit({ filter }: { filter: QueryOf<Contract['historyExport']> }) {
  const permission = usePermission('historyExport')
  const [isPending, setIsPending] = useState(false)
  const exportFile = async () => {
    setIsPending(true)
    try {
      const { data } = await request('historyExport', { query: filter })
      saveFile(data as unknown as Blob, 'audit.csv')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      notify({ title: 'The audit was not exported.', text: error.message, tone: 'danger' })
    } finally {
      setIsPending(false)
    }
  }
  return (
    <Button
      size="small"
      variant="ghost"
      icon={Download}
      pending={isPending}
      disabledReason={permission.reason}
      onClick={() => void exportFile()}
    >
      Export as CSV
    </Button>
  )
}
