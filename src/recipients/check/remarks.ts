/**
 * Finds cells that look wrong and are sent to the agent. They do not prevent a call, but a person sees a warning and can repair them. Does
 * not include phone numbers, which are read in any spelling.
 */
import named from './entities.json' with { type: 'json' }

/** The names by which HTML writes characters, from U+00A1 on. Only known names are read: `AT&T;` stays as it is. */
const latin1 =
  'iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const characters = new Map([
  ...Object.entries(named),
  ...latin1.split(' ').map((name, place) => [name, String.fromCharCode(0xa1 + place)] as const),
])

const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,7}));/g
const windows = new TextDecoder('windows-1252')

function characterOf(point: number): string | undefined {
  // Browsers read these as characters of Windows-1252.
  if (point >= 0x80 && point <= 0x9f) return windows.decode(Uint8Array.of(point))
  const isCharacter = point >= 0x20 && point <= 0x10_ffff && (point < 0xd800 || point > 0xdfff)
  return isCharacter ? String.fromCodePoint(point) : undefined
}

const replaceOnce = (text: string): string =>
  text.replace(entity, (written, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return characters.get(name) ?? written
    return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)) ?? written
  })

/** A program that writes twice makes `&amp;eacute;` of `&eacute;`. */
const maxTimes = 3

/** The text with its HTML entities as the characters that they stand for. */
function withoutEntities(text: string): string {
  let found = text
  for (let time = 0; time < maxTimes && found.includes('&'); time++) {
    const next = replaceOnce(found)
    if (next === found) break
    found = next
  }
  return found
}

export const remarks = [
  'spaces',
  'invisible',
  'garbled',
  'lost',
  'error_value',
  'control',
  'entity',
  'null_word',
] as const
/**
 * - spaces: spaces around the text
 * - invisible: invisible characters
 * - garbled: UTF-8 that a program read as Windows-1252, `RenÃ©e`
 * - lost: characters that a program replaced because it could not encode them, `Ren�e`
 * - error_value: what a spreadsheet writes if a formula fails, `#N/A`
 * - control: control characters, also as Excel writes them, `_x000D_`
 * - entity: characters as HTML writes them, `&amp;`
 * - null_word: what a program may have written for "no value", `None`; it may also be a name. Depends on the column (`null-words.ts`)
 */
export type Remark = (typeof remarks)[number]
/** Remarks with a certain repair. */
export const repairable: readonly Remark[] = remarks.filter((remark) => remark !== 'lost')

export const bitOf = (remark: Remark): number => 1 << remarks.indexOf(remark)

/** Without the joiners, which Persian words and emoji sequences need. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** In every language of the spreadsheet: `#N/A`, `#NV`, `#VALUE!`, `#¡VALOR!`, `#NAME?`, `Err:502`; and a column that was too narrow. */
const errorValue =
  /^(?:#(?:N\/A|N\/D|N\/B|NV|REF!|BEZUG!|NAME\?|VALUE!|WERT!|DIV\/0!|NULL!|NUM!|ZAHL!|ERROR!|SPILL!|CALC!)!?|#[¡¿]?[\p{Lu}/0-9]{2,12}[!?]|Err:\d{3}|#{3,})$/iu
/** What a remark may be about, besides the first and last characters: `&`, `_`, and all that is no printable ASCII. */
const odd = /[^ -%'-^`-~]/
const [space, hash, capitalE] = [0x20, 0x23, 0x45]
/** A cheap check first, because most of a quarter of a million cells are fine. */
function isSuspicious(text: string): boolean {
  if (text === '') return false
  const first = text.charCodeAt(0)
  return (
    first <= space ||
    first === hash ||
    first === capitalE ||
    text.charCodeAt(text.length - 1) <= space ||
    odd.test(text)
  )
}
const misreadUtf8 =
  /[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/

const bytesOfWindows = new Map(
  Array.from({ length: 256 }, (_, byte) => [windows.decode(Uint8Array.of(byte)), byte] as const),
)

/** The original text if all of it is UTF-8 that was read as Windows-1252; undefined otherwise. */
function restoredUtf8(text: string): string | undefined {
  if (!misreadUtf8.test(text)) return undefined
  const bytes: number[] = []
  for (const character of text) {
    const byte = bytesOfWindows.get(character)
    if (byte === undefined) return undefined
    bytes.push(byte)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}

/** Control characters except tabs and line ends, which a cell may have; and those that Excel writes as `_x000D_`. */
const control = /(?![\t\n\r])\p{Cc}|_x00[01][\dA-Fa-f]_/u
const separators = '\v\f\u001c\u001d\u001e\u001f'

/** What a control character stands for: U+0080 to U+009F are characters of Windows-1252, separators are between words. */
function meantBy(character: string): string {
  if (character === '\t' || character === '\n') return character
  if (separators.includes(character)) return ' '
  if (character < '\u0080') return ''
  const meant = windows.decode(Uint8Array.of(character.charCodeAt(0)))
  return meant === character ? '' : meant
}

const withoutControl = (text: string): string =>
  text
    .replace(/_x00([01][\dA-Fa-f])_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r(?:\n|$)/g, (end) => end.slice(1))
    .replace(/\r/g, '\n')
    .replace(/\p{Cc}+/gu, (run, at: number, whole: string) => {
      const meant = Array.from(run, meantBy).join('')
      const isAtEdge = at === 0 || at + run.length === whole.length
      return isAtEdge ? meant.trim() : meant
    })

/** The remarks on a cell that hold in any column, as bits. */
export function remarksOn(text: string): number {
  if (!isSuspicious(text)) return 0
  let bits = 0
  if (text.trim() !== text) bits |= bitOf('spaces')
  if (text.search(invisible) >= 0) bits |= bitOf('invisible')
  if (text.includes('\ufffd')) bits |= bitOf('lost')
  if (errorValue.test(text.trim())) bits |= bitOf('error_value')
  if (restoredUtf8(text) !== undefined) bits |= bitOf('garbled')
  if (control.test(text)) bits |= bitOf('control')
  if (withoutEntities(text) !== text) bits |= bitOf('entity')
  return bits
}

/** In this order: a repaired character may have been what separates a cell from its spaces. */
const repairs: Partial<Record<Remark, (text: string) => string>> = {
  garbled: (text) => restoredUtf8(text) ?? text,
  entity: withoutEntities,
  control: withoutControl,
  invisible: (text) => text.replace(invisible, ''),
  spaces: (text) => text.trim(),
  error_value: (text) => (errorValue.test(text.trim()) ? '' : text),
}
const inOrder = Object.keys(repairs) as Remark[]

/** The cell with the wanted repairs. */
export function tidied(text: string, wanted: readonly Remark[]): string {
  if (wanted.length === 0 || !isSuspicious(text)) return text
  return inOrder
    .filter((remark) => wanted.includes(remark))
    .reduce((cell, remark) => repairs[remark]?.(cell) ?? cell, text)
}
