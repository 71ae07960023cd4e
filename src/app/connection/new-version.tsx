/**
 * Shows that another version of the dashboard is available, with a button to reload the page. During a rolling update, old and new
 * gateways answer in turn. So once a gateway has served another version, the note stays until the page is reloaded.
 */
import { useSyncExternalStore } from 'react'
import { onStatus, refetchStatus } from '#api/status.ts'
import { Button } from '#ui/forms/button.tsx'
import { isOutdated } from './outdated.ts'

const loadedVersion = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content ?? null

let isFileMissing = false
let isAvailable = false
const listeners = new Set<() => void>()

onStatus(({ dashboard }) => {
  if (isAvailable || !isOutdated(dashboard, loadedVersion, isFileMissing)) return
  isAvailable = true
  for (const listener of listeners) listener()
})

// A file of the page could not be loaded. It may belong to an older version.
addEventListener('vite:preloadError', () => {
  isFileMissing = true
  refetchStatus()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the gateway has served another version of the dashboard that should replace this page. */
export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => isAvailable)

/** The note about another version, shown on every page below the top bar. */
export function NewVersion() {
  'use no memo'
  const isShown = useNewVersion()
  return (
    // Always rendered, so that screen readers announce the note.
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
