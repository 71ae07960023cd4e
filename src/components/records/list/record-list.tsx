/** A page that lists records: search, filters with counts, an order by each column, columns to choose, and a button for a new record. */
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Age } from '#kit/data/age.tsx'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { FittingTable } from '#kit/data/fitting-table.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { useSearchText } from '#kit/navigation/use-search-text.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { Button } from '#ui/forms/button.tsx'
import { SearchField } from '#ui/forms/search-field.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { SortButton } from '#ui/layout/sort-button.tsx'
import type { Icon } from '#ui/status/icon.tsx'
import * as fileTexts from '../files/texts.ts'
import { MoreActions } from '../more-actions.tsx'
import * as texts from '../texts.tsx'
import { useChosenColumns } from './chosen-columns.ts'
import { ChipFilters, ColumnMenu, OrderSelect, ValueFilters } from './filter-bar.tsx'
import {
  applyTable,
  columnsOf,
  pageOf,
  pressHeading,
  type RecordSearch,
  type RecordTable,
  recordSearchOf,
  searchSchemaOf,
  sortOf,
} from './record-table.ts'
import type { ListedRecords } from './use-records.ts'

interface Props<Row> {
  noun: readonly [one: string, many: string]
  icon: Icon
  table: RecordTable<Row>
  list: ListedRecords<Row>
  /** The page that creates a record, and why this operator cannot use it; '' if they can. */
  create: { to: string; reason: string }
  /** Says what such a record is for while there is none. */
  purpose: string
  /** A fact about all records, next to the count. */
  factOf?: (all: readonly Row[]) => string
  /** Beside the button for a new record. */
  secondAction?: ReactNode
  /** Shown behind the count and its fact. */
  facts?: ReactNode
  /** Saves these records as a file. */
  onExport: (rows: readonly Row[]) => void
}

/** The state of a list in its address, and a function that changes it. */
export function useRecordSearch<Row>(table: RecordTable<Row>) {
  const [parsed, setParsed] = useSearch(searchSchemaOf(table))
  const search = recordSearchOf(table, parsed)
  const change = (patch: Partial<Omit<RecordSearch, 'filters'>> & Record<string, unknown>) =>
    setParsed({ page: 1, ...patch }, { replace: true })
  return { search, change }
}

export function RecordList<Row>({
  noun,
  icon,
  table,
  list,
  create,
  purpose,
  factOf,
  facts,
  secondAction,
  onExport,
}: Props<Row>) {
  const navigate = useNavigate()
  const { search, change } = useRecordSearch(table)
  const [text, setText] = useSearchText(search.search, (next) => change({ search: next }))
  const [chosen, storeColumns] = useChosenColumns(noun[1], search.columns)
  const { query, isWhole } = list
  const applied = isWhole && list.query.data ? applyTable(table, list.query.data, search) : null
  const page = isWhole ? applied && pageOf(applied.matches, search.page) : list.query.data
  /** What the list shows, with all its pages; of a list that is loaded page by page, the page. */
  const exported = applied?.matches ?? page?.items ?? []
  const total = isWhole ? (list.query.data?.length ?? null) : (list.query.data?.pagination.total ?? null)
  const isCut = list.isWhole && list.cutFrom !== undefined
  const isNarrowed = search.search.trim() !== '' || applied?.isFiltered === true
  const sort = sortOf(table, search)
  const shownColumns = columnsOf(table, chosen)
  const columns = shownColumns.map(({ header, ...column }): DataColumn<Row> => {
    if (!isWhole) return { ...column, header }
    const order = column.id === sort.column.id ? sort.order : 'none'
    const press = () => change(pressHeading(table, search, column.id))
    return {
      ...column,
      order,
      header: <SortButton header={header} align={column.align} order={order} onPress={press} />,
    }
  })
  const chooseFilter = (id: string, value: string) => change({ [id]: value })
  const newButton = (
    <ButtonLink to={create.to} variant="primary" icon={Plus} disabledReason={create.reason}>
      {texts.newRecord(noun[0])}
    </ButtonLink>
  )
  return (
    <Page>
      <PageHeader
        title={texts.listTitle(noun)}
        facts={
          <>
            {total !== null && <span>{isCut ? texts.firstRecords(total, noun) : texts.recordCount(total, noun)}</span>}
            {isWhole && list.query.data && factOf && <span>{factOf(list.query.data)}</span>}
            {facts}
            <Age readAt={query.readAt} refusal={query.refusal} />
          </>
        }
        actions={
          <>
            <MoreActions
              items={[
                {
                  key: 'import',
                  label: fileTexts.importRecords,
                  disabledReason: create.reason,
                  onSelect: () => void navigate(paths.importRecords()),
                },
                {
                  key: 'export',
                  label: fileTexts.exportList(exported.length, noun),
                  disabledReason: exported.length === 0 && texts.nothingToExport,
                  onSelect: () => onExport(exported),
                },
              ]}
            />
            {secondAction}
            {newButton}
          </>
        }
      />
      <Card flush>
        <div className="group/list">
          <div className="@container">
            <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
              <SearchField label={texts.searchByName(noun)} value={text} onChange={setText} />
              {applied && <ValueFilters filters={applied.filters} onChange={chooseFilter} />}
              {applied && (
                <OrderSelect
                  columns={shownColumns}
                  value={{ column: sort.column.id, order: sort.order }}
                  onChange={(column, order) => change({ sort: column === table.firstSort ? '' : column, order })}
                />
              )}
              <ColumnMenu
                table={table}
                shown={shownColumns}
                onChange={(next) => {
                  storeColumns(next)
                  change({ columns: next, page: search.page })
                }}
              />
              {applied && <ChipFilters filters={applied.filters} onChange={chooseFilter} />}
            </div>
          </div>
          {!isWhole && (
            <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2 text-label text-soft">
              <p className="min-w-0 flex-1">{texts.longList(total, noun, list.requests)}</p>
              <Button size="small" onClick={() => change({ all: 'yes' })}>
                {texts.loadAll(noun, total)}
              </Button>
            </div>
          )}
          {list.isWhole && list.cutFrom !== undefined && (
            <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2 text-label text-soft">
              <p className="min-w-0 flex-1">{texts.cutList(list.cutFrom, noun, search.all === 'yes')}</p>
              {search.all === 'yes' && (
                <Button size="small" onClick={() => change({ all: undefined })}>
                  {texts.showPageByPage}
                </Button>
              )}
            </div>
          )}
          <DataView
            query={{ ...query, data: page ?? undefined }}
            loading={<SkeletonRows rows={20} columns={6} label={texts.loadingList(noun)} />}
            isEmpty={({ items }) => items.length === 0}
            empty={
              <EmptyList
                noun={noun}
                icon={icon}
                page={search.page}
                isNarrowed={isNarrowed}
                search={search.search}
                first={<FirstRecord noun={noun} icon={icon} purpose={purpose} newButton={newButton} />}
              />
            }
          >
            {({ items, pagination }) => (
              <>
                <FittingTable caption={texts.listTitle(noun)} columns={columns} rows={items} rowKey={table.rowKey} />
                <Pagination pagination={pagination} noun={noun} />
              </>
            )}
          </DataView>
        </div>
      </Card>
    </Page>
  )
}

const FirstRecord = ({
  noun,
  icon,
  purpose,
  newButton,
}: Pick<Props<never>, 'noun' | 'icon' | 'purpose'> & { newButton: ReactNode }) => (
  <EmptyState icon={icon} title={texts.noRecordsYet(noun)} action={newButton}>
    {purpose}
  </EmptyState>
)

interface EmptyProps extends Pick<Props<never>, 'noun' | 'icon'> {
  page: number
  /** A search or a filter leaves records out. */
  isNarrowed: boolean
  search: string
  /** Shown if there is no record at all. */
  first: ReactNode
}

function EmptyList({ noun, icon, page, isNarrowed, search, first }: EmptyProps) {
  if (page > 1) {
    return (
      <EmptyState
        icon={icon}
        title={texts.noSuchPage(page)}
        action={<ButtonLink to="?">{texts.showFirstPage}</ButtonLink>}
      >
        {texts.noSuchPageHint}
      </EmptyState>
    )
  }
  if (!isNarrowed) return first
  return (
    <EmptyState
      icon={icon}
      title={texts.noMatches(noun, search.trim())}
      action={<ButtonLink to="?">{texts.clearSearch}</ButtonLink>}
    >
      {texts.noMatchesHint}
    </EmptyState>
  )
}
