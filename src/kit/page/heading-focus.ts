/** Moves the focus to the page's heading when the element that has it is removed; otherwise it would be lost. */
import { useLayoutEffect } from 'react'

/** For a part of a page that disappears after an action in it. */
export function useFocusHeadingOnUnmount() {
  // On unmount, the focus is still on a button of the part or in its dialog.
  useLayoutEffect(
    () => () => {
      if (!document.activeElement?.closest('main, [role=dialog], [role=alertdialog]')) return
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
      })
    },
    [],
  )
}
