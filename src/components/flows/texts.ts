/** Texts of the small drawing of a flow. */
import { plural } from '#ui/text/format-number.ts'

export const drawing = (name: string, steps: number) =>
  `Drawing of the flow “${name}” with ${plural(steps, 'step', 'steps')}`
export const tooManySteps = (steps: number) => `This flow has ${plural(steps, 'step', 'steps')}. Open it to see them.`
