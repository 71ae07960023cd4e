/** Where the focus goes when the page changes: to the new heading, and on the way back to where one left. */
import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

interface Origin {
  selector: string
  /** Which of those that it fits: the rail and the page may lead to the same place. */
  index: number
}

/** For each entry of the history, the link that was left from. */
const left = new Map<string, Origin | null>()

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

function describe(element: EventTarget | null): Origin | null {
  if (!(element instanceof Element)) return null
  if (element.id) return { selector: `#${CSS.escape(element.id)}`, index: 0 }
  const link = element.closest<HTMLElement>('a[href]')
  if (!link) return null
  const selector = `${link.closest('main') ? 'main ' : ''}a[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`
  return { selector, index: all(selector).indexOf(link) }
}

function find({ selector, index }: Origin): HTMLElement | undefined {
  const fitting = all(selector)
  return fitting[index] ?? fitting[0]
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
    const target = (origin && find(origin)) ?? document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
  }, [key, pathname, type])
  return null
}
