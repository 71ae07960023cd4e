/** What a cell says about who may be called. */
import { folded, foldedWords } from './cells.ts'
import { mayConcern } from './opt-out-concern.ts'
import { isAllKnown, leads, refusesCalls } from './opt-out-names.ts'
import { has, isWhole, placesOf, unspaced, without } from './opt-out-vocabulary.ts'

/** `unclear`: a person has to decide. */
export type Answer = 'call' | 'doNotCall' | 'unclear'

/** What systems write for an empty value. */
const nothing = new Set('n/a na #n/a #nv \\n null (null) none nil nan empty (empty) blank (blank) undefined'.split(' '))
/** How databases write no date. */
const noDay = /^0000-00-00/
/** A date in any format: that of the opt-out or of the consent. */
const day =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{1,2}\.? ?\p{L}{3,12}\.?,? \d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{4}年\d{1,2}月\d{1,2}日)(?:[t ,].*)?$/iu

/** Whether a cell of an opt-out column is empty. */
export const isEmptyAnswer = (text: string): boolean => {
  const word = text.trim().toLowerCase()
  return /^[-–—.\s]*$/.test(word) || nothing.has(word) || noDay.test(word)
}

/** Marks that mean yes; in Japanese forms a circle. */
const yesMarks = /^[✓✔☑✅√☒■●○〇◯◎⭕👍]\ufe0f?$/u
const noMarks = /^[☐□👎🚫⛔]\ufe0f?$/u
/** A cross marks a box, or means no in Japanese and Chinese forms. */
const crosses = /^[×✕✖✗✘❌❎]\ufe0f?$/u

export type Sign = 'yes' | 'no' | 'cross' | 'given' | 'refused' | 'listed' | 'unlisted' | 'day'

/** What a whole cell (or a part of it) says; undefined if it is not understood. */
export function signOf(text: string): Sign | undefined {
  const raw = folded(text.trim())
  if (yesMarks.test(raw)) return 'yes'
  if (noMarks.test(raw)) return 'no'
  if (crosses.test(raw)) return 'cross'
  if (day.test(text.trim())) return 'day'
  const words = foldedWords(text)
  for (const word of words === '' ? [raw] : [raw, words]) {
    if (isWhole('yes', word)) return 'yes'
    if (isWhole('no', word)) return 'no'
    if (isWhole('refused', word)) return 'refused'
    if (isWhole('given', word)) return 'given'
  }
  if (isWhole('unlisted', words)) return 'unlisted'
  return isWhole('listed', words) ? 'listed' : undefined
}

const trimmed = (texts: readonly string[]): string[] => texts.map((text) => text.trim()).filter((text) => text !== '')
/** Separates the codes or channels that a cell lists. */
const codesIn = (text: string): string[] => trimmed(text.split(/[;,/|+&\n\r\u3001\uff0c\uff1b\u061b\u060c]+/u))
/** Separates sentences, remarks in brackets, and what is beside a dash. */
const sentencesIn = (code: string): string[] =>
  trimmed(code.split(/(?<![.!?:])[.!?:]+(?:\s|$)|[()\u3002]+|\s[-\u2013\u2014]\s/u))

const time =
  'before|after|until|till|between|at|on|during|vor|nach|bis|um|zwischen|avant|apres|jusqu a|antes|despues|hasta|depois|prima|dopo|fino|voor|na|tot|przed|po|fore|efter|for|ennen|jalkeen|do|posle|до|после|перед|pred'
/** "before 9", "after 6 pm", "vor 9 uhr": only at these times. */
const onlyAtTimes = new RegExp(
  ` (?:${time})(?: (?:the|de|las|les|le|die|der|das|alle|as))? (?:\\d+|nine|ten|eight|noon|midday|work|lunch|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekends?|mittags?|midi)(?: \\d+)?(?: (?:a m|p m|am|pm|uhr|h|hrs|heures?|horas?|uur|klo|часов|утра|вечера|o clock|and.*|und.*))?$`,
)
/** "don't call it a refund", "don't call the office": not a person who refuses calls. */
const anotherObject =
  / (?:call|ring|phone) (?:it|that|an?|off|out|for|in|on (?:a )?\p{L}+days?)(?: |$)| (?:call|ring|phone) (?:the |his |her |their )?(?:office|work|shop|store|school|reception|landline|workplace)(?: |$)/u

/** Particles and polite endings around a phrase, in languages that attach them. */
const maxAttached = 4
const isAllSaid = (words: string): boolean =>
  isAllKnown(words) ||
  (has('phrases', words) && unspaced.test(words) && without('phrases', words).replaceAll(' ', '').length <= maxAttached)

/** How clearly a sentence refuses calls: all of it, some of it or nothing. */
function refusalIn(sentence: string): 'all' | 'some' | null {
  const words = foldedWords(sentence)
  if (words === '') return null
  if (isWhole('cells', words)) return 'all'
  if (!refuses(words)) return null
  if (onlyAtTimes.test(` ${words}`) || anotherObject.test(` ${words} `)) return null
  return isAllSaid(words) ? 'all' : 'some'
}

function refuses(words: string): boolean {
  // "No contact person"
  const text = has('phrases', words) ? words : without('topics', words)
  return (
    refusesCalls(text) ||
    leads('call+weak', 'notAfter', text) ||
    leads('stop+end', 'call+called', text) ||
    leads('call', 'stop+end', text) ||
    // "Take her off the list", "delete my number"
    areNear('remove', 'list', text) ||
    (words.includes(' ') && has('cells', text) && has('call', text))
  )
}

/** Whether a word of each concept is in a text, not far from each other. */
function areNear(first: string, second: string, words: string): boolean {
  const places = [first, second]
    .flatMap((concept, kind) => placesOf(concept, words).map((place) => ({ ...place, kind })))
    .toSorted((a, b) => a.from - b.from)
  return places.some(({ from, kind }, index) => {
    const before = places[index - 1]
    return before !== undefined && before.kind !== kind && from >= before.to && from - before.to <= maxDistance
  })
}
const maxDistance = 20

/** Whether a cell of any column says "do not call" explicitly (`doNotCall`), or somewhere in a longer text (`unclear`). */
export function phraseIn(text: string): 'doNotCall' | 'unclear' | null {
  if (!mayConcern(text) || !has('not+notAfter+stop+end+remove+phrases+cells', foldedWords(text))) return null
  const codes = codesIn(text)
  const isList = codes.every(
    (code) => isAllSaid(foldedWords(code)) || signOf(code) !== undefined || isWhole('cells', foldedWords(code)),
  )
  let found: 'unclear' | null = null
  for (const code of codes) {
    const sentences = sentencesIn(code)
    for (const sentence of sentences) {
      const refusal = refusalIn(sentence)
      if (refusal === 'all' && isList && sentences.length === 1) return 'doNotCall'
      if (refusal) found = 'unclear'
    }
  }
  return found
}

/** Whether a cell, as a whole, says that a number is useless or that a person died. */
export function fateIn(text: string, isAboutNumber: boolean): 'number' | 'death' | null {
  if (text.length > 60 || !(isAboutNumber || mayConcern(text))) return null
  for (const part of codesIn(text)) {
    const words = foldedWords(part)
    if (isWhole('death', words) || isWhole('death', part)) return 'death'
    if (isWhole('badNumber', words) || (isAboutNumber && isWhole('bad', words))) return 'number'
  }
  return null
}

/** What one of several codes or channels in a cell says about calls; null: it is about another channel only. */
function answerOfPart(kind: 'optOut' | 'consent', part: string): Answer | null {
  if (isEmptyAnswer(part)) return null
  const sign = signOf(part)
  if (sign) return answerOfSign(kind, sign)
  if (phraseIn(part) === 'doNotCall') return 'doNotCall'
  const words = foldedWords(part)
  const isPhone = has('call+channel', words)
  const isAll = has('every', words)
  // "Phone: no", "E-mail ✓"
  const rest = without('call+weak+channel+every+other+contact+fill', words)
  const mark = signOf(rest) ?? signOf(part.replace(/^[^:=]*[:=]/, ''))
  if (has('other', words) && !isPhone && !isAll) return null
  if (!isPhone && !isAll) return has('permits', words) ? 'call' : 'unclear'
  if (has('not+stop+end', rest) && mark === undefined) return kind === 'consent' ? 'doNotCall' : 'unclear'
  if (mark !== undefined) return answerOfSign(kind, mark)
  if (rest !== '' && !has('permits+allow+may', words)) return 'unclear'
  if (kind === 'consent' || has('permits+allow', words)) return 'call'
  return 'doNotCall'
}

function answerOfSign(kind: 'optOut' | 'consent', sign: Sign): Answer {
  if (sign === 'refused') return 'doNotCall'
  if (kind === 'consent') {
    if (sign === 'no' || sign === 'cross') return 'doNotCall'
    return sign === 'listed' || sign === 'unlisted' ? 'unclear' : 'call'
  }
  if (sign === 'cross' || sign === 'given') return 'unclear'
  return sign === 'no' || sign === 'unlisted' ? 'call' : 'doNotCall'
}

/** Words that mean "may be called" under any name. */
const subscribed =
  /^(?:(?:re)?subscribed|opt(?:ed)? ?in|(?:allow|permit)(?:ed|s)?|(?:ok|okay) to (?:call|phone|contact)|callable|(?:may|can) (?:be )?(?:call|called|contact|contacted))$/

/** Interprets a cell of a column with opt-outs or consent. An empty opt-out allows a call. An empty consent is unclear: nobody gave it. */
export function answerOf(kind: 'optOut' | 'consent' | 'status', text: string): Answer {
  if (kind === 'status') {
    // Beside cells that say "do not call", "refused" may mean the same.
    const mayRefuse = fateIn(text, false) !== null || (signOf(text) === 'refused' && has('stop+end', foldedWords(text)))
    return phraseIn(text) ?? (mayRefuse ? 'unclear' : 'call')
  }
  if (isEmptyAnswer(text)) return kind === 'optOut' ? 'call' : 'unclear'
  const words = foldedWords(text)
  const phrase = phraseIn(text)
  if (phrase === 'doNotCall') return phrase
  if (subscribed.test(words) || (!phrase && has('permits', words) && isAllKnown(words))) return 'call'
  const sign = signOf(text)
  if (sign) return answerOfSign(kind, sign)
  if (fateIn(text, true)) return 'unclear'
  const answers = codesIn(text).map((part) => answerOfPart(kind, part))
  if (answers.includes('doNotCall')) return 'doNotCall'
  if (answers.length === 0 || answers.includes('unclear')) return 'unclear'
  if (answers.includes('call')) return 'call'
  // Only other channels are listed.
  return kind === 'consent' ? 'doNotCall' : 'call'
}
