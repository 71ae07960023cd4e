import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'

/** How long nothing is typed before the text is written to the address. */
const debounceMs = 300

/**
 * The text of a search field, which is debounced into the address. Typed text is never overwritten while the page loads; if the
 * address changes for another reason (Back, a link), the field follows it. A field that closes on its page writes what was typed at once.
 *
 * @param addressText the text in the address
 * @param setAddressText writes a text to the address
 */
export function useSearchText(
  addressText: string,
  setAddressText: (text: string) => void,
): [string, (text: string) => void] {
  const [field, setField] = useState({ text: addressText, lastAddressText: addressText, appliedText: addressText })
  if (field.lastAddressText !== addressText) {
    const isOwnChange = field.appliedText === addressText
    setField({ text: isOwnChange ? field.text : addressText, lastAddressText: addressText, appliedText: addressText })
  }
  const { text, appliedText } = field
  useEffect(() => {
    if (text === appliedText) return
    const timer = setTimeout(() => {
      setField((field) => ({ ...field, appliedText: text }))
      setAddressText(text)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text, appliedText, setAddressText])
  const { pathname } = useLocation()
  const writeRest = useEffectEvent(() => {
    // Whoever leaves the page takes nothing along.
    if (text !== appliedText && location.pathname === pathname) setAddressText(text)
  })
  useEffect(() => () => writeRest(), [])
  return [text, (next) => setField((field) => ({ ...field, text: next }))]
}
