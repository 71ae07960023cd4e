/**
 * Keeps the height of a part of a page whose content comes later, or comes and goes, so that nothing below it moves: until its content is
 * there, it is as tall as it was last in this browser; afterwards it grows, and becomes lower only while nobody looks.
 */
import { useCallback } from 'react'

const storageKey = 'switchboard.heights'

/** Of each part: the width of the window, and the height that it last had there, px. */
function storedHeights(): Record<string, [width: number, height: number]> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, [number, number]>
  } catch {
    return {}
  }
}

/** Of a part that keeps its height: its placeholders are no taller than what is expected. */
export const keptHeightClasses = 'has-data-placeholder:max-h-(--kept-height) has-data-placeholder:overflow-clip'

/** A ref for the part with this name; '' for one that keeps no height. */
export const useKeptHeight = (name: string) =>
  useCallback((box: HTMLElement | null) => (box && name !== '' ? keepHeight(name, box) : undefined), [name])

function keepHeight(name: string, box: HTMLElement) {
  const [storedWidth, storedHeight = 0] = storedHeights()[name] ?? []
  let width = box.offsetWidth
  let least = storedWidth === innerWidth ? storedHeight : 0
  if (least > 0) box.style.setProperty('--kept-height', `${least}px`)
  const keep = () => {
    box.style.minHeight = `${least}px`
  }
  const shrink = () => {
    box.style.minHeight = ''
    least = box.offsetHeight
    keep()
  }
  const store = () => {
    if (box.querySelector('[data-placeholder]')) return
    shrink()
    try {
      localStorage.setItem(storageKey, JSON.stringify({ ...storedHeights(), [name]: [innerWidth, least] }))
    } catch {
      // Without storage, the next page starts from its placeholders.
    }
  }
  keep()
  const observer = new ResizeObserver(() => {
    if (box.offsetWidth !== width) shrink()
    width = box.offsetWidth
    least = Math.max(least, box.offsetHeight)
    keep()
  })
  observer.observe(box)
  const whileHidden = () => document.visibilityState === 'hidden' && store()
  document.addEventListener('visibilitychange', whileHidden)
  return () => {
    store()
    document.removeEventListener('visibilitychange', whileHidden)
    observer.disconnect()
  }
}
