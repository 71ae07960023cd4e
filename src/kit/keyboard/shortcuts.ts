/** Handles keyboard shortcuts. A mounted component defines what a shortcut of `shortcut-table.ts` does. */
import { useLayoutEffect, useRef } from 'react'
import { preference } from '../preferences.ts'
import { chordOf, isForInputMethod, type Layout, layoutAfter } from './key-press.ts'
import { areForTextField, type ShortcutName, shortcuts } from './shortcut-table.ts'

/** The functions of mounted components, the latest last: it handles keys that several shortcuts share. */
const handlers = new Map<ShortcutName, () => void>()
const sequenceTimeoutMs = 1_200
/** The first keys of a sequence such as `g b`, and when they were pressed. */
let sequence = { chord: '', startedAt: 0 }
/** The keyboard layout, as far as the keys that were pressed show it. */
let layout: Layout = 'latin'

const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') && !target.matches('[type=checkbox], [type=radio]')))

function findShortcut(keys: string): ShortcutName | undefined {
  return [...handlers.keys()].findLast((name) => shortcuts[name].keys === keys)
}
const startsSequence = (chord: string) =>
  [...handlers.keys()].some((name) => shortcuts[name].keys.startsWith(`${chord} `))

/** Whether a dialog, menu or list above the page gets all keys, even before it has the focus. Only the command palette opens over it. */
const isOverlayOpen = (target: EventTarget | null) =>
  (target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null) ||
  document.querySelector('dialog:modal, [role=dialog][data-open]') !== null

function handleKeyDown(event: KeyboardEvent) {
  layout = layoutAfter(layout, event)
  const chord = chordOf(event, layout)
  if (chord === '' || event.repeat || event.defaultPrevented) return
  const withMod = chord.startsWith('mod+')
  if (!withMod && (isEditable(event.target) || preference('keys') === 'off')) return
  if (chord !== shortcuts.palette.keys && isOverlayOpen(event.target)) return
  const sequenceKeys =
    sequence.chord !== '' && event.timeStamp - sequence.startedAt < sequenceTimeoutMs
      ? `${sequence.chord} ${chord}`
      : ''
  sequence = { chord: '', startedAt: 0 }
  const name = findShortcut(sequenceKeys) ?? findShortcut(chord)
  if (name && areForTextField(shortcuts[name].keys) && isEditable(event.target)) return
  if (name) {
    event.preventDefault()
    handlers.get(name)?.()
  } else if (startsSequence(chord)) {
    sequence = { chord, startedAt: event.timeStamp }
  }
}
addEventListener('keydown', handleKeyDown)

// While an input method composes a text, its keys reach nothing on the page: neither a shortcut, nor a dialog, nor a field that sends or
// leaves with Enter. The window's capturing listeners come before all others, so that no other one has to ask.
addEventListener('keydown', (event) => isForInputMethod(event) && event.stopImmediatePropagation(), { capture: true })

/** Calls `onPress` when the keys of the shortcut are pressed, while the component is mounted and `enabled`. */
export function useShortcut(name: ShortcutName, onPress: () => void, enabled = true): void {
  const latestOnPress = useRef(onPress)
  // A layout effect, because a key pressed right after a render would otherwise call the previous function.
  useLayoutEffect(() => {
    latestOnPress.current = onPress
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const handler = () => latestOnPress.current()
    handlers.set(name, handler)
    return () => {
      if (handlers.get(name) === handler) handlers.delete(name)
    }
  }, [name, enabled])
}

/** Does what the shortcut's keys do, if a mounted component handles it. */
export const runShortcut = (name: ShortcutName): void => handlers.get(name)?.()

/** The shortcuts that mounted components handle. */
export const activeShortcuts = (): ShortcutName[] => [...handlers.keys()]
