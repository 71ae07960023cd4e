/**
 * Rewrites a message after a reviewer's feedback, as a language model would that follows the note: it understands what reviewers usually ask
 * for, and takes everything else as a wish for another text. Several wishes in one note are all followed.
 */
import { offeredTimeIn } from './agent-text.ts'

export interface Revision {
  /** The rejected text or, if it is unknown, the usual one, with or without its variables. */
  text: string
  /** The reviewer's reason and note. */
  feedback: string
  /** Other texts of the same purpose. */
  others: readonly string[]
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+/)
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const asSentence = (text: string) => capitalised(text.trim().replace(/[.!?]*$/, '.'))

/** Changes a text as a note asks, or returns it unchanged if the note does not ask for this. */
type Wish = (text: string, feedback: string) => string

const shorten: Wish = (text, feedback) => {
  if (!/\b(?:short|shorter|brief|briefer|concise|too long|half)\b/i.test(feedback)) return text
  const sentences = sentencesOf(text)
  const question = sentences.findLast((sentence) => sentence.endsWith('?'))
  const [first = text] = sentences
  return question === undefined || question === first ? first : `${first} ${question}`
}

const makeFormal: Wish = (text, feedback) =>
  /\b(?:formal|formally|polite|politely|tone)\b/i.test(feedback) && !/\b(?:less|too) formal\b/i.test(feedback)
    ? text
        .replace(/^(?:Hi|Hello|Hey)\b/, 'Good day')
        .replaceAll('!', '.')
        .replaceAll(/ ?\p{Extended_Pictographic}/gu, '')
    : text

const makeFriendly: Wish = (text, feedback) => {
  if (!/\b(?:friendl|warm|kind|less formal|too formal|too cold|human)/i.test(feedback)) return text
  const warm = text.replace(/^(?:Good day|Dear|Hello)\b/, 'Hi')
  return /thank/i.test(warm) ? warm : `${warm} Thank you for your patience!`
}

const apologise: Wish = (text, feedback) => {
  if (!/\b(?:apologi[sz]e|apology|say sorry|be sorry)\b/i.test(feedback) || /\bsorry\b/i.test(text)) return text
  const [, greeting = '', rest = text] = /^((?:Hi|Hello|Good day|Dear) [^,:.!?]+[,:] )?([\s\S]*)$/.exec(text) ?? []
  return `${greeting}${greeting === '' ? 'I' : 'we'} ${greeting === '' ? 'am' : 'are'} sorry for the trouble. ${capitalised(rest)}`
}

const offerOtherTime: Wish = (text, feedback) => {
  const wanted = offeredTimeIn(feedback)
  const offered = offeredTimeIn(text)
  if (wanted === null || wanted === offered) return text
  if (offered === null) return `${text} Would ${wanted} suit you?`
  const [day = '', hour = ''] = offered.split(' at ')
  const [wantedDay = '', wantedHour] = wanted.split(' at ')
  const withDay = text.replaceAll(day, wantedDay)
  return wantedHour === undefined || hour === '' ? withDay : withDay.replaceAll(hour, wantedHour)
}

const pricePattern = /[$£€]\d+(?:[.,]\d{2})?|\b\d+ kronor\b/g

const correctPrice: Wish = (text, feedback) => {
  const wanted = feedback.match(pricePattern)?.at(-1)
  return wanted === undefined ? text : text.replaceAll(pricePattern, wanted)
}

const leaveOut: Wish = (text, feedback) => {
  const what =
    /\b(?:do not|don[’']t|never|not) (?:mention|promise|offer|say|write)(?: the| a| an| any)? ([\p{L} ]+)|\b(?:remove|leave out|without|drop|no)(?: the| a| an| any)? ([\p{L} ]+)/iu.exec(
      feedback,
    )
  const words = (what?.[1] ?? what?.[2] ?? '')
    .trim()
    .split(' ')
    .filter((word) => word.length > 3)
  if (words.length === 0) return text
  const kept = sentencesOf(text).filter(
    (sentence) => !words.some((word) => sentence.toLowerCase().includes(word.toLowerCase())),
  )
  return kept.length === 0 ? text : kept.join(' ')
}

const mention: Wish = (text, feedback) => {
  const what = /\b(?:mention|add|include|tell (?:him|her|them)|say)(?: that)? ([^.;!?]+)/i.exec(feedback)
  const isLeftOut = /\b(?:do not|don[’']t|never|not) (?:mention|add|include|tell|say)\b/i.test(feedback)
  if (what?.[1] === undefined || isLeftOut || /^(?:sorry|it|this)$/i.test(what[1].trim())) return text
  return `${text} ${asSentence(what[1])}`
}

const ask: Wish = (text, feedback) => {
  const what = /\bask (?:(?:him|her|them) )?(?:for|about) ([^.;!?]+)/i.exec(feedback)
  const whether = /\bask (?:(?:him|her|them) )?(?:whether|if) ([^.;!?]+)/i.exec(feedback)
  if (what?.[1] !== undefined) return `${text} Could you send us ${what[1].trim()}?`
  return whether?.[1] === undefined ? text : `${text} May I ask whether ${whether[1].trim()}?`
}

/** In this order, so that what is added is not shortened away. */
const wishes: readonly Wish[] = [
  shorten,
  leaveOut,
  correctPrice,
  offerOtherTime,
  makeFormal,
  makeFriendly,
  apologise,
  mention,
  ask,
]

/** @returns the rewritten text; another text of the same purpose if the note asks for nothing that it understands */
export function reviseDraft({ text, feedback, others }: Revision): string {
  const revised = wishes.reduce((changed, wish) => wish(changed, feedback), text)
  return revised === text ? (others.find((other) => other !== text) ?? text) : revised
}
