/** `{column}` in the texts of flows and agents: in a call the row's cell stands there (interface 4). */

/** A column may be called anything that a header can say, so a name is whatever stands between braces. */
export const variablePattern = /\{([^{}\r\n]{1,200})\}/g

/** The names of the variables in these texts, each once, as the columns have to be called. */
export function variablesIn(...texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => [...text.matchAll(variablePattern)].map(([, name = '']) => name.trim()))
  return [...new Set(names)].filter((name) => name !== '')
}

/**
 * What the embedded service makes up where no column has it: it plays a business that it does not know. A real service has columns
 * alone (interface 4).
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
