/** Search among what the team has seen. The text goes in a body: numbers and names stay out of addresses. */
import { useEffect, useState } from 'react'
import { request } from '#api/client.ts'
import { type Found, Refusal } from '#contract/index.ts'

const pause = 120

/** What the team has seen that fits the text. */
export function useSearchResults(text: string) {
  const [answer, setAnswer] = useState<{ text: string; found: readonly Found[]; problem: string }>({
    text: '',
    found: [],
    problem: '',
  })
  const wanted = text.trim()
  // The answer follows the text, a moment after the last key.
  useEffect(() => {
    if (wanted === '') return
    const given = new AbortController()
    const timer = setTimeout(() => {
      request('search', { body: { text: wanted } }, { signal: given.signal }).then(
        ({ data }) => setAnswer({ text: wanted, found: data.found, problem: '' }),
        (error: unknown) => {
          if (error instanceof Refusal) setAnswer({ text: wanted, found: [], problem: error.message })
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      given.abort()
    }
  }, [wanted])
  return {
    found: wanted === '' ? [] : answer.found,
    problem: wanted === '' ? '' : answer.problem,
    searching: wanted !== '' && answer.text !== wanted,
  }
}
