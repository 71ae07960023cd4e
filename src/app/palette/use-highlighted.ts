/** The item of the command palette that Enter opens, and the keys that change it. */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { foldText } from '#contract/index.ts'
import type { Icon } from '#ui/status/icon.tsx'

export interface Item {
  id: string
  title: string
  note: string
  icon: Icon
  keys?: string
  /** Whether the operator may not use it; the note says why. */
  isDisabled?: boolean
  run: () => void
}

/** In their order, but first those whose name begins with what was typed, then those of which a word does, then those found by other words. */
export function byName(items: readonly Item[], text: string): Item[] {
  const typed = foldText(text.trim())
  const rank = (name: string) => (name.startsWith(typed) ? 0 : name.includes(` ${typed}`) ? 1 : 2)
  return items.toSorted((one, other) => rank(foldText(one.title)) - rank(foldText(other.title)))
}

const stepByKey: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
export const optionId = (id: string) => `palette-${id}`

/** Where Enter begins: at the first item that can be used; -1 if none can. */
export const placeAtFirst = (items: readonly Item[]) => items.findIndex(({ isDisabled }) => !isDisabled)

/** The highlighted item, which Enter opens: the first usable one, until another is selected for this text. Adds the keys to the input. */
export function useHighlighted(items: readonly Item[], text: string, input: RefObject<HTMLInputElement | null>) {
  const [selection, setSelection] = useState({ text: '', id: '' })
  const selected = selection.text === text ? items.findIndex(({ id }) => id === selection.id) : -1
  const index = Math.max(0, selected === -1 ? placeAtFirst(items) : selected)
  const item = items[index]
  const id = item?.id ?? ''
  // The input tells screen readers which item is highlighted, and its arrow keys and Enter control the list.
  useLayoutEffect(() => {
    const inputElement = input.current
    if (!inputElement) return
    if (id) inputElement.setAttribute('aria-activedescendant', optionId(id))
    else inputElement.removeAttribute('aria-activedescendant')
    const handleKeyDown = (event: KeyboardEvent) => {
      const step = stepByKey[event.key]
      const next = step && items[Math.min(items.length - 1, Math.max(0, index + step))]
      if (!step && event.key !== 'Enter') return
      event.preventDefault()
      if (next) setSelection({ text, id: next.id })
      if (event.key === 'Enter' && !event.repeat && item && !item.isDisabled) item.run()
    }
    inputElement.addEventListener('keydown', handleKeyDown)
    return () => inputElement.removeEventListener('keydown', handleKeyDown)
  })
  // Scrolls the item into view.
  useEffect(() => {
    document.getElementById(optionId(id))?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return { id, choose: (item: Item) => setSelection({ text, id: item.id }) }
}
