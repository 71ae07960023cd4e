/** Moves the focus when the page changes: to the new page's heading, or after Back to the link that was clicked. */
import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

interface LinkReference {
  selector: string
  /** The index among the matching elements, because the page may have several links to the same address. */
  index: number
}

/** The clicked link for each entry of the browser's history. */
const clickedLinks = new Map<string, LinkReference | null>()

const findAll = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

function referenceTo(element: EventTarget | null): LinkReference | null {
  if (!(element instanceof Element)) return null
  if (element.id) return { selector: `#${CSS.escape(element.id)}`, index: 0 }
  const link = element.closest<HTMLElement>('a[href]')
  if (!link) return null
  const selector = `${link.closest('main') ? 'main ' : ''}a[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`
  return { selector, index: findAll(selector).indexOf(link) }
}

function findLink({ selector, index }: LinkReference): HTMLElement | undefined {
  const matching = findAll(selector)
  return matching[index] ?? matching[0]
}

export function RouteFocus() {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const previous = useRef({ key, pathname })

  // Remembers the last clicked link of each history entry.
  useEffect(() => {
    const rememberClick = ({ target }: Event) => clickedLinks.set(key, referenceTo(target))
    document.addEventListener('click', rememberClick, true)
    return () => document.removeEventListener('click', rememberClick, true)
  }, [key])

  useEffect(() => {
    const hasPageChanged = previous.current.pathname !== pathname
    previous.current = { key, pathname }
    if (!hasPageChanged) return
    const clickedLink = type === NavigationType.Pop ? clickedLinks.get(key) : undefined
    const target = (clickedLink && findLink(clickedLink)) ?? document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
  }, [key, pathname, type])
  return null
}
