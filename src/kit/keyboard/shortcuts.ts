/** Keyboard shortcuts. A mounted component defines what a shortcut of the table does. */
import { useLayoutEffect, useRef } from 'react'
import { preference } from '../preferences.ts'
import { chordOf, type Shortcut, type ShortcutName, shortcuts } from './shortcut-table.ts'

const handlers = new Map<ShortcutName, () => void>()
const sequenceTimeoutMs = 1_200
/** The first keys of a sequence such as `g b`, and when they were pressed. */
let begun = { chord: '', at: 0 }

const editable = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') && !target.matches('[type=checkbox], [type=radio]')))

function find(keys: string): ShortcutName | undefined {
  return [...handlers.keys()].findLast((name) => shortcuts[name].keys === keys)
}
const begins = (chord: string) => [...handlers.keys()].some((name) => shortcuts[name].keys.startsWith(`${chord} `))

/** Dialogs, menus and lists above the page get all keys, even before they have the focus. Only the palette opens over them. */
const isAbovePage = (target: EventTarget | null) =>
  (target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]') !== null) ||
  document.querySelector('dialog:modal, [role=dialog][data-open]') !== null

function press(event: KeyboardEvent) {
  const chord = chordOf(event)
  if (chord === '' || event.repeat || event.defaultPrevented) return
  const withMod = chord.startsWith('mod+')
  if (!withMod && (editable(event.target) || preference('keys') === 'off')) return
  if (chord !== shortcuts.palette.keys && isAbovePage(event.target)) return
  const continued =
    begun.chord !== '' && event.timeStamp - begun.at < sequenceTimeoutMs ? `${begun.chord} ${chord}` : ''
  begun = { chord: '', at: 0 }
  const name = find(continued) ?? find(chord)
  if (name && (shortcuts[name] as Shortcut).textFieldFirst && editable(event.target)) return
  if (name) {
    event.preventDefault()
    handlers.get(name)?.()
  } else if (begins(chord)) {
    begun = { chord, at: event.timeStamp }
  }
}
addEventListener('keydown', press)

/** Calls `act` when the keys of the shortcut are pressed, while the component is mounted and `enabled`. */
export function useShortcut(name: ShortcutName, act: () => void, enabled = true): void {
  const latest = useRef(act)
  // A layout effect, because a key pressed right after a render would otherwise call the previous function.
  useLayoutEffect(() => {
    latest.current = act
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const handler = () => latest.current()
    handlers.set(name, handler)
    return () => {
      if (handlers.get(name) === handler) handlers.delete(name)
    }
  }, [name, enabled])
}

/** The shortcuts that mounted components handle. */
export const activeShortcuts = (): ShortcutName[] => [...handlers.keys()]
