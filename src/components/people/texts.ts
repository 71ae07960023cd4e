/** Texts of the link to a person. */
/** One word with letters: its digits are no number. */
const isIdOrEmail = (text: string) => /[\p{L}_]{2}/u.test(text) && !/\s/.test(text.trim())
/** A number's digits in any script: fewer are no whole number. */
const hasNumber = (text: string) => !isIdOrEmail(text) && text.replaceAll(/\P{Nd}/gu, '').length >= 7
/** What to do if a search for a number found nothing; '' for a text without one. */
export const numberHint = (text: string) =>
  hasNumber(text) ? 'Enter a phone number in digits with its country code, such as +44 7700 900123.' : ''
