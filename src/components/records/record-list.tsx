/** A page that lists records, with a search by name, pages, and a button for a new record. */
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { QueryState } from '#api/reads.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { useSearch } from '#kit/navigation/search-params.ts'
import { useSearchText } from '#kit/navigation/use-search-text.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { SearchField } from '#ui/forms/search-field.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import type { Icon } from '#ui/status/icon.tsx'
import * as texts from './texts.tsx'

/** The search parameters of such a page. */
export const RecordsSearch = z.object({
  page: z._default(z.pipe(z.coerce.number<string | undefined>(), z.int().check(z.gte(1))), 1),
  search: z._default(z.string(), ''),
  /** Only used by lists that can be sorted. */
  sort: z._default(z.string(), ''),
})
export type RecordsSearch = z.output<typeof RecordsSearch>

interface Props<Data> {
  noun: readonly [one: string, many: string]
  icon: Icon
  query: QueryState<Data>
  isEmpty: (data: Data) => boolean
  /** The page that creates a record, and why this operator cannot use it; '' if they can. */
  create: { to: string; reason: string }
  /** Says what such a record is for while there is none. */
  purpose: string
  /** Next to the count. */
  facts?: ReactNode
  /** Next to the search. */
  controls?: ReactNode
  children: (data: Data) => ReactNode
}

export function RecordList<Data extends { pagination: Parameters<typeof Pagination>[0]['pagination'] }>({
  noun,
  icon,
  query,
  isEmpty,
  create,
  purpose,
  facts,
  controls,
  children,
}: Props<Data>) {
  const total = query.data?.pagination.total ?? null
  const [{ page, search }, setSearch] = useSearch(RecordsSearch)
  const [text, setText] = useSearchText(search, (next) => setSearch({ search: next, page: 1 }, { replace: true }))
  const newButton = (
    <ButtonLink to={create.to} variant="primary" icon={Plus} disabledReason={create.reason}>
      {texts.newRecord(noun[0])}
    </ButtonLink>
  )
  const noPageState = (
    <EmptyState
      icon={icon}
      title={texts.noSuchPage(page)}
      action={<ButtonLink to="?">{texts.showFirstPage}</ButtonLink>}
    >
      {texts.noSuchPageHint}
    </EmptyState>
  )
  const noMatchState = (
    <EmptyState
      icon={icon}
      title={texts.noMatches(noun, search)}
      action={<ButtonLink to="?">{texts.clearSearch}</ButtonLink>}
    >
      {texts.noMatchesHint}
    </EmptyState>
  )
  const noRecordState = (
    <EmptyState icon={icon} title={texts.noRecordsYet(noun)} action={newButton}>
      {purpose}
    </EmptyState>
  )
  return (
    <Page>
      <PageHeader
        title={texts.listTitle(noun)}
        facts={
          <>
            {total !== null && <span>{texts.recordCount(total, noun)}</span>}
            {facts}
            <Age readAt={query.readAt} refusal={query.refusal} />
          </>
        }
        actions={newButton}
      />
      <Card flush>
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
          <SearchField label={texts.searchByName(noun)} value={text} onChange={setText} />
          {controls}
        </div>
        <DataView
          query={query}
          loading={<SkeletonRows rows={20} columns={6} label={texts.loadingList(noun)} />}
          isEmpty={isEmpty}
          empty={page > 1 ? noPageState : search === '' ? noRecordState : noMatchState}
        >
          {(data) => (
            <>
              {children(data)}
              <Pagination pagination={data.pagination} noun={noun} />
            </>
          )}
        </DataView>
      </Card>
    </Page>
  )
}
