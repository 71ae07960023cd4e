/** Where the focus goes when the page changes: to the new heading, and on the way back to where one left. */
import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** For each entry of the history, the link that was left from. */
const left = new Map<string, string>()

const describe = (element: EventTarget | null): string => {
  if (!(element instanceof Element)) return ''
  if (element.id) return `#${CSS.escape(element.id)}`
  const href = element.closest('a')?.getAttribute('href')
  return href ? `a[href="${CSS.escape(href)}"]` : ''
}

export function RouteFocus() {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const before = useRef({ key, pathname })

  // The history's entries follow the clicks: from where each one is left.
  useEffect(() => {
    const remember = ({ target }: Event) => left.set(key, describe(target))
    document.addEventListener('click', remember, true)
    return () => document.removeEventListener('click', remember, true)
  }, [key])

  // The document's focus follows the page.
  useEffect(() => {
    const moved = before.current.pathname !== pathname
    before.current = { key, pathname }
    if (!moved) return
    const origin = type === NavigationType.Pop ? left.get(key) : undefined
    const target =
      (origin && document.querySelector<HTMLElement>(origin)) || document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
  }, [key, pathname, type])
  return null
}
