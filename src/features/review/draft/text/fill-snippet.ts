/** Fills the variables of a snippet with what is known. Pure. */

/** @returns the text; a variable whose value is unknown stays, so that the page warns about a placeholder */
export const fillSnippet = (text: string, values: { customerName: string | null; agent: string | null }): string =>
  text
    .replace(/\{customer name\}/gi, (variable) => values.customerName || variable)
    .replace(/\{agent\}/gi, (variable) => values.agent || variable)
