/** What a reviewer should check in a drafted message, found by comparing it with what was said before. Pure; no zod. */

/** The kinds of risks, most serious first. */
export const messageRiskKinds = ['placeholder', 'new_link', 'new_amount', 'new_date', 'first_message'] as const
export type MessageRiskKind = (typeof messageRiskKinds)[number]

/** Unfilled placeholders of a template: {name}, {{name}}, [NAME], <NAME>, %NAME%, XX. */
const placeholderPattern =
  /\{\{?[^{}\n]{1,40}\}\}?|\[[A-Z][A-Z0-9 _-]{1,40}\]|<[A-Z][A-Z0-9 _-]{1,40}>|%[A-Z][A-Z0-9_]{1,40}%|\bX{2,}\b/g
const linkPattern =
  /(?<![\p{L}\p{N}_-])(?:https?:\/\/|www\.)[^\s<>"')\]]+|(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|io|co|info|biz|app|dev|link|ly|me|uk|de|fr|es|it|nl|eu|us|ca|au|ru|cn|xyz|top|shop|site|online)(?![\p{L}\p{N}_-])(?:\/[^\s<>"')\]]*)?/giu
const currencyCodes = 'USD|EUR|GBP|CHF|JPY|INR|AUD|CAD'
const amountPattern = new RegExp(
  `(?:[$€£¥₹]|\\b(?:${currencyCodes}))\\s?\\d[\\d.,]*|\\b\\d[\\d.,]*\\s?(?:[$€£¥₹%]|(?:${currencyCodes}|dollars?|euros?|pounds?|percent)\\b)`,
  'giu',
)
const monthNames =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec'
const datePattern = new RegExp(
  [
    String.raw`\b(?<day1>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?<month1>${monthNames})\b`,
    String.raw`\b(?<month2>${monthNames})\.?\s+(?<day2>\d{1,2})(?:st|nd|rd|th)?\b(?!:)`,
    String.raw`\b(?<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b`,
    String.raw`\b(?<hour12>\d{1,2})(?:[:.](?<minute12>\d{2}))?\s?(?<half>[ap])\.?m\b`,
    String.raw`\b(?<hour24>\d{1,2}):(?<minute24>\d{2})\b`,
    String.raw`\b\d{4}-\d{2}-\d{2}\b`,
    String.raw`\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?\b`,
    String.raw`\b\d{1,2}\.\d{1,2}\.\d{2,4}\b`,
  ].join('|'),
  'giu',
)

const trimmed = (match: string) => match.replace(/[.,;:!?]+$/, '')
const matchesOf = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([match]) => trimmed(match))),
]
/** Removes e-mail addresses, which are not links. Keeps URLs with credentials before the host, which are. */
const withoutEmails = (text: string) => text.replace(/(?<!\S)(?!https?:|www\.)\S+@\S+/gi, ' ')

export const placeholdersIn = (text: string): string[] => matchesOf(text, placeholderPattern)

/** The links in a text as they are written. E-mail addresses are none. */
export const linksIn = (text: string): string[] => matchesOf(withoutEmails(text), linkPattern)

/** Links that none of the earlier texts contains. */
export function newLinks(text: string, earlierTexts: readonly string[]): string[] {
  const earlierLinks = new Set(earlierTexts.flatMap(linksIn).map((link) => link.toLowerCase()))
  return linksIn(text).filter((link) => !earlierLinks.has(link.toLowerCase()))
}

/** The value of a number with separators: 1,500.00 and 1.500 are 1500. */
function valueOf(digits: string): string {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(trimmed(digits)) ?? []
  return `${whole.replace(/[.,]/g, '')}.${decimals.padEnd(2, '0')}`
}
const numbersIn = (text: string): string[] => (text.match(/\d[\d.,]*/g) ?? []).map(valueOf)

/** Amounts of money and percentages whose number none of the earlier texts contains. */
export function newAmounts(text: string, earlierTexts: readonly string[]): string[] {
  const earlierNumbers = new Set(earlierTexts.flatMap(numbersIn))
  return matchesOf(text, amountPattern).filter((amount) =>
    numbersIn(amount).some((value) => !earlierNumbers.has(value)),
  )
}

/** A date or time in a form in which two spellings of the same one are equal. */
function canonicalDate({ 0: match, groups = {} }: RegExpExecArray): string {
  const { day1, month1, day2, month2, weekday, hour12, minute12 = '00', half, hour24, minute24 } = groups
  const month = month1 ?? month2
  if (month) return `${month.slice(0, 3).toLowerCase()} ${Number(day1 ?? day2)}`
  if (weekday) return weekday.toLowerCase()
  if (half) return `${(Number(hour12) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)}:${minute12}`
  return hour24 ? `${Number(hour24)}:${minute24}` : match
}
const datesIn = (text: string): { match: string; canonical: string }[] =>
  [...text.matchAll(datePattern)].map((found) => ({ match: trimmed(found[0]), canonical: canonicalDate(found) }))

/** Dates, weekdays and times of day that none of the earlier texts contains. */
export function newDates(text: string, earlierTexts: readonly string[]): string[] {
  const earlierDates = new Set(earlierTexts.flatMap(datesIn).map(({ canonical }) => canonical))
  const found = datesIn(text).filter(({ canonical }) => !earlierDates.has(canonical))
  return [...new Set(found.map(({ match }) => match))]
}

export interface MessageRisk {
  kind: MessageRiskKind
  /** The parts of the text that it rests on; empty for a first message. */
  found: string[]
}

/**
 * What to check in a message before it is sent, most serious first; empty if nothing was found.
 *
 * @param earlierTexts the other messages of the conversation
 * @param isFirst whether nothing was sent to this person before
 */
export function messageRisks(text: string, earlierTexts: readonly string[], isFirst: boolean): MessageRisk[] {
  const found: Record<Exclude<MessageRiskKind, 'first_message'>, string[]> = {
    placeholder: placeholdersIn(text),
    new_link: newLinks(text, earlierTexts),
    new_amount: newAmounts(text, earlierTexts),
    new_date: newDates(text, earlierTexts),
  }
  return messageRiskKinds.flatMap((kind): MessageRisk[] => {
    if (kind === 'first_message') return isFirst ? [{ kind, found: [] }] : []
    return found[kind].length > 0 ? [{ kind, found: found[kind] }] : []
  })
}
