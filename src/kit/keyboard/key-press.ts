/**
 * Reads a key press for any keyboard layout. A key is what it types; where a layout types neither a Latin letter nor a digit, it is what a
 * US keyboard has in its place, so that every shortcut can be pressed with a Cyrillic, Greek, Hebrew, Arabic or Thai layout. Pure.
 */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>

/** What the last letter that somebody typed says of the layout. */
export type Layout = 'latin' | 'other'

/** Keys that type nothing by themselves: modifiers, dead keys, and keys that belong to an input method. */
const inertKeys = /^(Control|Meta|Shift|Alt|AltGraph|CapsLock|Fn|Dead|Process|Unidentified)$/
/** The punctuation of the table of shortcuts. It is never read by its position. */
const namedPunctuation = /^[?/[\]]$/
const asciiCharacter = /^[!-~]$/
const asciiPunctuation = /^[!-/:-@[-`{-~]$/
const latinLetter = /^\p{Script=Latin}$/u
const otherScript = /^[^ -~]+$/
const punctuationCodes: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Slash: ['/', '?'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
}

const letterOfCode = (code: string) => /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()

/** With AltGr a key types a third character, such as "€" or "@". Some browsers report it as Ctrl with Alt. */
const isWithAltGr = (press: KeyPress) =>
  (press.ctrlKey && press.altKey) || press.getModifierState?.('AltGraph') === true

/** The character of a US keyboard in the same place; undefined if shortcuts do not need it. */
const characterAt = ({ code, shiftKey }: KeyPress) => letterOfCode(code) ?? punctuationCodes[code]?.[shiftKey ? 1 : 0]

function keyOf(press: KeyPress, layout: Layout): string {
  const { key, code } = press
  const isNamed = /^[ -~]{2,}$/.test(key)
  if (isNamed || namedPunctuation.test(key) || latinLetter.test(key)) return key.toLowerCase()
  // Hebrew, Thai and others have punctuation on the keys of letters. So has Dvorak, whose letters are elsewhere.
  if (layout === 'other' && asciiPunctuation.test(key)) return letterOfCode(code) ?? key
  return asciiCharacter.test(key) ? key : (characterAt(press) ?? key.toLowerCase())
}

/** The layout after a key press: that of its letter, or as before. */
export function layoutAfter(before: Layout, { key, code, altKey }: KeyPress): Layout {
  if (altKey || letterOfCode(code) === undefined) return before
  if (latinLetter.test(key)) return 'latin'
  return otherScript.test(key) ? 'other' : before
}

/** The keys of a key press as the table of shortcuts writes them; '' for one that is no shortcut, such as a modifier alone. */
export function chordOf(press: KeyPress, layout: Layout = 'latin'): string {
  if (inertKeys.test(press.key) || isWithAltGr(press)) return ''
  const key = keyOf(press, layout)
  const mod = press.ctrlKey || press.metaKey
  // A character that is typed with Shift, such as "?", is written without "shift+".
  const shift = press.shiftKey && (key.length > 1 || key.toLowerCase() !== key.toUpperCase())
  return [mod && 'mod', press.altKey && 'alt', shift && 'shift', key].filter(Boolean).join('+')
}

/** The digit of a key press without Ctrl, ⌘ or Alt, also on a number row that types digits only with Shift; null: no digit. */
export function digitOf(press: KeyPress): string | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = press
  if (ctrlKey || metaKey || altKey || isWithAltGr(press)) return null
  if (/^\d$/.test(key)) return key
  return (!shiftKey && /^Digit(\d)$/.exec(code)?.[1]) || null
}

/**
 * Whether a key press belongs to the input method that composes a text, for example the Enter that accepts Japanese characters. Safari
 * reports that one after the composition has ended, with the code 229.
 */
export const isForInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229
