/** `/calls/do-not-call`: the numbers that this workspace may not call or draft messages to, newest first. */
import PhoneOff from 'lucide-react/icons/phone-off'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import * as z from 'zod/mini'
import { load, read, useRead } from '#api/reads.ts'
import { AddNumberDialog } from '#components/do-not-call/add-number.tsx'
import { pageQuery } from '#contract/index.ts'
import { DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { entryColumns } from './columns.tsx'
import { ExportList } from './export-list.tsx'
import { ImportNumbers } from './import-numbers.tsx'
import { LookUp } from './look-up.tsx'
import * as texts from './texts.tsx'

const Search = z.object({ page: pageQuery.page })
const listRead = ({ page }: z.output<typeof Search>) => read('doNotCallList', { query: { page } })

export const loader = ({ request }: LoaderFunctionArgs) => load(listRead(parseSearch(Search, request.url)))

function AddNumber() {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('doNotCallAdd')
  return (
    <>
      <Button variant="primary" icon={Plus} disabledReason={reason} onClick={() => setOpen(true)}>
        {texts.addNumber}
      </Button>
      <AddNumberDialog open={open} onClose={() => setOpen(false)} number="" />
    </>
  )
}

export function Component() {
  const [search] = useSearch(Search)
  const query = useRead(listRead(search))
  const now = useGatewayTime(60_000)
  return (
    <Page>
      <PageHeader
        title={texts.pageTitle}
        facts={texts.pageNote}
        actions={
          <>
            <ExportList />
            <ImportNumbers />
            <AddNumber />
          </>
        }
      />
      <LookUp />
      <Card flush>
        <DataView
          query={query}
          loading={<SkeletonRows rows={6} columns={6} label={texts.loadingList} />}
          isEmpty={({ entries }) => entries.length === 0}
          empty={
            <EmptyState icon={PhoneOff} title={texts.emptyTitle}>
              {texts.emptyHint}
            </EmptyState>
          }
        >
          {({ entries, pagination }) => (
            <>
              <DataTable
                caption={texts.listCaption}
                columns={entryColumns}
                rows={entries}
                rowKey={({ entryId }) => entryId}
                isDimmed={({ until }) => until !== null && until <= now}
              />
              <Pagination pagination={pagination} noun={texts.noun} />
            </>
          )}
        </DataView>
      </Card>
    </Page>
  )
}
