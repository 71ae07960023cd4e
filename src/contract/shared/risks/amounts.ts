/** Amounts of money and percentages in a text, in numbers and in words. Pure. */
import {
  anyOf,
  end,
  inSmallLetters,
  languages,
  matchesIn,
  type RiskPart,
  smallPattern,
  start,
  trimmed,
  withoutOverlaps,
} from './languages.ts'

const codes = 'USD|EUR|GBP|CHF|JPY|INR|AUD|CAD|PLN|SEK|NOK|DKK|CZK|HUF|BRL|MXN|ARS|CLP|COP|TRY|ZAR|NZD|SGD|HKD|CNY|RON'
const signs = String.raw`(?:R\$|US\$|A\$|C\$|[$€£¥₹₽₺₩₴])`
const currencies = anyOf(languages.flatMap(({ currencies, percent }) => [currencies, percent]))
const digits = String.raw`\d[\d.,'’]{0,20}(?:[ \u00a0\u202f]\d{3}(?!\d)){0,4}`
const scale = String.raw`(?:\s?(?:k|m|bn|thousand|million|tausend|tsd\.?|mio\.?|millionen|mille|millions?|mil|millones|milhões|mila|milioni|duizend|miljoen|tys\.?))?`
/** What is given, taken or earned, also in a word with what a product consists of: "10% wool discount", "Wollrabatt". */
const offers =
  'discount|off|sale|bonus|rebate|cash-?back|voucher|return|interest|increase|growth|fee|charge|surcharge|rabatt|nachlass|ermäßigung|gutschein|rendite|zins|aufschlag|gebühr|descuento|rebaja|recargo|interés|remise|réduction|rabais|rendement|intérêt|frais|sconto|sconti|rendimento|interess[ei]|desconto|acréscimo|taxa|juros|korting|rente|rendement|toeslag'
const fibres =
  'cotton|wool|silk|linen|leather|cashmere|baumwolle|wolle|leinen|seide|leder|kaschmir|coton|laine|lin|soie|cuir|cachemire|algodón|algodão|lana|lino|seda|cotone|seta|lã|linho|katoen|wol|zijde|linnen|poly\\p{L}{3,12}|poli[eé]ster|poliam[iy]d\\p{L}?|poliuretan\\p{L}|elast[ah]\\p{L}{1,5}|vis[ck]os[aeo]|a[ck]r[yií]l\\p{L}{0,4}|nylon'
const nutrients =
  'vol|alc|alk|alcohol|alkohol|álcool|alcool|abv|cocoa|kakao|cacao|cacau|fat|fett|gordura|grass[io]|vet|materia grasa|matières? grasses?'
const origins = 'organic|recycled|natural|vegan|bio'
const certainty = 'sure|certain|sicher|sûre?s?|segur[oa]s?|sicur[oa]|zeker'
/** What a product consists of: "70 % Kakao", "4,8 % vol". Only all of it is just "natural", and only 100 % is certain. */
const contents = String.raw`(?!(?![^.!?\n\d]{0,30}(?:${offers}))\s?(?:(?:de|di|of|an)\s|d['’])?(?:(?:(?:${origins})\s)?(?:${fibres}|${nutrients})|(?<=(?<!\d)100\s?%\s?)(?:${origins}|${certainty}))${end})`
/** What a number counts that is not the cents of 49 € 90: 20 € 15 minutes. */
const counted =
  'min|minut\\p{L}*|sec\\p{L}*|sek\\p{L}*|h|hours?|hrs?|stunden?|std|horas?|heures?|or[ae]|uur|uren|uhr|[ap]m|days?|tagen?|tage|jours?|d[ií]as?|giorn[io]|dag|dagen|weeks?|woche\\p{L}*|semanas?|semaines?|settiman[ae]|week|weken|months?|monat\\p{L}*|mois|mes|meses|mês|mes[ei]|maand\\p{L}*|years?|jahr\\p{L}*|ans?|années?|años?|anos?|ann[oi]|jaar|nights?|nächte?|nuits?|noches?|nott[ei]|noites?|nacht|nachten|people|persons?|person\\p{L}*|pessoas?|guests?|gäste|adult\\p{L}*|children|kinder|enfants|niños|bambini|crianças|kinderen|pieces?|stück|stuks?|pi[eè]ces|piezas|pezzi|peças|items?|units?|unidades|times|mal|fois|veces|volte|vezes|keer|km|kg|g|l|ml|cl|cm|m|lessons?|sessions?|visits?|sitzungen|séances?|leçons?|sesiones|clases|lezioni|aulas|sessões|lessen|tickets?|photos?|fotos?'
const months = anyOf(languages.flatMap(({ months }) => months))
const endOfPrice = String.raw`(?!\s?[\d%:/€£$]|[.,]\d|[\s-]?(?:${counted})${end}|\.?\s(?:de\s|di\s)?${months}${end})`
const inDigits = smallPattern(
  [
    String.raw`(?:${signs}|${start}(?:${codes}|Fr\.|Rs\.?))\s?${digits}${scale}`,
    // 49 € 90
    String.raw`${start}\d{1,6}\s?(?:[€£]\s?|euros?\s)\d{2}${endOfPrice}`,
    String.raw`${start}${digits}${scale}\s?(?:${signs}|[%‰]${contents})`,
    String.raw`${start}${digits}${scale}(?:\s|-)?(?:(?:${codes}|kr|Kč|Ft|${currencies})${end})`,
    String.raw`${start}\d[\d.]{0,20},[-–—]{1,2}`,
  ].join('|'),
)

const numberWords = new Map(
  languages.flatMap(({ numbers }) =>
    Object.entries(numbers).flatMap(([word, value]) => (value === undefined ? [] : [[word, value] as const])),
  ),
)
const numberWord = anyOf([...numberWords.keys()])
const joiner = anyOf(languages.map(({ joiner }) => joiner))
/**
 * The pattern of a number in words: at most eight, so that no text is searched in more than linear time. A limit below five would make the
 * runtime compile all words once for each repetition, which takes most of a second.
 */
export const numberInWords = String.raw`(?:${numberWord}(?:${joiner})?(?:\s|-)?(?:${joiner}\s)?){1,8}`
const inWords = smallPattern(
  String.raw`${start}(?<number>${numberInWords})\s*(?:${currencies}|${codes})${end}(?:\s+(?:and|con|y|et|e|und|en|i)?\s*(?<minor>${numberInWords})${end}${endOfPrice})?`,
)
/** With "und" after it, which begins with the French "un". */
const oneNumberWord = smallPattern(`(${numberWord})(?:und|en|ën)?`)

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
  for (const [, word = ''] of inSmallLetters(text).matchAll(oneNumberWord)) {
    const value = numberWords.get(word) ?? 0
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
const anyAmount = smallPattern(
  `[%‰]|${signs}|${start}(?:${codes}|Fr\\.|Rs|kr|Kč|Ft)${end}|,[-–—]|${currencies}${end}`,
  'u',
)

/** The amounts of a text, in their order. */
export function amountsIn(text: string): RiskPart[] {
  if (!anyAmount.test(inSmallLetters(text))) return []
  const found = [
    ...matchesIn(text, inDigits).map(({ match, index }) => ({
      index,
      text: trimmed(match),
      value: amountOf(match),
    })),
    ...matchesIn(text, inWords).map(({ match, index, groups }) => ({
      index,
      text: match,
      value: `${valueOfWords(groups.number ?? '')}.${minorOf(groups.minor ?? '')}`,
    })),
  ]
  return withoutOverlaps(found)
}

/** All numbers that a text makes known: those of amounts in words, and any in digits. */
export const knownNumbers = (text: string): string[] => [
  ...numbersIn(text),
  ...amountsIn(text).map(({ value }) => value),
]
