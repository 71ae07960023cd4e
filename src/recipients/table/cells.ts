/** Comparison of cells and column names. */

/** Whether all cells of a row are empty or spaces. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Names are equal if only case and spaces differ. */
export const sameName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ')

/** The words of a column's name in lower case, without punctuation; splits camel case. */
export const normalizedName = (name: string): string =>
  sameName(name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[\s_.:/"'\u2018-\u201f()-]+/g, ' '))
