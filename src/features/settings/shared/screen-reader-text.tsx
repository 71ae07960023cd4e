/** Completes a button's text for screen readers, where a row of a table already shows what the button is for. */
export const screenReaderText = (text: string) => <span className="sr-only">{text}</span>
