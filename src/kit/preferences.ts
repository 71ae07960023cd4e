/**
 * The preferences of this browser: theme, a collapsed sidebar, single-key shortcuts, desktop notifications, the undo window.
 * They are attributes of the document. `index.html` sets these from localStorage before the first paint.
 */
import { useSyncExternalStore } from 'react'
import { hold } from '#contract/index.ts'

/** The undo windows to choose from, in seconds, shortest first. */
export const holdSeconds = Array.from({ length: hold.most - hold.least + 1 }, (_, index) => hold.least + index)

/** Each preference with its values; the first is the default. */
export const preferences = {
  theme: ['system', 'light', 'dark'],
  sidebar: ['open', 'folded'],
  /** The outline beside the diagram of a flow. */
  outline: ['open', 'folded'],
  /** The charts in the results of a batch, which are above its calls. */
  charts: ['folded', 'open'],
  /** Patterns in charts, beside the colours. */
  patterns: ['off', 'on'],
  keys: ['on', 'off'],
  /** Desktop notifications while the tab is hidden. */
  desktop: ['off', 'on'],
  /** Desktop notifications and the tab's title about calls that go wrong, while the tab is hidden. */
  calls: ['off', 'on'],
  /** The undo window: how many seconds a decision about a message is held before it is sent. */
  hold: [String(hold.usual), ...holdSeconds.map(String)],
} as const
export type PreferenceName = keyof typeof preferences
export type PreferenceValue<Name extends PreferenceName> = (typeof preferences)[Name][number]

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}
const storageKey = (name: PreferenceName) => `switchboard.${name}`

export function preference<Name extends PreferenceName>(name: Name): PreferenceValue<Name> {
  const values: readonly PreferenceValue<Name>[] = preferences[name]
  const value = document.documentElement.dataset[name]
  return values.find((candidate) => candidate === value) ?? (values[0] as PreferenceValue<Name>)
}

export function setPreference<Name extends PreferenceName>(name: Name, value: PreferenceValue<Name>): void {
  document.documentElement.dataset[name] = value
  try {
    localStorage.setItem(storageKey(name), value)
  } catch {
    // Without storage, the preference lasts until the page is reloaded.
  }
  notifyListeners()
}

function subscribe(listener: () => void): () => void {
  const fromAnotherTab = ({ key, newValue }: StorageEvent) => {
    const name = (Object.keys(preferences) as PreferenceName[]).find((candidate) => storageKey(candidate) === key)
    if (!name) return
    document.documentElement.dataset[name] = newValue ?? ''
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromAnotherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromAnotherTab)
  }
}

export const usePreference = <Name extends PreferenceName>(name: Name): PreferenceValue<Name> =>
  useSyncExternalStore(subscribe, () => preference(name))

/** For how long a decision about a message can be undone before it is sent, seconds. */
export const useUndoWindowSeconds = (): number => Number(usePreference('hold'))
