/** Texts of the form of a flow. */
import { number } from '#ui/text/format-number.ts'

const maxSeconds = number(3600)

// Panels of the editor
export const outline = 'Outline'

// Settings
export const secondsSuffix = 's'
export const callLengthLimit = `At most ${maxSeconds} s.`

// Rules
export const rule = (position: number) => `Rule ${position}`
