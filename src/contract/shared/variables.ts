/** `{column}` in the texts of flows and agents: each call replaces it with the row's cell (interface 4). */

/** A header can name a column anything, so a name is whatever is between the braces. */
export const variablePattern = /\{([^{}\r\n]{1,200})\}/g

/** The names of the variables in these texts, each once, as the columns have to be called. */
export function variablesIn(...texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => [...text.matchAll(variablePattern)].map(([, name = '']) => name.trim()))
  return [...new Set(names)].filter((name) => name !== '')
}

/**
 * Variables that the embedded service makes up if no column fills them, because it simulates a business that it does not know. A real
 * service has the columns only (interface 4).
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
