/** Moves the focus to the page's heading when the focused element is removed, because the focus would be lost otherwise. */
import { useLayoutEffect } from 'react'

/** For a component that is removed after an action inside it. */
export function useFocusHeadingOnUnmount() {
  // On unmount, the focus is still on a button of the component or in its dialog.
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
