/** Characters that a reader cannot see but a machine obeys, so that the screen can show them (reliability R37). Pure. */

export interface Piece {
  text: string
  /** What the character is, in words; '' for text that shows itself. */
  mark: string
}

/** Each with its name; whole ranges share one. */
const named: readonly (readonly [from: number, to: number, name: string])[] = [
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
const joiner = 0x200d

/** A joiner inside an emoji is part of the picture: there it hides nothing. */
const joinsEmoji = (before: string | undefined, after: string | undefined) =>
  before !== undefined && after !== undefined && pictograph.test(before) && pictograph.test(after)

function nameOf(character: string, before: string | undefined, after: string | undefined): string {
  const code = character.codePointAt(0) ?? 0
  const name = named.find(([from, to]) => code >= from && code <= to)?.[2] ?? ''
  return code === joiner && joinsEmoji(before, after) ? '' : name
}

/** "U+200B". */
export const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A text in pieces: what shows itself, and between it each hidden character with its name. Joined, they are the text again. */
export function piecesOf(text: string): Piece[] {
  const characters = Array.from(text)
  const pieces: Piece[] = []
  for (const [at, character] of characters.entries()) {
    const mark = nameOf(character, characters[at - 1], characters[at + 1])
    const last = pieces.at(-1)
    if (mark === '' && last?.mark === '') last.text += character
    else pieces.push({ text: character, mark })
  }
  return pieces
}

/** How many characters of a text are hidden. */
export const hiddenCount = (text: string): number => piecesOf(text).filter(({ mark }) => mark !== '').length
