/** Amounts of money and percentages in a text, in numbers and in words. Pure. */
import {
  anyOf,
  end,
  german,
  languages,
  languagesOf,
  type RiskPart,
  start,
  trimmed,
  withoutOverlaps,
} from './languages.ts'

const codes = 'USD|EUR|GBP|CHF|JPY|INR|AUD|CAD|PLN|SEK|NOK|DKK|CZK|HUF|BRL|MXN|ARS|CLP|COP|TRY|ZAR|NZD|SGD|HKD|CNY|RON'
const signs = String.raw`(?:R\$|US\$|A\$|C\$|[$€£¥₹₽₺₩₴])`
const currencies = anyOf(languages.flatMap(({ currencies, percent }) => [currencies, percent]))
const digits = String.raw`\d[\d.,'’]{0,20}(?:[ \u00a0\u202f]\d{3}(?!\d)){0,4}`
const scale = String.raw`(?:\s?(?:k|m|bn|thousand|million|tausend|tsd\.?|mio\.?|millionen|mille|millions?|mil|millones|milhões|mila|milioni|duizend|miljoen|tys\.?))?`
/** What a product consists of: "70 % Kakao", "4,8 % vol". */
const contents = String.raw`(?!\s?(?:(?:de|di|of|an)\s|d['’])?(?:vol|alc|alk|alcohol|alkohol|abv|cotton|wool|silk|linen|leather|organic|recycled|natural|vegan|sure|certain|cocoa|fat|baumwoll|wolle|leinen|seide|kakao|fett|bio${end}|sicher|coton|laine|lin${end}|soie|cacao|matière|sûr|algod|lana|lino${end}|seda|segur|materia grasa|cotone|sicur|grass|cacau|lã${end}|linho|gordura|katoen|wol${end}|zijde|linnen|zeker|vet${end}|seta${end}|poly|poli|elast|visco|visko|a[ck]r[yií]l|nylon|kaschmir|cashmere|cachemire))`
const inDigits = new RegExp(
  [
    String.raw`(?:${signs}|${start}(?:${codes}|Fr\.|Rs\.?))\s?${digits}${scale}`,
    // 49 € 90
    String.raw`${start}\d{1,6}\s?(?:[€£]\s?|euros?\s)\d{2}(?![\d.,])`,
    String.raw`${start}${digits}${scale}\s?(?:${signs}|[%‰]${contents})`,
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
/** With "und" after it, which begins with the French "un". */
const oneNumberWord = new RegExp(`(${numberWord})(?:und|en|ën)?`, 'giu')

/** The value of a number with separators: 1,500.00 and 1.500 and 1 500 are 1500. */
function valueOf(written: string): string {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(trimmed(written).replace(/[^\d.,]/g, '')) ?? []
  return `${whole.replace(/[.,]/g, '')}.${decimals.padEnd(2, '0')}`
}
/** Of the patterns above, 49 € 90 is 49.90. */
const amountOf = (match: string): string =>
  valueOf(
    match.replace(/^(\d+)\s?(?:[€£]\s?|euros?\s)(\d{2})$/iu, '$1,$2').match(new RegExp(digits, 'u'))?.[0] ?? match,
  )
const numbersIn = (text: string): string[] => (text.match(new RegExp(digits, 'gu')) ?? []).map(valueOf)

/** The value of a number in words: "twelve hundred" and "fünfundzwanzig". */
export function valueOfWords(text: string): number {
  let total = 0
  let current = 0
  for (const [, word = ''] of text.matchAll(oneNumberWord)) {
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

/** The name with a capital before a percentage. In German, any noun has one. */
function nameBefore(text: string, index: number): { name?: string } {
  const [, name] = /[\p{Ll},] ?(\p{Lu}\p{L}{3,30}) $/u.exec(text.slice(Math.max(0, index - 40), index)) ?? []
  return name === undefined || languagesOf(text).includes(german) ? {} : { name: name.toLowerCase() }
}

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
      value: amountOf(match),
      ...(match.endsWith('%') ? nameBefore(text, index) : {}),
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
