/** Variables: each call replaces `{column}` in the texts of flows and agents with the row's cell (interface 4). */

/** Columns can have any name, so a variable's name is everything between the braces. */
export const variablePattern = /\{([^{}\r\n]{1,200})\}/g

/** @returns the names of the variables in these texts, without duplicates */
export function variablesIn(...texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => [...text.matchAll(variablePattern)].map(([, name = '']) => name.trim()))
  return [...new Set(names)].filter((name) => name !== '')
}

/**
 * Variables that the embedded service invents if no column fills them, because it simulates an unknown business. A real service uses only
 * the columns (interface 4).
 */
export const madeUpVariables = [
  'agent',
  'date',
  'other_date',
  'past_date',
  'next_year',
  'time',
  'window',
  'amount',
  'half_amount',
  'small_amount',
  'product',
  'technician',
  'daytime',
  'customer_number',
  'colleague',
  'department',
] as const
