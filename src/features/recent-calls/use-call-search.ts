/** Searches the recent calls. The text is sent in the request's body, so that names, numbers and what was said stay out of URLs. */
import { useEffect, useState } from 'react'
import { request } from '#api/client.ts'
import { type KeptCallFilter, type ListedCall, Refusal } from '#contract/index.ts'

const debounceMs = 200

/** The calls that contain the typed text, debounced; null while nothing is typed or the first answer is awaited. */
export function useCallSearch(text: string, { agent, state }: Pick<KeptCallFilter, 'agent' | 'state'>) {
  const query = text.trim()
  const key = JSON.stringify([query, agent, state])
  const [answer, setAnswer] = useState<{
    key: string
    calls: readonly ListedCall[] | null
    hasMore: boolean
    refusal: Refusal | null
  }>({ key: '', calls: null, hasMore: false, refusal: null })
  // Sends a request to the gateway when the text or a filter has changed.
  useEffect(() => {
    if (query === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      request('keptCallSearch', { body: { text: query, agent, state } }, { signal: abort.signal }).then(
        ({ data }) => setAnswer({ key, ...data, refusal: null }),
        (error: unknown) => {
          if (error instanceof Refusal) setAnswer({ key, calls: null, hasMore: false, refusal: error })
        },
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query, agent, state, key])
  const isTyped = query !== ''
  return {
    isTyped,
    isSearching: isTyped && answer.key !== key,
    calls: isTyped ? answer.calls : null,
    hasMore: answer.hasMore,
    refusal: isTyped && answer.key === key ? answer.refusal : null,
  }
}
