import { useSyncExternalStore } from 'react'

/** Below this width there is no room for two columns. The same as `--breakpoint-lg` in tokens.css. */
const narrowQuery = '(width < 68rem)'

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(narrowQuery)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether the window is too narrow for two columns. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(narrowQuery).matches)
