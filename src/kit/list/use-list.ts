/** The state of a list: in its address, and the columns that this browser stores. */
import { useState } from 'react'
import { useSearch } from '../navigation/search-params.ts'
import { addressOf, type FilterState, type ListDefinition, type ListState, stateOf } from './definition.ts'

/** Changes some of the state: `filters` are given by their IDs. The first page is shown again, unless a page is given. */
export type ChangeList = (patch: Readonly<Record<string, string | number | undefined>>) => void

export interface FilterProps {
  filters: readonly FilterState[]
  onChange: ChangeList
}

/** The state of a list in its address, and a function that changes it. */
export function useListState<Row>(list: Pick<ListDefinition<Row>, 'columns' | 'moreFilters'>): [ListState, ChangeList] {
  const [parsed, setParsed] = useSearch(addressOf(list))
  return [stateOf(list, parsed), (patch) => setParsed({ page: 1, ...patch }, { replace: true })]
}

const storageKey = (list: string) => `switchboard.columns.${list}`

function stored(list: string): string {
  try {
    return localStorage.getItem(storageKey(list)) ?? ''
  } catch {
    return ''
  }
}

/**
 * The columns of a list that this browser stores, until somebody chooses others. Only IDs of columns.
 *
 * @param list the list's name, which no other list has
 * @param inAddress the columns in the address, which win; '' for none
 * @returns the chosen columns, '' for all, and a function that stores others
 */
export function useChosenColumns(list: string, inAddress: string): [string, (columns: string) => void] {
  const [columns, setColumns] = useState(() => stored(list))
  const store = (next: string) => {
    setColumns(next)
    try {
      if (next === '') localStorage.removeItem(storageKey(list))
      else localStorage.setItem(storageKey(list), next)
    } catch {
      // Without storage, the choice lasts as long as the page.
    }
  }
  return [inAddress || columns, store]
}
