import { describe, expect, it } from 'vitest'
import { chordOf, digitOf, isForInputMethod, layoutAfter } from './key-press.ts'

type Modifiers = Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>>
const press = (key: string, modifiers: Modifiers = {}, code = '') => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
})
const withAltGr = (key: string, code: string, modifiers: Modifiers = {}) => ({
  ...press(key, modifiers, code),
  getModifierState: (name: string) => name === 'AltGraph',
})
const shift = { shiftKey: true }
const ctrl = { ctrlKey: true }

describe('a key press', () => {
  it('is written as in the table of shortcuts, with Ctrl and ⌘ as `mod`', () => {
    expect(chordOf(press('k', ctrl))).toBe('mod+k')
    expect(chordOf(press('k', { metaKey: true }))).toBe('mod+k')
    expect(chordOf(press('Enter', ctrl))).toBe('mod+enter')
    expect(chordOf(press('X', shift))).toBe('shift+x')
  })

  it('has no `shift` for a character that is typed with Shift', () => {
    expect(chordOf(press('?', shift))).toBe('?')
  })

  it('is empty for a modifier alone, a dead key and a key that the input method handles', () => {
    const keys = ['Shift', 'Control', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified']
    expect(keys.map((key) => chordOf(press(key, {}, 'KeyE'))).join('')).toBe('')
  })

  it.each([
    ['Russian', 'л', 'KeyK', ctrl, 'mod+k'],
    ['Russian', 'л', 'KeyK', { metaKey: true }, 'mod+k'],
    ['Russian', 'о', 'KeyJ', {}, 'j'],
    ['Russian', 'у', 'KeyE', {}, 'e'],
    ['Russian', 'Ч', 'KeyX', shift, 'shift+x'],
    ['Russian', 'х', 'BracketLeft', {}, '['],
    ['Russian', 'ъ', 'BracketRight', {}, ']'],
    ['Russian', '?', 'Digit7', shift, '?'],
    ['Russian', '/', 'Backslash', shift, '/'],
    ['Russian', ',', 'Slash', shift, ','],
    ['Ukrainian', 'і', 'KeyS', {}, 's'],
    ['Greek', 'ξ', 'KeyJ', {}, 'j'],
    ['Greek', 'Χ', 'KeyX', shift, 'shift+x'],
    ['Hebrew', 'ח', 'KeyJ', {}, 'j'],
    ['Hebrew', 'ס', 'KeyX', shift, 'shift+x'],
    ['Hebrew', '/', 'KeyQ', {}, '/'],
    ['Arabic', 'ت', 'KeyJ', {}, 'j'],
    ['Arabic, two characters', 'لا', 'KeyB', {}, 'b'],
    ['Arabic, a mark', 'ْ', 'KeyX', shift, 'shift+x'],
    ['Arabic', '؟', 'Slash', shift, '?'],
    ['Thai', '่', 'KeyJ', {}, 'j'],
    ['Thai', 'ำ', 'KeyE', {}, 'e'],
    ['Korean', 'ㅓ', 'KeyJ', {}, 'j'],
    ['Armenian', 'կ', 'KeyK', ctrl, 'mod+k'],
    ['Georgian', 'კ', 'KeyK', ctrl, 'mod+k'],
    ['Devanagari', 'ा', 'KeyE', {}, 'e'],
    // Latin letters and punctuation mean what they say, wherever they are.
    ['AZERTY', 'a', 'KeyQ', {}, 'a'],
    ['AZERTY', 'm', 'Semicolon', {}, 'm'],
    ['AZERTY', ',', 'KeyM', {}, ','],
    ['AZERTY', '?', 'KeyM', shift, '?'],
    ['QWERTZ', 'z', 'KeyY', ctrl, 'mod+z'],
    ['Dvorak', '.', 'KeyE', {}, '.'],
    ['Dvorak', ';', 'KeyZ', {}, ';'],
    ['Dvorak', '>', 'KeyE', shift, '>'],
    ['Turkish F', 'ö', 'KeyX', {}, 'ö'],
    ['Caps Lock', 'J', 'KeyJ', {}, 'j'],
  ])('is the character or, without a Latin one, the position: %s %s', (_layout, key, code, modifiers, chord) => {
    expect(chordOf(press(key, modifiers, code))).toBe(chord)
  })

  it('takes punctuation on a letter’s key for the letter after a letter of another script', () => {
    const hebrew = layoutAfter('latin', press('ע', {}, 'KeyG'))
    expect(chordOf(press("'", {}, 'KeyW'), hebrew)).toBe('w')
    const thai = layoutAfter('latin', press('า', {}, 'KeyK'))
    expect(chordOf(press(')', shift, 'KeyX'), thai)).toBe('shift+x')
    expect(chordOf(press('/', {}, 'KeyQ'), hebrew)).toBe('/')
    expect(layoutAfter('other', press('5', {}, 'Digit5'))).toBe('other')
    expect(layoutAfter('other', press('Enter', {}, 'Enter'))).toBe('other')
    expect(layoutAfter('other', press('e', {}, 'KeyE'))).toBe('latin')
    expect(layoutAfter('latin', press('µ', { altKey: true }, 'KeyM'))).toBe('latin')
  })

  it('is never a shortcut with AltGr', () => {
    for (const altGr of [
      withAltGr('€', 'KeyE'),
      withAltGr('ł', 'KeyL'),
      withAltGr('е', 'KeyE'),
      withAltGr('[', 'Digit8'),
      withAltGr('e', 'KeyE', { ctrlKey: true, altKey: true }),
    ]) {
      expect(chordOf(altGr)).toBe('')
      expect(digitOf(altGr)).toBeNull()
    }
    // Without AltGraph, as some browsers report it on Windows.
    expect(chordOf(press('€', { ctrlKey: true, altKey: true }, 'KeyE'))).toBe('')
  })
})

describe('a digit', () => {
  it.each([
    ['US', '3', 'Digit3', {}, '3'],
    ['numeric pad', '3', 'Numpad3', {}, '3'],
    ['without a code', '3', '', {}, '3'],
    ['AZERTY', '&', 'Digit1', {}, '1'],
    ['AZERTY', 'é', 'Digit2', {}, '2'],
    ['AZERTY', '"', 'Digit3', {}, '3'],
    ['AZERTY', 'à', 'Digit0', {}, '0'],
    ['AZERTY with Shift', '1', 'Digit1', shift, '1'],
    ['Czech', 'ě', 'Digit2', {}, '2'],
    ['Thai', '/', 'Digit2', {}, '2'],
    ['Arabic', '٣', 'Digit3', {}, '3'],
    ['US with Shift', '!', 'Digit1', shift, null],
    ['a letter', 'a', 'KeyA', {}, null],
    ['with Ctrl', '1', 'Digit1', ctrl, null],
    ['with Alt', '1', 'Digit1', { altKey: true }, null],
  ])('is read from the number row of any layout: %s %s', (_layout, key, code, modifiers, digit) => {
    expect(digitOf(press(key, modifiers, code))).toBe(digit)
  })
})

it('belongs to the input method while it composes a text', () => {
  expect(isForInputMethod({ isComposing: true, keyCode: 13 })).toBe(true)
  // Safari ends the composition before the Enter that ended it.
  expect(isForInputMethod({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isForInputMethod({ isComposing: false, keyCode: 13 })).toBe(false)
})
