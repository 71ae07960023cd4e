/** `/agents/deleted` and the same of other records: what was deleted, and whether it was restored. */
import type { LoaderFunctionArgs } from 'react-router'
import * as z from 'zod/mini'
import { load, read, useRead } from '#api/reads.ts'
import type { DeletedRecord, VersionKind } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { versionsPath } from '#kit/navigation/record-kinds.ts'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { Time } from '#ui/time/time.tsx'
import * as texts from './texts.ts'
import { kindFacts } from './version-kinds.ts'

const Search = z.object({ page: z._default(z.pipe(z.coerce.number<string | undefined>(), z.int().check(z.gte(1))), 1) })
const deletedRead = (kind: VersionKind, page: number) => read('deletedRecordList', { query: { kind, page } })

/** The loader of the page for a kind. */
export const deletedLoader =
  (kind: VersionKind) =>
  ({ request }: LoaderFunctionArgs) =>
    load(deletedRead(kind, parseSearch(Search, request.url).page))

const columnsOf = (kind: VersionKind): readonly DataColumn<DeletedRecord>[] => [
  {
    id: 'name',
    header: texts.nameColumn,
    cell: ({ recordId, name }) => <RowLink to={versionsPath(kind, recordId)}>{name || recordId}</RowLink>,
  },
  {
    id: 'operator',
    header: texts.operatorColumn,
    cell: ({ operator }) => visible(operator ?? texts.elsewhere),
  },
  {
    id: 'deleted',
    header: texts.deletedColumn,
    cell: ({ at }) => <Time at={at} show="day-and-time" />,
  },
  {
    id: 'state',
    header: texts.stateColumn,
    cell: ({ restoredAs, hasRecord }) =>
      restoredAs === null ? (
        <span className="text-muted">{hasRecord ? texts.notRestored : texts.nothingKnownShort}</span>
      ) : (
        <Link to={kindFacts(kind).pathOf(restoredAs)}>{texts.openRestored}</Link>
      ),
  },
]

/** The page for a kind. */
export function DeletedPage({ kind }: { kind: VersionKind }) {
  const { noun, listPath } = kindFacts(kind)
  const [{ page }] = useSearch(Search)
  return (
    <Page>
      <PageHeader title={texts.deletedTitle(noun)} back={{ to: listPath, label: texts.listTitle(noun) }} />
      <Card flush>
        <DataView
          query={useRead(deletedRead(kind, page))}
          loading={<SkeletonRows rows={8} columns={4} label={texts.loadingDeleted} />}
          isEmpty={({ records }) => records.length === 0}
          empty={<EmptyState title={texts.noDeleted(noun)}>{texts.noDeletedHint(noun)}</EmptyState>}
        >
          {({ records, pagination }) => (
            <>
              <DataTable
                caption={texts.deletedTitle(noun)}
                columns={columnsOf(kind)}
                rows={records}
                rowKey={({ recordId }) => recordId}
              />
              <Pagination pagination={pagination} noun={noun} />
            </>
          )}
        </DataView>
      </Card>
    </Page>
  )
}
