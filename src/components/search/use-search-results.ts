/** Searches the records that the team has opened. */
import { request } from '#api/client.ts'
import { useTypedSearch } from './use-typed-search.ts'

const debounceMs = 120
const search = (text: string, signal: AbortSignal) => request('search', { body: { text } }, { signal })

/** The results for the typed text, debounced. */
export function useSearchResults(text: string) {
  const { answer, problem, isSearching } = useTypedSearch(text, search, debounceMs)
  return { found: answer?.found ?? [], problem, isSearching }
}
