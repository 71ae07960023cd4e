/** A list of records that one request returns completely, so that the page itself searches, sorts and paginates them. */
import { type ReadOptions, useRead } from '#api/reads.ts'
import { fitsWords } from '#contract/index.ts'
import { DataTable } from '#kit/data/data-table.tsx'
import { useSearch } from '#kit/navigation/search-params.ts'
import { Select } from '#ui/forms/select.tsx'
import { RecordList, RecordsSearch } from './record-list.tsx'
import { pageOf } from './searched-page.ts'
import * as texts from './texts.tsx'

export interface SortOrder<T> {
  value: string
  label: string
  compare: (a: T, b: T) => number
}

interface Props<T> extends Pick<Parameters<typeof RecordList>[0], 'noun' | 'icon' | 'create' | 'purpose'> {
  read: ReadOptions<T[]>
  /** The first one is the default. */
  orders: readonly [SortOrder<T>, ...SortOrder<T>[]]
  columns: Parameters<typeof DataTable<T>>[0]['columns']
  /** A fact about all records, next to the count. */
  factOf?: (all: readonly T[]) => string
}

export function WholeList<T extends { _id: string; name: string }>({
  noun,
  read,
  orders,
  columns,
  factOf,
  ...rest
}: Props<T>) {
  const [{ page, search, sort }, setSearch] = useSearch(RecordsSearch)
  const query = useRead(read)
  const order = orders.find(({ value }) => value === sort) ?? orders[0]
  const records = query.data
  const matches = records?.filter(({ name }) => fitsWords(search, name)).toSorted(order.compare)
  return (
    <RecordList
      {...rest}
      noun={noun}
      query={{ ...query, data: matches && pageOf(matches, page) }}
      isEmpty={({ items }) => items.length === 0}
      facts={records && factOf && <span>{factOf(records)}</span>}
      controls={
        <div className="w-56 max-w-full">
          <Select
            label={texts.sortRecords(noun)}
            labelHidden
            value={order.value}
            onChange={(value) =>
              setSearch({ sort: value === orders[0].value ? '' : value, page: 1 }, { replace: true })
            }
            options={orders}
          />
        </div>
      }
    >
      {({ items }) => (
        <DataTable
          caption={texts.listTitle(noun)}
          columns={columns}
          rows={items}
          rowKey={({ _id, name }) => _id || `${noun[0]} ${name}`}
        />
      )}
    </RecordList>
  )
}

/** Ignores case and accents. */
export const byName = {
  value: 'name',
  label: texts.sortByName,
  compare: (a: { name: string }, b: { name: string }) =>
    a.name.localeCompare(b.name, undefined, { sensitivity: 'base', numeric: true }),
} as const satisfies SortOrder<{ name: string }>

export const byUpdate = {
  value: 'updated',
  label: texts.sortByUpdate,
  compare: (a: { updatedAt: string }, b: { updatedAt: string }) => b.updatedAt.localeCompare(a.updatedAt),
} as const satisfies SortOrder<{ updatedAt: string }>
