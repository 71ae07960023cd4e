/** Searches for the text that somebody types. The text is sent in the request's body, so that phone numbers and names stay out of URLs. */
import { useEffect, useState } from 'react'
import { Refusal } from '#contract/index.ts'

/**
 * @param search sends the request. The same function in each render
 * @param debounceMs how long the text must not have changed
 * @returns the answer to the typed text, or meanwhile to the text before; null: none
 */
export function useTypedSearch<Answer>(
  text: string,
  search: (query: string, signal: AbortSignal) => Promise<{ data: Answer }>,
  debounceMs: number,
) {
  const [state, setState] = useState<{ query: string; answer: Answer | null; problem: string }>({
    query: '',
    answer: null,
    problem: '',
  })
  const query = text.trim()
  useEffect(() => {
    if (query === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      search(query, abort.signal).then(
        ({ data }) => setState({ query, answer: data, problem: '' }),
        (error: unknown) => {
          if (error instanceof Refusal) setState({ query, answer: null, problem: error.message })
        },
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query, search, debounceMs])
  return {
    answer: query === '' ? null : state.answer,
    problem: query === '' ? '' : state.problem,
    isSearching: query !== '' && state.query !== query,
  }
}
