/**
 * Keeps the height of a part of a page whose content comes later, or comes and goes, so that nothing below it moves: until its content is
 * there, it is as tall as it was last in this browser; afterwards it grows, and becomes lower only while nobody looks.
 */
import { useCallback } from 'react'

const storageKey = 'switchboard.heights'

/** Heights in px by part and width of the window. */
function storedHeights(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** A ref for the part with this name; '' for one that keeps no height. */
export const useKeptHeight = (name: string) =>
  useCallback((box: HTMLElement | null) => (box && name !== '' ? keepHeight(name, box) : undefined), [name])

function keepHeight(name: string, box: HTMLElement) {
  const heights = storedHeights()
  let width = box.offsetWidth
  const keyOf = () => `${name} ${innerWidth}`
  let least = heights[keyOf()] ?? 0
  const keep = () => {
    box.style.minHeight = `${least}px`
  }
  const shrink = () => {
    box.style.minHeight = ''
    least = box.offsetHeight
    keep()
    try {
      localStorage.setItem(storageKey, JSON.stringify({ ...storedHeights(), [keyOf()]: least }))
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
  const whileHidden = () => document.visibilityState === 'hidden' && shrink()
  document.addEventListener('visibilitychange', whileHidden)
  return () => {
    shrink()
    document.removeEventListener('visibilitychange', whileHidden)
    observer.disconnect()
  }
}
