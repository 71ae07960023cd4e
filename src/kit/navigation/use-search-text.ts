import { useEffect, useState } from 'react'

/**
 * The text of a search field, which is debounced into the address. Typed text is never overwritten while the page loads; if the
 * address changes for another reason (Back, a link), the field follows it.
 *
 * @param inAddress the text in the address
 * @param apply writes a text to the address
 */
export function useSearchText(inAddress: string, apply: (text: string) => void): [string, (text: string) => void] {
  const [field, setField] = useState({ text: inAddress, seen: inAddress, applied: inAddress })
  if (field.seen !== inAddress) {
    const ours = field.applied === inAddress
    setField({ text: ours ? field.text : inAddress, seen: inAddress, applied: inAddress })
  }
  const { text, applied } = field
  // Debounces the text.
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
