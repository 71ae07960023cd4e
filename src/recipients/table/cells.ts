/** What two cells or two names have in common, whoever asks. */

/** Whether a person sees nothing in this row. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Names are the same when only case and spaces differ. */
export const sameName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ')

/** Words of a column's name: case, dashes, underscores, quotes and joined words aside. */
export const plain = (name: string): string =>
  sameName(name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[\s_.:/"'\u2018-\u201f()-]+/g, ' '))
