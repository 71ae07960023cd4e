import { useEffect, useState } from 'react'

/**
 * What stands in a search field whose text goes into the address when the hand rests. What is typed is never taken back while
 * the page is on its way; when the address changes by itself (Back, a link), the field follows it.
 *
 * @param inAddress the text that the address holds
 * @param apply puts a text into the address
 */
export function useSearchText(inAddress: string, apply: (text: string) => void): [string, (text: string) => void] {
  const [field, setField] = useState({ text: inAddress, seen: inAddress, applied: inAddress })
  if (field.seen !== inAddress) {
    const ours = field.applied === inAddress
    setField({ text: ours ? field.text : inAddress, seen: inAddress, applied: inAddress })
  }
  const { text, applied } = field
  // The clock.
  useEffect(() => {
    if (text === applied) return
    const timer = setTimeout(() => {
      setField((before) => ({ ...before, applied: text }))
      apply(text)
    }, 300)
    return () => clearTimeout(timer)
  }, [text, applied, apply])
  return [text, (next) => setField((before) => ({ ...before, text: next }))]
}
