/** Searches what the team has seen. The text is sent in a body: phone numbers and names stay out of URLs. */
import { useEffect, useState } from 'react'
import { request } from '#api/client.ts'
import { type Found, Refusal } from '#contract/index.ts'

const debounceMs = 120

/** Results for the text, debounced. */
export function useSearchResults(text: string) {
  const [answer, setAnswer] = useState<{ text: string; found: readonly Found[]; problem: string }>({
    text: '',
    found: [],
    problem: '',
  })
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      request('search', { body: { text: wanted } }, { signal: abort.signal }).then(
        ({ data }) => setAnswer({ text: wanted, found: data.found, problem: '' }),
        (error: unknown) => {
          if (error instanceof Refusal) setAnswer({ text: wanted, found: [], problem: error.message })
        },
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted])
  return {
    found: wanted === '' ? [] : answer.found,
    problem: wanted === '' ? '' : answer.problem,
    searching: wanted !== '' && answer.text !== wanted,
  }
}
