/**
 * A new version of the dashboard: the page says so, and is loaded again when a person wants it. While gateways are renewed one after the
 * other, both versions answer in turn; what was seen once holds until the page is loaded again.
 */
import { useSyncExternalStore } from 'react'
import { onStatus, refetchStatus } from '#api/status.ts'
import { Button } from '#ui/forms/button.tsx'
import { isOutdated } from './outdated.ts'

const own = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content ?? null

let isFileMissing = false
let isAvailable = false
const listeners = new Set<() => void>()

onStatus(({ dashboard }) => {
  if (isAvailable || !isOutdated(dashboard, own, isFileMissing)) return
  isAvailable = true
  for (const listener of listeners) listener()
})

// A part of the page could not be loaded: it may be gone.
addEventListener('vite:preloadError', () => {
  isFileMissing = true
  refetchStatus()
})

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the gateway serves a newer dashboard than the one that this page is of. */
export const useNewVersion = (): boolean => useSyncExternalStore(follow, () => isAvailable)

/** On every page, below the bar. */
export function NewVersion() {
  const isShown = useNewVersion()
  return (
    // Always there, so that what comes into it is announced.
    <output className="block">
      {isShown && (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-accent-soft px-3 py-1.5 sm:px-gutter">
          A new version of Switchboard is available.
          <Button size="small" onClick={() => location.reload()}>
            Reload
          </Button>
        </span>
      )}
    </output>
  )
}
