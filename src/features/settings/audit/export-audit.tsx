/** The audit as a file, with the filters that are on. */
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { request } from '#api/client.ts'
import { type Contract, type QueryOf, Refusal } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { saveFile } from '#ui/save-file.ts'

export function ExportAudit({ filter }: { filter: QueryOf<Contract['historyExport']> }) {
  const may = usePermission('historyExport')
  const [pending, setPending] = useState(false)
  const take = async () => {
    setPending(true)
    try {
      const { data } = await request('historyExport', { query: filter })
      saveFile(data as unknown as Blob, 'audit.csv')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      notify({ title: 'The audit was not exported.', text: error.message, tone: 'danger' })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      size="small"
      variant="ghost"
      icon={Download}
      pending={pending}
      disabledReason={may.reason}
      onClick={() => void take()}
    >
      Export as CSV
    </Button>
  )
}
