/** Texts of charts. */
import { number } from '#ui/text/format-number.ts'

export const tableOf = (title: string) => `Table: ${title}`
/** @param noun in the plural */
export const drawnOf = (drawn: number, all: number, noun: string) =>
  `The chart shows ${number(drawn)} of ${number(all)} ${noun}. The table and the CSV have all of them.`
export const unknownValue = '–'
/** A point with its values, for screen readers. */
export const pointValues = (name: string, values: readonly string[]) => `${name}: ${values.join(', ')}`

/** All outcomes of which a person is known to have answered, as one series. */
export const reachedSeries = 'Reached a person'
