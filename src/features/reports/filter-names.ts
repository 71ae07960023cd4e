/** The names of the records by which a page is filtered. Its figures need not name them: they may have none in the period. */
import { read, useRead } from '#api/reads.ts'
import type { FilterField } from './search.ts'
import { nameOfGroup } from './texts.tsx'

/** Filters of the reports; not every page has each. */
export type FilterValues = Partial<Record<FilterField, string>>

/** Filters whose values are IDs. */
const namedFields = ['agent', 'flow', 'batch', 'reviewer'] as const satisfies readonly FilterField[]

const isFiltered = (values: FilterValues) => namedFields.some((field) => values[field])

const namesRead = (values: FilterValues) =>
  read('filterNameShow', {
    query: Object.fromEntries(namedFields.flatMap((field) => (values[field] ? [[`${field}Id`, values[field]]] : []))),
  })

/** For loaders: the read of the names, if there is a filter that has one. */
export const filterNameReads = (values: FilterValues) => (isFiltered(values) ? [namesRead(values)] : [])

/** @returns the name of the value of a filter; of a record without a known name, what it is with its ID */
export function useFilterNames(values: FilterValues): (field: FilterField) => string {
  const { data } = useRead({ ...namesRead(values), enabled: isFiltered(values) })
  return (field) => {
    const key = values[field] ?? ''
    const named = field === 'country' ? undefined : data?.[field]
    // While others load, the names of the filters before are still there.
    return key === '' ? '' : nameOfGroup(field, { key, name: named?.id === key ? named.name : null })
  }
}
