/** The name of a new batch: as typed, or derived from the file's name. */

/** "renewals_november.csv" → "Renewals november". */
export function nameFromFile(file: string): string {
  const words = file
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const nameOf = ({ name, source }: { name: string | null; source: { name: string } | null }): string =>
  name ?? (source ? nameFromFile(source.name) : '')
