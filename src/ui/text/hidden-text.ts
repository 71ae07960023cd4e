/** Finds invisible characters, which can hide or change what a text says, so that the screen can show them (reliability R37). Pure. */

export interface TextPiece {
  text: string
  /** The name of the hidden character; '' for visible text. */
  hiddenName: string
}

/** Ranges of code points of hidden characters, with their names. */
const hiddenRanges: readonly (readonly [from: number, to: number, name: string])[] = [
  [0x00, 0x08, 'control character'],
  [0x0b, 0x0c, 'control character'],
  [0x0e, 0x1f, 'control character'],
  [0x7f, 0x9f, 'control character'],
  [0xad, 0xad, 'soft hyphen'],
  [0x34f, 0x34f, 'invisible joiner'],
  [0x61c, 0x61c, 'direction mark'],
  [0x115f, 0x1160, 'invisible filler'],
  [0x180e, 0x180e, 'zero-width separator'],
  [0x200b, 0x200b, 'zero-width space'],
  [0x200c, 0x200c, 'zero-width non-joiner'],
  [0x200d, 0x200d, 'zero-width joiner'],
  [0x200e, 0x200f, 'direction mark'],
  [0x2028, 0x2029, 'line separator'],
  [0x202a, 0x202e, 'direction override'],
  [0x2060, 0x2064, 'zero-width joiner'],
  [0x2066, 0x2069, 'direction override'],
  [0x206a, 0x206f, 'control character'],
  [0x3164, 0x3164, 'invisible filler'],
  [0xfeff, 0xfeff, 'byte order mark'],
  [0xffa0, 0xffa0, 'invisible filler'],
  [0xfff9, 0xfffb, 'control character'],
  [0xe0000, 0xe007f, 'tag character'],
]

const pictograph = /\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}]|\ufe0f/u
const zeroWidthJoiner = 0x200d

/** A joiner between the parts of an emoji is not hidden text. */
const joinsEmoji = (previous: string | undefined, next: string | undefined) =>
  previous !== undefined && next !== undefined && pictograph.test(previous) && pictograph.test(next)

function hiddenNameOf(character: string, previous: string | undefined, next: string | undefined): string {
  const code = character.codePointAt(0) ?? 0
  const name = hiddenRanges.find(([from, to]) => code >= from && code <= to)?.[2] ?? ''
  return code === zeroWidthJoiner && joinsEmoji(previous, next) ? '' : name
}

/** "U+200B". */
export const codePointLabel = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Splits a text into visible pieces and hidden characters with their names. Joined, the pieces are the text. */
export function splitHiddenCharacters(text: string): TextPiece[] {
  const characters = Array.from(text)
  const pieces: TextPiece[] = []
  for (const [index, character] of characters.entries()) {
    const hiddenName = hiddenNameOf(character, characters[index - 1], characters[index + 1])
    const last = pieces.at(-1)
    if (hiddenName === '' && last?.hiddenName === '') last.text += character
    else pieces.push({ text: character, hiddenName })
  }
  return pieces
}
