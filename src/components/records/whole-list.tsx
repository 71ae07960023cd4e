/** A page of records that are read as a whole: searched by name and sorted here, twenty on a page. */
import { type Read, useRead } from '#api/reads.ts'
import { fitsWords } from '#contract/index.ts'
import { DataTable } from '#kit/data/data-table.tsx'
import { useSearch } from '#kit/navigation/search-params.ts'
import { Select } from '#ui/forms/select.tsx'
import { RecordList, RecordsSearch } from './record-list.tsx'
import { pageOf } from './searched-page.ts'

export interface Order<T> {
  value: string
  label: string
  compare: (one: T, other: T) => number
}

interface Props<T> extends Pick<Parameters<typeof RecordList>[0], 'noun' | 'icon' | 'create' | 'teaches'> {
  read: Read<T[]>
  /** The first is how the list is sorted when nothing else is asked for. */
  orders: readonly [Order<T>, ...Order<T>[]]
  columns: Parameters<typeof DataTable<T>>[0]['columns']
  /** Beside the count: what all of them have to say. */
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
  const reading = useRead(read)
  const order = orders.find(({ value }) => value === sort) ?? orders[0]
  const all = reading.data
  const found = all?.filter(({ name }) => fitsWords(search, name)).toSorted(order.compare)
  const [one, many] = noun
  return (
    <RecordList
      {...rest}
      noun={noun}
      reading={{ ...reading, data: found && pageOf(found, page) }}
      isEmpty={({ items }) => items.length === 0}
      facts={all && factOf && <span>{factOf(all)}</span>}
      controls={
        <div className="w-56 max-w-full">
          <Select
            label={`Sort ${many} by`}
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
          caption={many.replace(/^./, (letter) => letter.toUpperCase())}
          columns={columns}
          rows={items}
          rowKey={({ _id, name }) => _id || `${one} ${name}`}
        />
      )}
    </RecordList>
  )
}

/** By name, whatever the case and accents. */
export const byName = {
  value: 'name',
  label: 'By name',
  compare: (one: { name: string }, other: { name: string }) =>
    one.name.localeCompare(other.name, undefined, { sensitivity: 'base', numeric: true }),
} as const satisfies Order<{ name: string }>

/** The one that was changed last comes first. */
export const byUpdate = {
  value: 'updated',
  label: 'Last updated first',
  compare: (one: { updatedAt: string }, other: { updatedAt: string }) => other.updatedAt.localeCompare(one.updatedAt),
} as const satisfies Order<{ updatedAt: string }>
