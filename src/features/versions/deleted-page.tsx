/** `/agents/deleted` and the same of other records: what was deleted, and whether it was restored. */
import Trash2 from 'lucide-react/icons/trash-2'
import type { LoaderFunctionArgs } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import type { DeletedRecord, VersionKind } from '#contract/index.ts'
import { Moment } from '#kit/list/cells.tsx'
import { type ListDefinition, type ListState, stateAt } from '#kit/list/definition.ts'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { versionsPath } from '#kit/navigation/record-kinds.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { dayAndTime } from '#ui/time/format-time.ts'
import * as texts from './texts.ts'
import { kindFacts } from './version-kinds.ts'

const deletedRead = (kind: VersionKind, { page }: Pick<ListState, 'page'>) =>
  read('deletedRecordList', { query: { kind, page } })

/** The loader of the page for a kind. */
export const deletedLoader =
  (kind: VersionKind) =>
  ({ request }: LoaderFunctionArgs) =>
    load(deletedRead(kind, stateAt(deletedList(kind), request.url)))

const deletedList = (kind: VersionKind): ListDefinition<DeletedRecord> => ({
  noun: kindFacts(kind).noun,
  columns: [
    {
      id: 'name',
      header: 'Name',
      cell: ({ recordId, name, at }) => (
        <RowLink to={versionsPath(kind, recordId)} aria-label={`${name || recordId}, ${dayAndTime(at)}`}>
          {name || recordId}
        </RowLink>
      ),
    },
    {
      id: 'operator',
      header: 'By',
      narrow: 'meta',
      cell: ({ operator }) => operator ?? texts.elsewhere,
    },
    {
      id: 'state',
      header: 'Restored',
      narrow: 'state',
      cell: ({ recordId, name, restoredAs, hasRecord }) =>
        restoredAs !== null ? (
          <Link to={kindFacts(kind).pathOf(restoredAs)} aria-label={`Open ${name || restoredAs}`}>
            Open
          </Link>
        ) : hasRecord ? (
          <Link to={versionsPath(kind, recordId)} aria-label={`Choose a version to restore: ${name || recordId}`}>
            Choose a version to restore
          </Link>
        ) : (
          <span className="text-muted">Nothing is known of it</span>
        ),
    },
    { id: 'deleted', header: 'Deleted', narrow: 'age', cell: ({ at }) => <Moment at={at} /> },
  ],
  rowKey: ({ recordId }) => recordId,
})

/** The page for a kind. */
export function DeletedPage({ kind }: { kind: VersionKind }) {
  const { noun, listPath } = kindFacts(kind)
  const list = deletedList(kind)
  const [state, change] = useListState(list)
  const query = useRead(deletedRead(kind, state))
  return (
    <Page>
      <PageHeader title={texts.deletedTitle(noun)} back={{ to: listPath, label: texts.listTitle(noun) }} />
      <List
        list={list}
        caption={texts.deletedTitle(noun)}
        icon={Trash2}
        state={state}
        onChange={change}
        query={{ ...query, data: query.data && { items: query.data.records, pagination: query.data.pagination } }}
        first={<EmptyState title={texts.noDeleted(noun)}>{texts.noDeletedHint(noun)}</EmptyState>}
      />
    </Page>
  )
}
