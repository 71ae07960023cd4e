/** The columns of a list that this browser stores, until the operator chooses others. Only IDs of columns. */
import { useState } from 'react'

const storageKey = (list: string) => `switchboard.columns.${list}`

function stored(list: string): string {
  try {
    return localStorage.getItem(storageKey(list)) ?? ''
  } catch {
    return ''
  }
}

/**
 * @param list the list's name
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
