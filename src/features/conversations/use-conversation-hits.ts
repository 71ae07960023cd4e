/** Searches conversations by customer and by words in messages. The text is sent in the request's body, never in the address. */
import { useEffect, useState } from 'react'
import { request } from '#api/client.ts'
import { type Contract, Refusal, type ResponseOf } from '#contract/index.ts'

export type SearchAnswer = ResponseOf<Contract['conversationSearch']>
export type MessageHit = NonNullable<SearchAnswer['hits'][number]['message']>

const debounceMs = 150

/** The answer for the typed text, debounced; null: none yet. */
export function useConversationHits(text: string) {
  const [state, setState] = useState<{ text: string; answer: SearchAnswer | null; problem: string }>({
    text: '',
    answer: null,
    problem: '',
  })
  const query = text.trim()
  useEffect(() => {
    if (query === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      request('conversationSearch', { body: { text: query } }, { signal: abort.signal }).then(
        ({ data }) => setState({ text: query, answer: data, problem: '' }),
        (error: unknown) => {
          if (error instanceof Refusal) setState({ text: query, answer: null, problem: error.message })
        },
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])
  return {
    answer: query === '' ? null : state.answer,
    problem: query === '' ? '' : state.problem,
    isSearching: query !== '' && state.text !== query,
  }
}
