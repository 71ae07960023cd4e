/** Which columns the window has room for. */
import { useSyncExternalStore } from 'react'

/** Makes a hook that tells whether the window matches a media query. */
function createMediaHook(query: string): () => boolean {
  const subscribe = (onChange: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
  return () => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Whether the window is too narrow for two columns. The width is `--breakpoint-lg` in tokens.css. */
export const useIsNarrow = createMediaHook('(width < 68rem)')

/** Whether the window is wide enough for a list beside a page with two columns: 1280 px. */
export const useIsWide = createMediaHook('(width >= 80rem)')

/** Whether the window is wide enough for three columns. The width is `--breakpoint-xl` in tokens.css. */
export const useIsExtraWide = createMediaHook('(width >= 88rem)')

/** Whether the window has room for a diagram beside a panel. The width is `--breakpoint-md` in tokens.css. */
export const useHasTwoColumns = createMediaHook('(width >= 52rem)')
