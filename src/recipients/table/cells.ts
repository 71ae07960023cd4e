/** What two cells or two names have in common, whoever asks. */

/** Whether a person sees nothing in this row. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Names are the same when only case and spaces differ. */
export const sameName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ')
