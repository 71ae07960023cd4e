/** Moves the focus when the page changes: to the new heading, or on Back to the link that was followed. */
import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

interface Origin {
  selector: string
  /** Which of the matching elements: the sidebar and the page may link to the same address. */
  index: number
}

/** For each entry of the history, the link that was followed from it. */
const followed = new Map<string, Origin | null>()

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
  const matching = all(selector)
  return matching[index] ?? matching[0]
}

export function RouteFocus() {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const before = useRef({ key, pathname })

  // Remembers the last clicked link of each entry.
  useEffect(() => {
    const remember = ({ target }: Event) => followed.set(key, describe(target))
    document.addEventListener('click', remember, true)
    return () => document.removeEventListener('click', remember, true)
  }, [key])

  useEffect(() => {
    const moved = before.current.pathname !== pathname
    before.current = { key, pathname }
    if (!moved) return
    const origin = type === NavigationType.Pop ? followed.get(key) : undefined
    const target = (origin && find(origin)) ?? document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
  }, [key, pathname, type])
  return null
}
