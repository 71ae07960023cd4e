/** Dates, weekdays and times of day in a text, in numbers and in words. Pure. */
import { numberInWords, valueOfWords } from './amounts.ts'
import { anyOf, end, languages, type RiskPart, start, trimmed, withoutOverlaps } from './languages.ts'

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
const wholeMonths = anyOf(
  languages
    .flatMap(({ months }) => months.flatMap((names) => names.split('|').filter((name) => name.length > 3)))
    .concat('may', 'mai', 'mei', 'maj'),
)
const ordinals = lists(({ ordinals }) => ordinals)
const monthOf = positions(({ months }) => months)
const weekdayOf = positions(({ weekdays }) => weekdays)
const ordinalOf = positions(({ ordinals }) => ordinals)
const dayNames = [...new Set(languages.flatMap(({ days }) => Object.keys(days)))]
const dayPatterns = dayNames.map((name) => ({
  name,
  words: anyOf(languages.map(({ days }) => days[name] ?? '')),
}))

const hourWords = new Map(
  languages.flatMap(({ numbers }) =>
    Object.entries(numbers).flatMap(([word, value = 0]) => (value >= 1 && value <= 24 ? [[word, value] as const] : [])),
  ),
)
const hourWord = anyOf([...hourWords.keys()])
const hourOf = (text: string): number => hourWords.get(text.toLowerCase()) ?? Number(text)

/** What may follow a bare number if it is a time or a day: the end, or a word that goes on about time. */
const timeEnd = String.raw`(?=\s*(?:[.,:](?!\d)|[;!?)\n–—]|-\s|$)|\s+(?:on|tomorrow|today|tonight|and|or|if|sharp|in\s+the|y|o|e|et|ou|und|oder|en|de\s+la|da|del|di|do|du|à|às|a\s+las|alle|um|om|at|next|this|prochain\p{L}*|próxim\p{L}*)${end})`

/** `?` after the value: half of the day is not known. */
const timeValue = (hour: number, minute: string, half = ''): string => {
  const minutes = (minute || '0').padStart(2, '0')
  if (half !== '') return `time ${(hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)}:${minutes}`
  return hour <= 12 && hour > 0 ? `time ${hour % 12}:${minutes}?` : `time ${hour % 24}:${minutes}`
}
/** In whichever order. */
const areDayAndMonth = (one: number, other: number): boolean =>
  Math.min(one, other) >= 1 && Math.min(one, other) <= 12 && Math.max(one, other) <= 31
const dayValue = (month: number, day: number) => `day ${month}-${day}`

/** After a fraction: 3/4 inch. */
const lengthUnit = String.raw`\s?-?(?:["″”]|inch|zoll|pouces?|pulgadas?|polegadas?|pollici|duim|cups?|pints?)`
/** What goes before a number with dots that is no date: firmware 2.11.24. */
const versionWord =
  /(?:versi[oóõ]n?e?|versión|versão|versie|firmware|software|update|build|release|android|ios|windows|(?<!\p{L})v)\.?[^.!?\n]{0,50}$/iu

/** What may follow an hour in words: "et demie", "menos cuarto". */
const minutesAfterHour = languages.flatMap(({ andHalf, andQuarter, lessQuarter }) =>
  (
    [
      [andHalf, 30],
      [andQuarter, 15],
      [lessQuarter, -15],
    ] as const
  ).flatMap(([words, minutes]) => (words ? [{ words, minutes }] : [])),
)
const restOfHour = String.raw`(?:\s+(?<rest>${anyOf(minutesAfterHour.map(({ words }) => words))}))?`
/** "a las tres menos cuarto" is 2:45. */
const hourAndRest = (hour: number, minute: string, rest = ''): string => {
  const minutes = minutesAfterHour.find(({ words }) => new RegExp(`^(?:${words})$`, 'iu').test(rest))?.minutes ?? 0
  return minutes < 0 ? timeValue(hour - 1 || 12, `${60 + minutes}`) : timeValue(hour, minutes ? `${minutes}` : minute)
}

interface Recognizer {
  pattern: RegExp
  valueOf: (groups: Record<string, string | undefined>, text: string) => string | null
}
const recognizer = (pattern: string, valueOf: Recognizer['valueOf']): Recognizer => ({
  pattern: new RegExp(pattern, 'giu'),
  valueOf,
})

const daySuffix = String.raw`(?:\.º|\.|º|°|st|nd|rd|th|er|re|ste|de|e)?`
const thingsWithNumbers =
  'floor|street|st\\.|avenue|ave|time|times|edition|anniversary|century|generation|party|place|attempt|birthday|row|grade|class|item|step|call|quarter|stock|platz|mal|etage|person|option|year|opinion|thing|one|half|reminder|notice|message'

const recognizers: readonly Recognizer[] = [
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
    `${start}(?<day>${numberInWords(4)})(?:\\s*(?:of|de|di|van)\\s+)?\\s*(?<month>${wholeMonths})${end}`,
    ({ day = '', month = '' }) =>
      valueOfWords(day) >= 1 && valueOfWords(day) <= 31 ? dayValue(monthOf(month), valueOfWords(day)) : null,
  ),
  recognizer(
    `${start}(?:in|im|en|em|by|until|bis|since|mid|early|late|nel|a|w)\\s+(?<month>${wholeMonths})${end}`,
    ({ month = '' }) => `month ${monthOf(month)}`,
  ),
  recognizer(
    `${start}(?<weekday>${lists(({ weekdays }) => weekdays)})${end}`,
    ({ weekday = '' }) => `weekday ${weekdayOf(weekday)}`,
  ),
  ...dayPatterns.map(({ name, words }) => recognizer(`${start}${words}${end}`, () => name)),
  recognizer(`${start}\\d{4}-(?<month>\\d{2})-(?<day>\\d{2})${end}`, ({ month, day }) =>
    dayValue(Number(month), Number(day)),
  ),
  recognizer(
    `${start}(?<!\\d\\.)(?<day>[1-9]|0[1-9]|[12]\\d|3[01])\\.(?<month>0?[1-9]|1[0-2])\\.(?:\\d{4}|\\d{2})?(?!\\d)`,
    ({ day, month }) => dayValue(Number(month), Number(day)),
  ),
  recognizer(
    `${start}(?!24\\/7)(?<one>\\d{1,2})(?:\\/(?<other>\\d{1,2})(?:\\/\\d{2,4})?|-(?<third>\\d{1,2})-\\d{4})${end}(?!${lengthUnit})`,
    ({ one, other, third }) =>
      areDayAndMonth(Number(one), Number(other ?? third)) ? `numbers ${Number(one)}-${Number(other ?? third)}` : null,
  ),
  recognizer(
    `${start}(?<hour>\\d{1,2})(?:[:.](?<minute>\\d{2}))?\\s?(?<half>[ap])\\.?m${end}`,
    ({ hour, minute = '', half }) => timeValue(Number(hour), minute, half),
  ),
  recognizer(`${start}(?<hour>[01]?\\d|2[0-4])(?::|h)(?<minute>[0-5]\\d)${end}`, ({ hour = '', minute = '' }) =>
    // Who writes 3:00 may mean the afternoon; who writes 03:00 does not.
    hour.startsWith('0') ? `time ${Number(hour)}:${minute}` : timeValue(Number(hour), minute),
  ),
  recognizer(
    `${start}(?:(?<hour>\\d{1,2})(?:[.:](?<minute>\\d{2}))?|(?<word>${hourWord}))\\s?(?:uhr(?:\\s(?<after>[0-5]\\d))?|o['’]?clock)${end}`,
    ({ hour = '', word = '', minute = '', after = '' }) => timeValue(hourOf(hour || word), minute || after),
  ),
  recognizer(
    `${start}(?:à|vers|dès|avant|après|om|rond|tegen|vanaf|às|pelas|até às|(?:a|sobre|desde|entre|hasta|hacia)\\s+las)\\s+(?:(?<hour>\\d{1,2})(?:[.:](?<minute>\\d{2}))?|(?<word>${hourWord}))\\s?(?:h|heures?|horas?|uur)${restOfHour}${end}`,
    ({ hour = '', word = '', minute = '', rest }) => hourAndRest(hourOf(hour || word), minute, rest),
  ),
  recognizer(
    `${start}(?:a\\s+las|a\\s+la|alle\\s+ore|alle|ore|às|om)\\s+(?:(?<hour>\\d{1,2})(?:[.:](?<minute>\\d{2}))?|(?<word>${hourWord}))${restOfHour}${timeEnd}`,
    ({ hour = '', word = '', minute = '', rest }) =>
      hourOf(hour || word) <= 24 ? hourAndRest(hourOf(hour || word), minute, rest) : null,
  ),
  recognizer(
    `${start}at\\s+(?:(?<hour>\\d{1,2})|(?<word>${anyOf('one two three four five six seven eight nine ten eleven twelve'.split(' '))}))${timeEnd}`,
    ({ hour = '', word = '' }) => (hourOf(hour || word) <= 24 ? timeValue(hourOf(hour || word), '') : null),
  ),
  recognizer(`${start}(?<hour>\\d{1,2})[.:](?<minute>[0-5]\\d)\\s?uur${end}`, ({ hour, minute = '' }) =>
    timeValue(Number(hour), minute),
  ),
  recognizer(`${start}${lists(({ half }) => [half])}\\s+(?<word>${hourWord}|\\d{1,2})${end}`, ({ word = '' }, text) =>
    // German and Dutch count to the next hour: "halb vier" is 3:30.
    /^half past/i.test(text) ? timeValue(hourOf(word), '30') : timeValue(hourOf(word) - 1 || 12, '30'),
  ),
  recognizer(
    `${start}${lists(({ quarterPast }) => [quarterPast])}\\s+(?<word>${hourWord}|\\d{1,2})${end}`,
    ({ word = '' }) => timeValue(hourOf(word), '15'),
  ),
  recognizer(
    `${start}${lists(({ quarterTo }) => [quarterTo])}\\s+(?<word>${hourWord}|\\d{1,2})${end}`,
    ({ word = '' }) => timeValue(hourOf(word) - 1 || 12, '45'),
  ),
  recognizer(`${start}${lists(({ noon }) => [noon])}${end}`, () => 'time 12:00'),
  recognizer(`${start}${lists(({ midnight }) => [midnight])}${end}`, () => 'time 0:00'),
  recognizer(
    `${start}(?<day>\\d{1,2})(?:st|nd|rd|th)${end}(?!\\s+(?:${thingsWithNumbers})${end})`,
    ({ day }) => `day ${day}`,
  ),
  recognizer(
    `${start}(?:on|by|until|before|after)\\s+the\\s+(?<day>${anyOf(languages[0]?.ordinals ?? [])})${timeEnd}`,
    ({ day = '' }) => `day ${ordinalOf(day)}`,
  ),
  recognizer(
    `${start}(?:am|zum|bis\\s+zum|vom|ab\\s+dem)\\s+(?:(?<day>\\d{1,2})\\.(?!\\d)|(?<word>${anyOf(languages[1]?.ordinals ?? [])}))${timeEnd}`,
    ({ day, word = '' }) => `day ${day ?? ordinalOf(word)}`,
  ),
  recognizer(
    `${start}(?:le|il|el|el\\s+día|dia|no\\s+dia|al|entro\\s+il)\\s+(?<day>[12]?\\d|3[01])${timeEnd}`,
    ({ day }) => `day ${day}`,
  ),
  recognizer(`${start}(?:op\\s+)?de\\s+(?<day>\\d{1,2})(?:e|de|ste)${timeEnd}`, ({ day }) => `day ${day}`),
]

/** Whether a text can contain a date at all: most messages have neither a digit nor a word of time. */
const anyTimeWord = new RegExp(
  `\\d|${start}${anyOf([
    ...languages.flatMap(({ weekdays, days, noon, midnight, months, ordinals }) => [
      ...weekdays,
      ...Object.values(days).filter((words) => words !== undefined),
      noon,
      midnight,
      ...months,
      ...ordinals,
    ]),
    ...languages.flatMap(({ half, quarterPast, quarterTo }) => [half, quarterPast, quarterTo]),
    hourWord,
  ])}${end}`,
  'iu',
)

const contextLength = 80

/** The dates and times of a text, in their order. */
export function datesIn(text: string): RiskPart[] {
  if (!anyTimeWord.test(text)) return []
  const found = recognizers.flatMap(({ pattern, valueOf }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: match, index, groups = {} }) => {
      const value = valueOf(groups, match)
      const isVersion = /\d\.\d/.test(match) && versionWord.test(text.slice(Math.max(0, index - contextLength), index))
      return value === null || isVersion ? [] : [{ index, text: trimmed(match), value }]
    }),
  )
  return withoutOverlaps(found)
}

/** All values that a date makes known: the 3rd of December also the 3rd, three in the afternoon also three. */
const valuesKnownBy = ({ value }: RiskPart): string[] => {
  const [, month, day] = /^day (\d+)-(\d+)$/.exec(value) ?? []
  const [, hour, minute, isEither = ''] = /^time (\d+):(\d+)(\??)$/.exec(value) ?? []
  const clock = `${Number(hour) % 12}:${minute}`
  return [
    value,
    ...(day === undefined ? [] : [`day ${day}`, `month ${month}`]),
    ...(hour === undefined ? [] : [`time ${clock}?`]),
    ...(isEither === '' ? [] : [`either half ${clock}`]),
  ]
}

const bareWeekdays = lists(({ bareWeekdays = [] }) => bareWeekdays)
const bareWeekdayOf = positions(({ bareWeekdays = [] }) => bareWeekdays)
const bareWeekdayPattern = new RegExp(`${start}(?<weekday>${bareWeekdays})${end}`, 'giu')
/** "um drei": a time only where one is expected. */
const bareHourPattern = new RegExp(
  `${start}(?:at|around|about|by|um|gegen|ab|a\\s+las?|sobre\\s+las|alle|verso\\s+le|às|pelas|à|vers|om|rond|tegen)\\s+(?<hour>\\d{1,2}|${hourWord})${end}`,
  'giu',
)
const dayAndMonthPattern = /(?<!\d)(\d{1,2})[./-](\d{1,2})(?!\d)/g

/** All values that a text makes known. A day and a month in numbers can be read in either order; also words count that need not be dates. */
export const knownDateValues = (text: string): string[] => [
  ...datesIn(text).flatMap(valuesKnownBy),
  ...[...text.matchAll(dayAndMonthPattern)].flatMap(([, one, other]) => {
    const [first, second] = [Number(one), Number(other)]
    // 19.00 and 13.30 are times.
    if (!areDayAndMonth(first, second)) return []
    return [dayValue(first, second), dayValue(second, first), `day ${first}`, `day ${second}`]
  }),
  ...[...text.matchAll(bareHourPattern)].flatMap(({ index, 0: match, groups }) =>
    hourOf(groups?.hour ?? '') <= 24
      ? valuesKnownBy({ index, text: match, value: timeValue(hourOf(groups?.hour ?? ''), '') })
      : [],
  ),
  ...[...text.matchAll(bareWeekdayPattern)].map(({ groups }) => `weekday ${bareWeekdayOf(groups?.weekday ?? '')}`),
]

/**
 * Whether a date is none of the known values. A time that was known without the half of the day is either. "From the 1st of August to the 8th"
 * makes the 8th of August known.
 */
export const isNewDate = ({ value }: RiskPart, known: ReadonlySet<string>): boolean => {
  const isKnownDay = (month: number, day: number) =>
    known.has(dayValue(month, day)) || (known.has(`day ${day}`) && known.has(`month ${month}`))
  const [, one, other] = /^numbers (\d+)-(\d+)$/.exec(value) ?? []
  if (one !== undefined) return !isKnownDay(Number(one), Number(other)) && !isKnownDay(Number(other), Number(one))
  const [, month, day] = /^day (\d+)-(\d+)$/.exec(value) ?? []
  if (month !== undefined) return !isKnownDay(Number(month), Number(day))
  const [, hour, minute] = /^time (\d+):(\d+)$/.exec(value) ?? []
  return !known.has(value) && !(hour !== undefined && known.has(`either half ${Number(hour) % 12}:${minute}`))
}
