/** Searches the records that the team has opened. The text is sent in the request's body, so that phone numbers and names stay out of URLs. */
import { useEffect, useState } from 'react'
import { request } from '#api/client.ts'
import { type Found, Refusal } from '#contract/index.ts'

const debounceMs = 120

/** The results for the typed text, debounced. */
export function useSearchResults(text: string) {
  const [answer, setAnswer] = useState<{ text: string; found: readonly Found[]; problem: string }>({
    text: '',
    found: [],
    problem: '',
  })
  const query = text.trim()
  useEffect(() => {
    if (query === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      request('search', { body: { text: query } }, { signal: abort.signal }).then(
        ({ data }) => setAnswer({ text: query, found: data.found, problem: '' }),
        (error: unknown) => {
          if (error instanceof Refusal) setAnswer({ text: query, found: [], problem: error.message })
        },
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])
  return {
    found: query === '' ? [] : answer.found,
    problem: query === '' ? '' : answer.problem,
    isSearching: query !== '' && answer.text !== query,
  }
}
