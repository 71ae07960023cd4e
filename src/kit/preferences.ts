/**
 * How this browser likes it: theme, density, a folded rail, single keys, how long decisions are held. The document's attributes are the one truth;
 * `index.html` sets them before the first paint from what was remembered.
 */
import { useSyncExternalStore } from 'react'
import { hold } from '#contract/index.ts'

/** What may be chosen, shortest first. */
export const holdSeconds = Array.from({ length: hold.most - hold.least + 1 }, (_, index) => hold.least + index)

/** Each preference with its values; the first is the default. */
export const preferences = {
  theme: ['system', 'light', 'dark'],
  density: ['compact', 'comfortable'],
  rail: ['open', 'folded'],
  keys: ['on', 'off'],
  /** Whether the desktop tells what came while nobody looked. */
  desktop: ['off', 'on'],
  /** Seconds for which a decision about a message is held. */
  hold: [String(hold.usual), ...holdSeconds.map(String)],
} as const
export type PreferenceName = keyof typeof preferences
export type PreferenceValue<Name extends PreferenceName> = (typeof preferences)[Name][number]

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const remembered = (name: PreferenceName) => `switchboard.${name}`

export function preference<Name extends PreferenceName>(name: Name): PreferenceValue<Name> {
  const values: readonly PreferenceValue<Name>[] = preferences[name]
  const value = document.documentElement.dataset[name]
  return values.find((one) => one === value) ?? (values[0] as PreferenceValue<Name>)
}

export function setPreference<Name extends PreferenceName>(name: Name, value: PreferenceValue<Name>): void {
  document.documentElement.dataset[name] = value
  try {
    localStorage.setItem(remembered(name), value)
  } catch {
    // It holds for this page then.
  }
  tell()
}

function subscribe(listener: () => void): () => void {
  const fromAnotherTab = ({ key, newValue }: StorageEvent) => {
    const name = (Object.keys(preferences) as PreferenceName[]).find((one) => remembered(one) === key)
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
