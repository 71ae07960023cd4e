/** Weekdays and months that are names, and numbers of seats, buses and files: what looks like a date and is none. Pure. */
import { anyOf, end, languages, languagesOf, orNothing, start } from './languages.ts'

const contextLength = 60
const after = (text: string, index: number) => text.slice(index, index + contextLength)

const whole = (words: string) => new RegExp(`^(?:${words})$`, 'iu')
const wordsOf = (pick: (language: (typeof languages)[number]) => string | undefined) =>
  orNothing(anyOf(languages.map((language) => pick(language) ?? '')))

/** The words before a place, the nearest first; a mark at the end of one belongs to it. */
const wordsBefore = (text: string, index: number): string[] =>
  text
    .slice(Math.max(0, index - contextLength), index)
    .split(/\s+|(?<=['’(])/u)
    .filter((word) => word !== '')
    .toReversed()

const title = whole(wordsOf(({ titles }) => titles))
const name = new RegExp(`${start}${wordsOf(({ names }) => names)}${end}`, 'iu')
/** Words before a weekday that is a day, also if it has a capital by mistake. */
const beforeDay =
  /^(?:el|los|este|esta|próxim[oa]|del|al|des?|l[eou]s?|ce|du|chaque|prochain|il|la|di|quest[ao]|prossim[ao]|n[ao]s?|n?est[ae]|op|aanstaande|volgende|komende|afgelopen|deze|elke|iedere|tot|van|vanaf|per|da|até|para|hasta|y|e|et|en|ou?|of|ogni|cada|tou?[ds]o?s?|dal|dalla|dès|à|às|and|or|on|until|pas+ad[oa]|scors[oa]|dernier|mañana|hoy|oggi|hoje|demain|ma|mais|pero|mas|maar)$/iu
const surnameAfter = /^\s+(?:d[aei]l?\s+)?\p{Lu}\p{Ll}/u
const verbAfter =
  /^\s+(?!(?:at|and|or|to|from|in|is|was|on|for|if|between|with|until|till|works?|suits|as|but|will|would|please|then|around|because|so|when|by|after|before|instead|too)(?!\p{L}))\p{Ll}/u
const appositionAfter = /^(?:,\s+(?:our|who|the)|\s+(?:in|from|at|on)\s+(?:our|the))(?!\p{L})/u

/** Whether a weekday or month is the name of a person or thing, or the verb "may". */
export function isNameOfPerson(text: string, index: number, match: string): boolean {
  const [word = ''] = /\p{L}+$/u.exec(match) ?? []
  const wordIndex = index + match.length - word.length
  const rest = after(text, index + match.length)
  if (word === 'may') return verbAfter.test(rest)
  const [last = '', previous = ''] = wordsBefore(text, wordIndex)
  if (title.test(last) || title.test(`${previous} ${last}`) || /^-\p{Lu}/u.test(rest)) return true
  const nearby = text.slice(Math.max(0, wordIndex - 12), wordIndex + word.length + 12)
  if (name.test(nearby)) return true
  // "Reviewed by April, our nurse"
  if (/^by\s/i.test(match)) return appositionAfter.test(rest)
  if (/\d/.test(match) || match !== word || !/^\p{Lu}/u.test(word)) return false
  if (!languagesOf(text).every(({ smallWeekdays }) => smallWeekdays)) return false
  return surnameAfter.test(rest) || (/[\p{L}\p{N}]$/u.test(last) && !beforeDay.test(last))
}

const thing = whole(wordsOf(({ numbered }) => numbered))
/** Of things that have a number, those that are on a day: "your booking is 3/5". */
const event =
  /^(?:bookings?|orders?|test|class|lesson|course|exercise|auftrag|kurs|übung|pedido|curso|lección|ejercicio|prueba|consulta|cours|leçon|commande|exercice|corso|lezione|ordine|esercizio|encomenda|lição|aula|exercício|bestelling|cursus|les|oefening)$/iu
/** Streets and houses that are named after a day: "rue du 8 mai". */
const street = whole(wordsOf(({ street }) => street))
const taking = whole(wordsOf(({ takes }) => takes))
const article = /^(?:the|der|die|das|dem|den|el|la|le|il|lo|o|a|de|het|au)$/iu
const copula = /^(?:is|ist|es|est|è|é|será|sera|sarà)$/iu
const genitive = /^(?:del?|du|des|do|da|dei|van|of)$/iu
const numberSign = /^(?:n[.º°o]*|nr\.?|no\.?|#|:|\()$/iu
const startsWithArticle = /^(?:le|il|el|al|de|the)\s/i
/** "4/4-Takt", "rechnung_3.2.pdf" */
const thingAfter =
  /^(?:-\p{L}|[^\s,;]{0,40}\.(?:pdf|jpe?g|png|gif|heic|docx?|xlsx?|pptx?|csv|txt|zip|mp[34]|html?|xml)(?!\p{L}))/iu
const partOfHouse =
  /^,\s+(?:piano|interno|int\.|scala|puerta|piso|portal|escalera|bloque|appart|étage|bât|esc|apartamento|apto|andar|bloco)/iu
/** "Le 5, boulevard Carnot" is a house. */
const streetAfter = new RegExp(
  `^,?\\s+(?:(?:de la|de|della|di|da|do)\\s+)?${anyOf(languages.flatMap(({ smallWeekdays, street }) => (smallWeekdays ? [street] : [])))}\\s+(?:(?:de|du|des|la|les?|los|das?|dos|di|dei|della)\\s+|d['’]|l['’])*\\p{Lu}`,
  'u',
)
const numberWords = anyOf(languages.flatMap(({ numbers }) => Object.keys(numbers)))
/** "3/4 cup", "4/5 stars", "2/3 of the parcels", but not "3/5 de la tarde" and "3/5 von acht bis zehn". */
const measureAfter = new RegExp(`^\\s?-?(?:["″”]|(?:${wordsOf(({ measures }) => measures)}|of)${end})`, 'iu')
const shareAfter = new RegExp(
  `^\\s(?:(?:v[oa]n|de[rs]?|du|di|del|dell[ae]|dei|do|da|dos|das)\\s+|d['’])(?!(?:(?:l[ao]s?|l['’]|a|à|ma)\\s*)?(?:\\d|${numberWords}${end}|mañana|tarde|noche|madrugada|manhã|noite|mattin|pomeriggio|sera|notte|matin|soir|après|ochtend|middag|avond|mes|mês|mois|año|ano|mese|anno))`,
  'iu',
)
const examAfter = new RegExp(
  `^\\s(?:in|on|im|en|au|à l['’]|allo|alla|all['’]|nello|nella|n[ao])(?:\\s(?:the|der|el|la|de|het))?\\s?${wordsOf(({ exams }) => exams)}${end}`,
  'iu',
)
const portalAfter =
  /^\s(?:on|auf|bei|en|sur|su|n[ao]|op)\s(?:google|trustpilot|tripadvisor|yelp|amazon|booking|facebook|imdb|allociné)/iu
const scoreBefore = new RegExp(`${start}${wordsOf(({ scores }) => scores)}${end}[^.!?\\n;,]{0,30}$`, 'iu')
const scoredBefore = new RegExp(`${start}${wordsOf(({ scored }) => scored)}\\s+$`, 'iu')
/** "Een 4/5". The English "a" is also "to". */
const articleBefore = /(?:^|[^\p{L}\p{N}])(?:eine?[nr]?|une?|un[oa]|uma?|een)\s+$/iu
/** "72 3/4 inches" */
const mixedBefore = /(?:^|\s)\d{1,3}\s+$/
const andBefore = /(?:^|\s)(?:and|or|und|oder|y|o|et?|ou|en|of)\s+$/iu
/** Words after which numbers with a slash are a date, also beside a score with the same whole. */
const beforeDate =
  /^(?:on|by|until|till|before|after|am|vom|zum|ab|dem|den|le|du|au|el|del|al|día|dia|il|dal|em|no|op|tot|vanaf|date|datum|data|fecha|\p{L}+(?:day|tag|dag|feira|di|dì),?|.*[(:])$/iu

const timeAfter = /^,?\s*(?:at|à|às|a las|alle|om|um|\d{1,2}[:.h]\d)/iu

/** Whether the words before a number are those of a thing that has one: "Platz", "Platz Nr.", "su asiento es el". */
function followsThing([first = '', second = '', third = '', fourth = '']: string[], hasArticle: boolean): boolean {
  if (/[#§№/+]$|\p{L}\d*[-_]$/u.test(first)) return true
  if (genitive.test(first) && (street.test(second) || thing.test(second))) return true
  if (!hasArticle && (thing.test(first) || (numberSign.test(first) && thing.test(second)))) return true
  const isArticle = !hasArticle && article.test(first)
  const [link, noun, verb] = isArticle ? [second, third, fourth] : [first, second, third]
  if (copula.test(link) && event.test(noun)) return false
  if (copula.test(link) || numberSign.test(link)) return thing.test(noun) || (numberSign.test(noun) && thing.test(verb))
  return (link.endsWith(':') && thing.test(link.slice(0, -1))) || isTaking(link, noun)
}
const isTaking = (last: string, previous: string): boolean => taking.test(last) || taking.test(`${previous} ${last}`)

/** Whether a date in numbers is the number of something else, a fraction or a part of a name. */
export function isNumberOfThing(text: string, index: number, match: string): boolean {
  const rest = after(text, index + match.length)
  const words = wordsBefore(text, index)
  const hasArticle = startsWithArticle.test(match)
  if (followsThing(words, hasArticle) || thingAfter.test(rest)) return true
  if (hasArticle && (streetAfter.test(rest) || partOfHouse.test(rest))) return true
  if (!/^\d{1,2}\/\d{1,2}$/.test(match)) return false
  // 08/15 and 24/7 are no dates in any language.
  if (measureAfter.test(rest) || match === '08/15' || match === '24/7') return true
  return isPartOfWhole(match) && !timeAfter.test(rest) && isRatio(text, index, match)
}

/** 3/4, which may be a ratio or a score as well as a date. */
function isPartOfWhole(match: string): boolean {
  const [one = 0, other = 0] = match.split('/').map(Number)
  return one <= other && other <= 10 && !/(?:^|\/)0/.test(match)
}

/** So many ratios before one are looked at. */
const maxRatiosBefore = 3

/** Whether a word beside 3/4 says that it is a ratio or a score; without one it is a date. */
function isRatio(text: string, index: number, match: string, ratiosBefore = maxRatiosBefore): boolean {
  const rest = after(text, index + match.length)
  if (measureAfter.test(rest)) return true
  if (beforeDate.test(wordsBefore(text, index)[0] ?? '')) return false
  const before = text.slice(Math.max(0, index - contextLength), index)
  if ([shareAfter, examAfter, portalAfter].some((words) => words.test(rest))) return true
  if (match === '7/7' || [articleBefore, scoreBefore, scoredBefore].some((words) => words.test(before))) return true
  if (/\/[2348]$/.test(match) && mixedBefore.test(before)) return true
  const previous = [...before.matchAll(/(?<![\d/])\d{1,2}\/\d{1,2}(?![\d/])/g)].at(-1)
  if (previous === undefined || ratiosBefore === 0) return false
  // "8/10 here and 7/10 there", "2/3 of the parcels. The last one, 3/3"
  const [whole] = previous
  const isSame = /,\s$/.test(before) && whole.split('/')[1] === match.split('/')[1]
  return (
    (isSame || andBefore.test(before)) &&
    isRatioBefore(text, index - before.length + previous.index, whole, ratiosBefore - 1)
  )
}
const isRatioBefore = (text: string, index: number, match: string, ratiosBefore: number): boolean =>
  followsThing(wordsBefore(text, index), false) || isRatio(text, index, match, ratiosBefore)
