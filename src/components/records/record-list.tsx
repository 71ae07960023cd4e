/** A page of named records: found by name, page by page, with a way to a new one. */
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { Reading } from '#api/reads.ts'
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
import { plural } from '#ui/text/format-number.ts'

/** What the address of such a page holds. */
export const RecordsSearch = z.object({
  page: z._default(z.pipe(z.coerce.number<string | undefined>(), z.int().check(z.gte(1))), 1),
  search: z._default(z.string(), ''),
  /** Of lists that can be sorted. */
  sort: z._default(z.string(), ''),
})
export type RecordsSearch = z.output<typeof RecordsSearch>

interface Props<Data> {
  noun: readonly [one: string, many: string]
  icon: Icon
  reading: Reading<Data>
  isEmpty: (data: Data) => boolean
  /** Where a new one is made, and why this operator may not, '' if they may. */
  create: { to: string; reason: string }
  /** What such a record is for, where there is none yet. */
  teaches: string
  /** Beside the count. */
  facts?: ReactNode
  /** Beside the search. */
  controls?: ReactNode
  children: (data: Data) => ReactNode
}

export function RecordList<Data extends { pagination: Parameters<typeof Pagination>[0]['pagination'] }>({
  noun,
  icon,
  reading,
  isEmpty,
  create,
  teaches,
  facts,
  controls,
  children,
}: Props<Data>) {
  const [one, many] = noun
  const total = reading.data?.pagination.total ?? null
  const [{ page, search }, setSearch] = useSearch(RecordsSearch)
  const [text, setText] = useSearchText(search, (next) => setSearch({ search: next, page: 1 }, { replace: true }))
  const makeNew = (
    <ButtonLink to={create.to} variant="primary" icon={Plus} disabledReason={create.reason}>
      New {one}
    </ButtonLink>
  )
  const noSuchPage = (
    <EmptyState
      icon={icon}
      title={`There is no page ${page}`}
      action={<ButtonLink to="?">Show the first page</ButtonLink>}
    >
      The list has become shorter, or the address was mistyped.
    </EmptyState>
  )
  const notFound = (
    <EmptyState
      icon={icon}
      title={`No ${one} is called “${search}”`}
      action={<ButtonLink to="?">Show all {many}</ButtonLink>}
    >
      Search finds each word anywhere in a name.
    </EmptyState>
  )
  const noneYet = (
    <EmptyState icon={icon} title={`No ${many} yet`} action={makeNew}>
      {teaches}
    </EmptyState>
  )
  return (
    <Page>
      <PageHeader
        title={many.replace(/^./, (letter) => letter.toUpperCase())}
        facts={
          <>
            {total !== null && <span>{plural(total, one, many)}</span>}
            {facts}
            <Age readAt={reading.readAt} refusal={reading.refusal} />
          </>
        }
        actions={makeNew}
      />
      <Card flush>
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
          <SearchField label={`Search ${many} by name`} value={text} onChange={setText} />
          {controls}
        </div>
        <DataView
          reading={reading}
          loading={<SkeletonRows rows={20} columns={6} label={`Loading ${many}`} />}
          isEmpty={isEmpty}
          empty={page > 1 ? noSuchPage : search === '' ? noneYet : notFound}
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
