/** `/calls/do-not-call`: the numbers that this workspace may not call or draft messages to, newest first. */
import PhoneOff from 'lucide-react/icons/phone-off'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { AddNumberDialog } from '#components/do-not-call/add-number.tsx'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import { addressOf, type ListState } from '#kit/list/definition.ts'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { parseSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { MoreActions } from '#ui/overlays/more-actions.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { entryList } from './columns.tsx'
import { useExportList } from './export-list.tsx'
import { ImportNumbers } from './import-numbers.tsx'
import { LookUp } from './look-up.tsx'

const listRead = ({ page }: Pick<ListState, 'page'>) => read('doNotCallList', { query: { page } })

export const loader = ({ request }: LoaderFunctionArgs) =>
  load(listRead(parseSearch(addressOf(entryList(0)), request.url)))

function AddNumber() {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('doNotCallAdd')
  return (
    <>
      <Button variant="primary" icon={Plus} disabledReason={reason} onClick={() => setOpen(true)}>
        Add number
      </Button>
      <AddNumberDialog open={open} onClose={() => setOpen(false)} number="" />
    </>
  )
}

function FileActions() {
  const [isImporting, setIsImporting] = useState(false)
  const { reason } = usePermission('doNotCallImport')
  const exportItem = useExportList()
  return (
    <>
      <MoreActions
        items={[
          { key: 'import', label: 'Import list…', disabledReason: reason, onSelect: () => setIsImporting(true) },
          exportItem,
        ]}
      />
      <ImportNumbers open={isImporting} onClose={() => setIsImporting(false)} />
    </>
  )
}

export function Component() {
  const list = entryList(useGatewayTime(60_000))
  const [state, change] = useListState(list)
  const query = useRead(listRead(state))
  return (
    <Page>
      <PageHeader
        title="Do not call"
        facts="Nobody in this workspace can call these numbers or draft messages to them."
        actions={
          <>
            <AddNumber />
            <FileActions />
          </>
        }
      />
      <LookUp />
      <List
        list={list}
        caption="Do-not-call list"
        icon={PhoneOff}
        state={state}
        onChange={change}
        query={{ ...query, data: query.data && { items: query.data.entries, pagination: query.data.pagination } }}
        search={null}
        filters={[]}
        views={<SavedViews page="do-not-call" />}
        first={
          <EmptyState icon={PhoneOff} title="No numbers on the list">
            Add a number here, or from a call, a conversation or a row of a batch. Batches leave it out, and single
            calls to it are refused.
          </EmptyState>
        }
      />
    </Page>
  )
}
