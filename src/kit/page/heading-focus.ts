/** The keyboard's place when what had the focus goes away: the heading of the page, not the top of the document. */
import { useLayoutEffect } from 'react'

/** Used by a part of a page that goes away by what is done in it. */
export function useHeadingAfter() {
  // The document's focus: while it is on a button of the part or in its dialog, it is about to be lost.
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
