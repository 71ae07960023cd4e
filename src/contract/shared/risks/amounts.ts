/** Amounts of money and percentages in a text, in numbers and in words. Pure. */
import { anyOf, end, languages, type RiskPart, start, trimmed, withoutOverlaps } from './languages.ts'

const codes = 'USD|EUR|GBP|CHF|JPY|INR|AUD|CAD|PLN|SEK|NOK|DKK|CZK|HUF|BRL|MXN|ARS|CLP|COP|TRY|ZAR|NZD|SGD|HKD|CNY|RON'
const signs = String.raw`(?:R\$|US\$|A\$|C\$|[$€£¥₹₽₺₩₴])`
const currencies = anyOf(languages.flatMap(({ currencies, percent }) => [currencies, percent]))
const digits = String.raw`\d[\d.,'’]{0,20}(?:[ \u00a0\u202f]\d{3}(?!\d)){0,4}`
const scale = String.raw`(?:\s?(?:k|m|bn|thousand|million|tausend|tsd\.?|mio\.?|millionen|mille|millions?|mil|millones|milhões|mila|milioni|duizend|miljoen|tys\.?))?`
const inDigits = new RegExp(
  [
    String.raw`(?:${signs}|${start}(?:${codes}|Fr\.|Rs\.?))\s?${digits}${scale}`,
    String.raw`${start}${digits}${scale}\s?(?:${signs}|%|‰)`,
    String.raw`${start}${digits}${scale}(?:\s|-)?(?:(?:${codes}|kr|Kč|Ft|${currencies})${end})`,
    String.raw`${start}\d[\d.]{0,20},[-–—]{1,2}`,
  ].join('|'),
  'giu',
)

const numberWords = new Map(
  languages.flatMap(({ numbers }) =>
    Object.entries(numbers).flatMap(([word, value]) => (value === undefined ? [] : [[word, value] as const])),
  ),
)
const numberWord = anyOf([...numberWords.keys()])
const joiner = anyOf(languages.map(({ joiner }) => joiner))
/** The pattern of a number in words. @param most so many words at most, so that no text is searched in more than linear time */
export const numberInWords = (most: number): string =>
  String.raw`(?:${numberWord}(?:${joiner})?(?:\s|-)?(?:${joiner}\s)?){1,${most}}`
const inWords = new RegExp(
  String.raw`${start}(?<number>${numberInWords(8)})\s*(?:${currencies}|${codes})${end}(?:\s+(?:and|con|y|et|e|und|en|i)?\s*(?<minor>${numberInWords(2)})${end})?`,
  'giu',
)
const oneNumberWord = new RegExp(numberWord, 'giu')

/** The value of a number with separators: 1,500.00 and 1.500 and 1 500 are 1500. */
function valueOf(written: string): string {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(trimmed(written).replace(/[^\d.,]/g, '')) ?? []
  return `${whole.replace(/[.,]/g, '')}.${decimals.padEnd(2, '0')}`
}
const numbersIn = (text: string): string[] => (text.match(new RegExp(digits, 'gu')) ?? []).map(valueOf)

/** The value of a number in words: "twelve hundred" and "fünfundzwanzig". */
export function valueOfWords(text: string): number {
  let total = 0
  let current = 0
  for (const [word] of text.matchAll(oneNumberWord)) {
    const value = numberWords.get(word.toLowerCase()) ?? 0
    if (value >= 1_000) {
      total += (current || 1) * value
      current = 0
    } else if (value === 100) current = (current || 1) * value
    else current += value
  }
  return total + current
}

/** "forty-five pounds fifty" is 45.50. */
const minorOf = (words: string): string => `${valueOfWords(words)}`.padStart(2, '0').slice(0, 2)

/** Whether a text can contain an amount at all. */
const anyAmount = new RegExp(
  `[%‰]|${signs}|${start}(?:${codes}|Fr\\.|Rs|kr|Kč|Ft)${end}|,[-–—]|${currencies}${end}`,
  'iu',
)

/** The amounts of a text, in their order. */
export function amountsIn(text: string): RiskPart[] {
  if (!anyAmount.test(text)) return []
  const found = [
    ...[...text.matchAll(inDigits)].map(({ 0: match, index }) => ({
      index,
      text: trimmed(match),
      value: numbersIn(match)[0] ?? match,
    })),
    ...[...text.matchAll(inWords)].map(({ 0: match, index, groups }) => ({
      index,
      text: match,
      value: `${valueOfWords(groups?.number ?? '')}.${minorOf(groups?.minor ?? '')}`,
    })),
  ]
  return withoutOverlaps(found)
}

/** All numbers that a text makes known: those of amounts in words, and any in digits. */
export const knownNumbers = (text: string): string[] => [
  ...numbersIn(text),
  ...amountsIn(text).map(({ value }) => value),
]
