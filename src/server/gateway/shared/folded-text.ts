import { foldText } from '#contract/index.ts'

const separator = /[\s,;\p{Pd}]/u

/** A text folded for search, and for each of its characters, and its end, the position in the original text. */
export function foldWithPositions(text: string): { folded: string; positions: number[] } {
  let folded = ''
  const positions: number[] = []
  let position = 0
  for (const character of text) {
    // One space stands for each gap, as in the whole text when it is folded.
    const piece = separator.test(character) ? (folded.endsWith(' ') ? '' : ' ') : foldText(character)
    for (let index = 0; index < piece.length; index += 1) positions.push(position)
    folded += piece
    position += character.length
  }
  return { folded, positions: [...positions, text.length] }
}
