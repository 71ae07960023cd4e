/** Times of day in a text, in numbers and in words, as minutes of the day. Pure. */
import { valueOfWords } from './amounts.ts'
import {
  anyOf,
  end,
  languages,
  languagesOf,
  matchesIn,
  orNothing,
  type RiskPart,
  type RiskWords,
  smallPattern,
  start,
  trimmed,
} from './languages.ts'

/** What may follow a bare number if it is a time or a day: the end, or a word that goes on about time. */
export const timeEnd = String.raw`(?=\s*(?:[.,:](?!\d)|[;!?)\n–—]|-\s|$)|\s+(?:on|tomorrow|today|tonight|and|or|if|sharp|in\s+the|y|o|e|et|ou|und|oder|en|de\s+la|da|del|di|do|du|à|às|a\s+las|alle|um|om|at|next|this|prochain\p{L}*|próxim\p{L}*)${end})`
const endsTime = new RegExp(timeEnd, 'iuy')

const [halfDay, wholeDay] = [720, 1440] as const

interface Grammar {
  pattern: RegExp
  isQuarter: RegExp
  isHalf: RegExp
  fractions: Record<string, number | undefined>
  needsUnit: boolean
}

/** Numbers that can be hours and minutes, in words. "Five" minutes and more. */
const numerals = (numbers: RiskWords['numbers'], fits: (value: number) => boolean) =>
  orNothing(anyOf(Object.entries(numbers).flatMap(([word, value = 0]) => (fits(value) ? [word] : []))))

/** In all languages; "am" before a word is German. */
const am = String.raw`a\.\s?m|am(?!\s+\p{L})`
const pm = String.raw`p\.?\s?m`

/**
 * One sentence for all languages: [at] [minutes past | to] [half] hour [o'clock] [and | less minutes] [in the morning]. A language that lacks a
 * part has no words for it.
 */
function grammarOf({ clock, numbers, joiner, noon, midnight }: RiskWords): Grammar[] {
  if (!clock) return []
  const {
    at,
    near,
    minutes,
    past,
    to,
    quarter,
    half,
    fractions = {},
    needsUnit = false,
    sure,
    unit,
    and,
    less,
    morning,
    afternoon,
  } = clock
  const words = numerals(numbers, (value) => value > 0 && value < 60)
  const minute = `(?:${quarter}|${half}|${words}(?:[\\s-]?(?:${orNothing(joiner)}[\\s-]?)?${words})?|[0-5]?\\d)`
  const pattern = [
    `${start}(?<!\\d[.,:/])(?:(?:(?<at>${orNothing(at)})|(?<near>${orNothing(near)}))(?:\\s+|(?<=['’])))?`,
    `(?:(?<before>${minute})(?:\\s${orNothing(minutes)})?\\s+(?:(?<past>${orNothing(past)})|(?<to>${orNothing(to)}))\\s+)?`,
    `(?:(?<fraction>${orNothing(anyOf(Object.keys(fractions)))})\\s+)?`,
    `(?:(?<hour>[01]?\\d|2[0-4])(?:(?<mark>[.:])(?<minute>[0-5]\\d))?(?![.,:/]?\\d)`,
    `|(?:(?<word>${numerals(numbers, (value) => value > 0 && value <= 24)})`,
    `|(?<noon>${orNothing(noon)})|(?<midnight>${orNothing(midnight)}))${end})`,
    `(?:\\s?(?:(?<sure>${orNothing(sure)})|(?<unit>${orNothing(unit)}|h))(?!\\p{L})(?:\\s(?<five>${numerals(numbers, (value) => value === 5)})${end})?)?`,
    `(?:\\s+(?:(?<and>${orNothing(and)})|(?<less>${orNothing(less)}))\\s+(?<added>${minute})`,
    `|(?<=\\p{L})\\s?(?<plain>[0-5]\\d|${numerals(numbers, (value) => value >= 10 && value < 60)}(?:-${words})?))?`,
    `(?:,?\\s*(?:(?<morning>${am}|${orNothing(morning)})|(?<afternoon>${pm}|${orNothing(afternoon)})))?${end}`,
  ]
  return [
    {
      pattern: smallPattern(pattern.join('')),
      isQuarter: new RegExp(`^${orNothing(quarter)}$`, 'iu'),
      isHalf: new RegExp(`^${orNothing(half)}$`, 'iu'),
      fractions,
      needsUnit,
    },
  ]
}
const grammars = new Map(languages.map((language) => [language, grammarOf(language)]))

type Groups = Record<string, string | undefined>

const minutesOf = (words: string, { isQuarter, isHalf }: Grammar): number => {
  if (isQuarter.test(words)) return 15
  if (isHalf.test(words)) return 30
  return /\d/.test(words) ? Number(words) : valueOfWords(words)
}

/** `?` after the minutes: the half of the day is not known. */
export const timeValue = (hour: number, minutes: number, isExact: boolean): string => {
  const total = hour * 60 + minutes
  const day = isExact ? wholeDay : halfDay
  return `time ${(total + day) % day}${isExact ? '' : '?'}`
}

const writtenHalf = /^([ap])\.?\s?m\b/iu

function valueOf(groups: Groups, grammar: Grammar): string | null {
  const { hour = '', word = '', noon, midnight, minute, before, to, fraction, added, less, plain, five } = groups
  const base = noon ? 12 : midnight ? 0 : word ? valueOfWords(word) : Number(hour)
  const minutes =
    Number(minute ?? 0) +
    (before ? minutesOf(before, grammar) * (to ? -1 : 1) : 0) +
    (fraction ? (grammar.fractions[fraction.toLowerCase().replace(/\s+/g, ' ')] ?? 0) : 0) +
    (added ? minutesOf(added, grammar) * (less ? -1 : 1) : 0) +
    (plain ? minutesOf(plain, grammar) : five ? 5 : 0)
  if (base > 24 || Math.abs(minutes) > 59) return null
  // Who writes 3:00 may mean the afternoon; who writes 03:00 does not.
  const half = groups.morning ?? groups.afternoon
  if (base === 12 && !noon) {
    // Of twelve, only am and pm tell the half: "las doce de la mañana" is noon. "Quarter to 12 pm" is said of both.
    const [, letter] = writtenHalf.exec(half ?? '') ?? []
    return letter && minutes >= 0
      ? timeValue(letter.toLowerCase() === 'a' ? 0 : 12, minutes, true)
      : timeValue(12, minutes, false)
  }
  const isExact = base > 12 || base === 0 || noon !== undefined || hour.startsWith('0')
  if (half && base < 12) return timeValue(base + (groups.afternoon ? 12 : 0), minutes, true)
  return timeValue(base, minutes, isExact)
}

/** "one" in "at one", but not the article of "um ein Haar". */
const one = /^(?:one|eins|una|uma|één)$/iu

/** Whether words of the grammar are a time and not a number of things. */
function isTime(groups: Groups, grammar: Grammar, endsHere: () => boolean): boolean {
  const { at, near, before, past, fraction, word = '', mark, sure, unit, added, plain, hour } = groups
  const isAt = at !== undefined || near !== undefined
  if (before !== undefined) {
    const minutes = minutesOf(before, grammar)
    if (grammar.isQuarter.test(before) || grammar.isHalf.test(before) || past !== undefined) return minutes % 5 === 0
    // "Five to ten" may be a number of things, and "five to twelve" the last moment.
    const isRange = minutes < (word ? valueOfWords(word) : Number(hour))
    return (
      minutes % 5 === 0 && (at === undefined ? !isRange && near === undefined && endsHere() : !isRange || endsHere())
    )
  }
  if (groups.noon ?? groups.midnight ?? groups.morning ?? groups.afternoon ?? sure) return true
  if (fraction !== undefined) return isAt || (grammar.fractions[fraction.toLowerCase()] ?? 0) < 0
  if (mark === ':' || (hour && unit?.toLowerCase() === 'h' && /^\d/.test(plain ?? ''))) return true
  if (added !== undefined && isAt) return minutesOf(added, grammar) >= 5
  if (plain !== undefined) return isAt
  if (at === undefined || unit !== undefined) return at !== undefined
  return (
    (mark !== undefined || !grammar.needsUnit) &&
    (word === '' || valueOfWords(word) > 1 || one.test(word)) &&
    endsHere()
  )
}

const leadOf = ({ at = '', near = '' }: Groups, match: string): number =>
  match.length - match.slice(`${at}${near}`.length).trimStart().length

/** @param isSaid whether all that can be a time counts */
function partsIn(text: string, isSaid: boolean): RiskPart[] {
  return languagesOf(text)
    .flatMap((language) => grammars.get(language) ?? [])
    .flatMap((grammar) =>
      matchesIn(text, grammar.pattern).flatMap(({ match, small, index, groups }) => {
        // A number alone, as most are.
        if (small === groups.hour || small === groups.word) return []
        const endsHere = () => {
          endsTime.lastIndex = index + match.length
          return endsTime.test(text)
        }
        if (!isSaid && !isTime(groups, grammar, endsHere)) return []
        const value = valueOf(groups, grammar)
        if (value === null) return []
        // "At" is shown only where the time needs it.
        const lead = isTime({ ...groups, at: undefined, near: undefined }, grammar, endsHere)
          ? leadOf(groups, match)
          : 0
        return [{ index: index + lead, text: trimmed(match.slice(lead)), value }]
      }),
    )
}

/** 0645, as timetables write it. */
const railwayPattern = /(?<![\p{L}\p{N}.,/+-])(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?![\p{L}\p{N}_]|[.,/-]\d)/gu
const railwayUnit = new RegExp(`^\\s?(?:hrs?|hours|h|uhr|uur)\\b`, 'iu')
const rangePattern = /(?<![\d.,/:])(\d{1,2})\s?(?:-|–|—|\/|a|à|bis|to|tot|até|till)\s?(\d{1,2})(?![\d.,/:]\d|\d)/gu

const railwayTimes = (text: string, isSaid: boolean): RiskPart[] =>
  [...text.matchAll(railwayPattern)].flatMap(({ 0: match, index, groups: { hour = '', minute = '' } = {} }) =>
    isSaid || railwayUnit.test(text.slice(index + match.length, index + match.length + 8))
      ? [{ index, text: match, value: timeValue(Number(hour), Number(minute), true) }]
      : [],
  )

/** The times of a text. */
export const timesIn = (text: string): RiskPart[] => [...partsIn(text, false), ...railwayTimes(text, false)]

/** The values of all times that a text makes known, also where a word or number only may be a time. */
export const knownTimeValues = (text: string): string[] => {
  const hours = [...text.matchAll(rangePattern)].flatMap(([, from, until]) =>
    Number(from) <= 24 && Number(until) <= 24
      ? [Number(from), Number(until)].map((hour) => timeValue(hour, 0, hour > 12))
      : [],
  )
  return [...partsIn(text, true), ...railwayTimes(text, true)]
    .map(({ value }) => value)
    .concat(hours)
    .flatMap(valuesKnownByTime)
}

/** Three in the afternoon also makes three known, and three without a half of the day makes both known. */
function valuesKnownByTime(value: string): string[] {
  const minutes = Number(/\d+/.exec(value)?.[0])
  return [value, `time ${minutes % halfDay}?`, ...(value.endsWith('?') ? [`either half ${minutes}`] : [])]
}

/** Whether a time is none of the known values. */
export const isNewTime = (value: string, known: ReadonlySet<string>): boolean =>
  !known.has(value) && !known.has(`either half ${Number(/\d+/.exec(value)?.[0]) % halfDay}`)
