/** Hidden characters of a text, counted (reliability R37). Pure. */
import { piecesOf } from '#ui/hidden-text.ts'

/** How many characters of a text are hidden. */
export const hiddenCount = (text: string): number => piecesOf(text).filter(({ mark }) => mark !== '').length
