/** Texts of the command palette's input. Every page loads them; those of its results are in `command-palette-texts.ts`. */
export const paletteLabel = 'Search or jump to'
