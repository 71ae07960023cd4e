/** Dates, weekdays and times of day in a text, in numbers and in words. Pure. */
import { numberInWords, valueOfWords } from './amounts.ts'
import { isNewTime, knownTimeValues, timeEnd, timesIn } from './clock.ts'
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
  wordList,
} from './languages.ts'
import { isNameOfPerson, isNumberOfThing } from './names.ts'

const lists = (pick: (language: (typeof languages)[number]) => readonly string[]) => anyOf(languages.flatMap(pick))

/** The position of a word among lists of alternatives, such as the months of all languages, from 1 on. */
function positions(pick: (language: (typeof languages)[number]) => readonly string[]) {
  const patterns = languages.flatMap((language) =>
    pick(language).map((words, index) => ({ pattern: new RegExp(`^(?:${words})$`, 'iu'), position: index + 1 })),
  )
  const known = new Map<string, number>()
  return (word: string): number => {
    const key = word.toLowerCase()
    const position = known.get(key) ?? patterns.find(({ pattern }) => pattern.test(key))?.position ?? 0
    if (known.size < 1_000) known.set(key, position)
    return position
  }
}

const months = lists(({ months }) => months)
/** Without abbreviations, which are also other words: "mar" is also the sea. */
const wholeMonthsOf = ({ months }: (typeof languages)[number]) =>
  months.flatMap((names) =>
    names.split('|').filter((name) => (name.length > 3 && name !== 'sept') || /^m[ae][iy]$/.test(name)),
  )
const wholeMonths = anyOf(languages.flatMap(wholeMonthsOf))
const monthsAlone = languages.map((language) => `(?:${language.beforeMonth})\\s+${anyOf(wholeMonthsOf(language))}`)
const ordinals = lists(({ ordinals }) => wordList(ordinals))
const monthOf = positions(({ months }) => months)
const weekdayOf = positions(({ weekdays }) => weekdays)
const ordinalOf = positions(({ ordinals }) => wordList(ordinals))
const dayNames = [...new Set(languages.flatMap(({ days }) => Object.keys(days)))]
const dayWords = dayNames.map(
  (name, index) => `(?<day${index}>${anyOf(languages.map(({ days }) => days[name] ?? ''))})`,
)

/** In whichever order. */
const areDayAndMonth = (one: number, other: number): boolean =>
  Math.min(one, other) >= 1 && Math.min(one, other) <= 12 && Math.max(one, other) <= 31
const dayValue = (month: number, day: number) => `day ${month}-${day}`

/** What goes before a number with dots that is no date: firmware 2.11.24. */
const versionWord =
  /(?:versi[oóõ]n?e?|versión|versão|versie|firmware|software|update|build|release|android|ios|windows|(?<!\p{L})v)\.?[^.!?\n]{0,50}$/iu

interface Recognizer {
  pattern: RegExp
  valueOf: (groups: Record<string, string | undefined>, text: string) => string | null
}
const recognizer = (pattern: string, valueOf: Recognizer['valueOf']): Recognizer => ({
  pattern: smallPattern(pattern),
  valueOf,
})

const daySuffix = String.raw`(?:\.º|\.|º|°|st|nd|rd|th|er|re|ste|de|e)?`
/** What follows "the 3rd" if it is a day: the end, or a verb or word of time, and no noun that it counts. */
const dayEnd = String.raw`(?:${timeEnd}|(?=\s+(?:works|is|was|will|would|suits|are|we|you|i|if|with|for|from|until|till|to|through|after|before|between|because|instead|then|but|so|when|as|too|please|then)${end}|\s*[-/]\s*\d))`

const monthRecognizers: readonly Recognizer[] = [
  recognizer(
    `${start}(?<day>\\d{1,2})${daySuffix}\\s+(?:of\\s+|de\\s+|d['’]|del\\s+|van\\s+)?(?<month>${months})${end}`,
    ({ day, month = '' }) => dayValue(monthOf(month), Number(day)),
  ),
  recognizer(
    `${start}(?<month>${anyOf(languages[0]?.months ?? [])})\\.?\\s+(?:the\\s+)?(?<day>\\d{1,2})(?:st|nd|rd|th)?${end}(?!:|\\s?[ap]\\.?m)`,
    ({ day, month = '' }) => dayValue(monthOf(month), Number(day)),
  ),
  recognizer(
    `${start}(?<day>${ordinals})\\s+(?:of\\s+|de\\s+|van\\s+)?(?<month>${months})${end}`,
    ({ day = '', month = '' }) => dayValue(monthOf(month), ordinalOf(day)),
  ),
  recognizer(
    `${start}(?<day>${numberInWords})(?:\\s*(?:of|de|di|van)\\s+)?\\s*(?<month>${wholeMonths})${end}`,
    ({ day = '', month = '' }) =>
      valueOfWords(day) >= 1 && valueOfWords(day) <= 31 ? dayValue(monthOf(month), valueOfWords(day)) : null,
  ),
  recognizer(`${start}(?:${monthsAlone.join('|')})${end}(?!-\\p{L})`, (_, match) => {
    const [month = ''] = /\p{L}+$/u.exec(match) ?? []
    return `month ${monthOf(month)}`
  }),
]
const recognizers: readonly Recognizer[] = [
  recognizer(
    `${start}(?<weekday>${lists(({ weekdays }) => weekdays)})${end}`,
    ({ weekday = '' }) => `weekday ${weekdayOf(weekday)}`,
  ),
  recognizer(
    `${start}(?:${dayWords.join('|')})${end}`,
    (groups) => dayNames.find((_, index) => groups[`day${index}`] !== undefined) ?? null,
  ),
  recognizer(`${start}\\d{4}-(?<month>\\d{2})-(?<day>\\d{2})${end}`, ({ month, day }) =>
    dayValue(Number(month), Number(day)),
  ),
  recognizer(
    `${start}(?<!\\d\\.)(?<day>[1-9]|0[1-9]|[12]\\d|3[01])\\.(?<month>0?[1-9]|1[0-2])\\.(?:\\d{4}|\\d{2})?(?!\\d)`,
    ({ day, month }) => dayValue(Number(month), Number(day)),
  ),
  recognizer(
    `${start}(?<!\\d[.,])(?<one>\\d{1,2})(?:\\/(?<other>\\d{1,2})(?:\\/\\d{2,4})?|-(?<third>\\d{1,2})-\\d{4})${end}`,
    ({ one, other, third }) =>
      areDayAndMonth(Number(one), Number(other ?? third)) ? `numbers ${Number(one)}-${Number(other ?? third)}` : null,
  ),
  recognizer(
    `${start}(?:(?:on|by|until|before|after|from|till|to)\\s+)?(?:the\\s+)?(?<day>\\d{1,2})(?:st|nd|rd|th)${end}${dayEnd}`,
    ({ day }) => `day ${day}`,
  ),
  recognizer(
    `${start}(?:on|by|until|before|after)\\s+the\\s+(?<day>${anyOf(wordList(languages[0]?.ordinals))})${timeEnd}`,
    ({ day = '' }) => `day ${ordinalOf(day)}`,
  ),
  recognizer(
    `${start}(?:am|zum|bis\\s+zum|vom|ab\\s+dem)\\s+(?:(?<day>\\d{1,2})\\.(?!\\d)|(?<word>${anyOf(wordList(languages[1]?.ordinals))}))${timeEnd}`,
    ({ day, word = '' }) => `day ${day ?? ordinalOf(word)}`,
  ),
  recognizer(
    `${start}(?:(?:le|il|el|dia|al|entro\\s+il)\\s+(?<day>[12]?\\d|3[01])|(?:día|dia|il\\s+giorno)\\s+(?<word>${numberInWords}))${timeEnd}`,
    ({ day, word = '' }) => `day ${day ?? valueOfWords(word)}`,
  ),
  recognizer(`${start}(?:op\\s+)?de\\s+(?<day>\\d{1,2})(?:e|de|ste)${timeEnd}`, ({ day }) => `day ${day}`),
]

const anyMonth = smallPattern(`${start}${months}${end}`, 'u')
/** Whether a text can contain a date at all: most messages have neither a digit nor a word of time. "Un" and "ein" are everywhere. */
const anyTimeWord = smallPattern(
  `\\d|${start}${anyOf([
    ...languages.flatMap(({ weekdays, days, noon, midnight, ordinals, numbers, clock }) => [
      ...weekdays,
      ...Object.values(days).filter((words) => words !== undefined),
      noon,
      midnight,
      ...wordList(ordinals),
      ...Object.entries(numbers).flatMap(([word, value = 0]) => (value > 1 && value < 32 ? [word] : [])),
      clock?.sure ?? '',
    ]),
    "at one|all['’]una|(?:la una|à uma|à une heure|om één)",
  ])}${end}`,
  'u',
)

const contextLength = 80

/** The dates and times of a text, in their order. @param isSaid whether numbers count that may be those of other things */
export function datesIn(text: string, isSaid = false): RiskPart[] {
  const small = inSmallLetters(text)
  const hasMonth = anyMonth.test(small)
  if (!hasMonth && !anyTimeWord.test(small)) return []
  const found = [...(hasMonth ? monthRecognizers : []), ...recognizers].flatMap(({ pattern, valueOf }) =>
    matchesIn(text, pattern).flatMap(({ match, small, index, groups }) => {
      const value = valueOf(groups, small)
      return value === null ? [] : [{ index, text: trimmed(match), value }]
    }),
  )
  return withoutOverlaps(
    (isSaid ? found : [...found, ...timesIn(text)]).filter((part) => !isOtherThing(text, part, isSaid)),
  )
}

function isOtherThing(text: string, { index, text: match, value }: RiskPart, isSaid: boolean): boolean {
  if (!isSaid && /\d/.test(match) && isNumberOfThing(text, index, match)) return true
  if (/\d\.\d/.test(match) && versionWord.test(text.slice(Math.max(0, index - contextLength), index))) return true
  return !value.startsWith('time') && isNameOfPerson(text, index, match)
}

/** All values that a date makes known: the 3rd of December also the 3rd. */
const valuesKnownBy = ({ value }: RiskPart): string[] => {
  const [, month, day] = /^day (\d+)-(\d+)$/.exec(value) ?? []
  return [value, ...(day === undefined ? [] : [`day ${day}`, `month ${month}`])]
}

const shortMonthOf = positions(({ shortMonths }) => wordList(shortMonths))
const shortWeekdayOf = positions(({ shortWeekdays }) => wordList(shortWeekdays))
const shortMonths = lists(({ shortMonths }) => wordList(shortMonths))
const shortWeekdays = lists(({ shortWeekdays }) => wordList(shortWeekdays))
const wholeMonthPattern = new RegExp(`${start}${wholeMonths}${end}`, 'giu')
/** "5 dic", "12-ago" */
const shortMonthPattern = new RegExp(
  `(?<!\\d)(?<day>\\d{1,2})${daySuffix}[\\s./-]{0,2}(?:de\\s)?(?<month>${shortMonths})${end}`,
  'giu',
)
const shortWeekdayPattern = new RegExp(`${start}${shortWeekdays}${end}`, 'giu')
/** "Do 14:30", "Mo-Fr", "am Mi." */
const dayFollows =
  /^[.,]?\s*(?:[-–/\d]|(?:um|at|à|às|a las|alle|dalle|om|ore|von|from|de|van|pm|früh|ab|bis|zw|zwischen|vor|nach|gegen|abend|morgen|mittag|nachmittag|matin|soir|mañana|tarde|mattina|sera|manhã|ochtend|middag|avond)(?!\p{L}))/iu
const dayPrecedes =
  /(?:^|[\n\-–/(:,]|(?<!\p{L})(?:am|on|le|il|el|op|na|no|bis|tot|al?|à|até|und|y|et?|en|and|of|or|oder|ou?))\s*$/iu
const isShortWeekday = (text: string, index: number, end: number) =>
  dayFollows.test(text.slice(end, end + 12)) || dayPrecedes.test(text.slice(Math.max(0, index - 8), index))
/** A day without its month. */
const dayPattern = /(?<![\d:.,/])(?<day>\d{1,2})(?<ordinal>st|nd|rd|th|º|ª|er|\.(?!\d))?(?![\d:]|[.,/]\d)/giu
const beforeDayPattern =
  /(?:(?<!\p{L})(?:el|le|il|día|dia|am|den|dem|vom|zum|the|op|de|al|dal|del|on|do|no|au|du)|(?:day|tag|dag|feira|di|dì))[\s,]+$/iu
const dayAndMonthPattern = /(?<!\d)(\d{1,2})[./-](\d{1,2})(?!\d)/g

/** All values that a text makes known. A day and a month in numbers can be read in either order; also words count that need not be dates. */
export const knownDateValues = (text: string): string[] => [
  ...datesIn(text, true).flatMap(valuesKnownBy),
  ...knownTimeValues(text),
  ...[...text.matchAll(dayAndMonthPattern)].flatMap(([, one, other]) => {
    const [first, second] = [Number(one), Number(other)]
    // 19.00 and 13.30 are times.
    if (!areDayAndMonth(first, second)) return []
    return [dayValue(first, second), dayValue(second, first), `day ${first}`, `day ${second}`]
  }),
  ...[...text.matchAll(dayPattern)].flatMap(({ index, groups: { day, ordinal } = {} }) =>
    ordinal !== undefined || beforeDayPattern.test(text.slice(Math.max(0, index - 8), index))
      ? [`day ${Number(day)}`]
      : [],
  ),
  ...[...text.matchAll(wholeMonthPattern)].map(([month]) => `month ${monthOf(month)}`),
  ...[...text.matchAll(shortMonthPattern)].flatMap(({ groups: { day = '', month = '' } = {} }) => [
    dayValue(shortMonthOf(month), Number(day)),
    `day ${Number(day)}`,
    `month ${shortMonthOf(month)}`,
  ]),
  ...[...text.matchAll(shortWeekdayPattern)].flatMap(({ 0: word, index }) =>
    isShortWeekday(text, index, index + word.length) ? [`weekday ${shortWeekdayOf(word)}`] : [],
  ),
]

/**
 * Whether a date is none of the known values. "From the 1st of August to the 8th" makes the 8th of August known.
 */
export const isNewDate = ({ value }: RiskPart, known: ReadonlySet<string>): boolean => {
  if (value.startsWith('time')) return isNewTime(value, known)
  const isKnownDay = (month: number, day: number) =>
    known.has(dayValue(month, day)) || (known.has(`day ${day}`) && known.has(`month ${month}`))
  const [, one, other] = /^numbers (\d+)-(\d+)$/.exec(value) ?? []
  if (one !== undefined) return !isKnownDay(Number(one), Number(other)) && !isKnownDay(Number(other), Number(one))
  const [, month, day] = /^day (\d+)-(\d+)$/.exec(value) ?? []
  if (month !== undefined) return !isKnownDay(Number(month), Number(day))
  return !known.has(value)
}
