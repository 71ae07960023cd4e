/** Characters as HTML writes them. Only known names are read: `AT&T;` stays as it is. */
import named from './entities.json' with { type: 'json' }

/** From U+00A1 on. */
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
export function withoutEntities(text: string): string {
  let found = text
  for (let time = 0; time < maxTimes && found.includes('&'); time++) {
    const next = replaceOnce(found)
    if (next === found) break
    found = next
  }
  return found
}
