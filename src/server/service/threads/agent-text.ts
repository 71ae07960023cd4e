/** Reads what an agent's message asks or offers, whoever wrote it, so that the customer's answer fits a text that a reviewer edited. */

/** What a message expects from the customer, the most specific first. */
export type AgentMessageKind =
  /** Asks for a mark, such as a number from 1 to 10. */
  | 'asks-rating'
  | 'asks-photo'
  | 'asks-address'
  /** Asks for something else to be sent. */
  | 'asks-to-send'
  /** Asks whether an e-mail address is right. */
  | 'asks-email'
  /** Offers a day or an hour for a visit and asks whether it suits. */
  | 'offers-time'
  /** The same for a call. */
  | 'offers-call'
  /** Offers money back. */
  | 'offers-money'
  /** Offers to pay in parts. */
  | 'offers-parts'
  /** Asks whether something should be done. */
  | 'offers-action'
  /** Asks whether the customer agrees. */
  | 'asks-opinion'
  /** Any other question that can be answered with yes or no. */
  | 'asks-fact'
  /** A question that cannot be answered with yes or no. */
  | 'asks-openly'
  /** Names the day of a visit or delivery without a question. */
  | 'confirms-time'
  /** The same for a call. */
  | 'confirms-call'
  | 'apologizes'
  | 'explains'

const weekday = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const month = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
const dayPattern = new RegExp(
  `${weekday},? (?:the )?(?:${month} )?\\d{1,2}(?:st|nd|rd|th)(?:(?: of)? ${month})?|${weekday}(?: (?:morning|afternoon|evening))?|\\btomorrow\\b`,
  'gi',
)
const hourPattern = /\b\d{1,2}(?::\d{2})? ?[ap]\.?m\b|\b\d{1,2}:\d{2}\b/gi

/** The questions of a text, in order. */
const questionsIn = (text: string): string[] => text.match(/[^.!?]*\?/g) ?? []

/** The last question decides what the customer answers; a message without one is read as a whole. */
export function kindOf(text: string): AgentMessageKind {
  const question = questionsIn(text).at(-1)?.trim() ?? ''
  const asks = question !== ''
  if (/\b(?:from )?1 to (?:5|10)\b|how happy/i.test(text)) return 'asks-rating'
  if (/\bphoto|picture/i.test(text) && /\b(?:send|take|attach|upload)\b/i.test(text)) return 'asks-photo'
  if (/\bnew address\b|which address|what is (?:your|the) address/i.test(text) && /\bsend\b|\?/i.test(text))
    return 'asks-address'
  if (asks && /address\b.*\bright|right address/i.test(question)) return 'asks-email'
  const namesTime = offeredTimeIn(text) !== null
  const isAboutCall = /\b(?:calls?|rings?) you\b/i.test(text)
  const isOpen = /^(?:\W*(?:and|so|but) )?(?:what|which|when|where|how|why|who)\b/i.test(question)
  if (
    asks &&
    namesTime &&
    /\bsuit|\bbook|convenient|\bwork\b|\bbetter\b|\bcome\b|\bkeep it\b|\bwhich\b|\bok\b/i.test(question)
  )
    return isAboutCall ? 'offers-call' : 'offers-time'
  if (/in (?:two|three|four|two equal|three equal) parts|instal|halves/i.test(text)) return 'offers-parts'
  if (/\bcredit|taken (?:[$£€]|\d).* off|\bback\b.*[$£€]|refund/i.test(text)) return 'offers-money'
  if (/please send (?:me|us)\b/i.test(text)) return 'asks-to-send'
  if (asks && isOpen) return 'asks-openly'
  if (/^\W*(?:[\p{L}’]+, )?(?:shall|may|should|can|could) (?:i|we)\b|would you like|do you want/iu.test(question))
    return 'offers-action'
  if (/\ball right|\bfair\b|enough\?|\bok(?:ay)?\b|convenient|acceptable|suit/i.test(question)) return 'asks-opinion'
  if (asks) return 'asks-fact'
  if (namesTime && isAboutCall) return 'confirms-call'
  if (
    namesTime &&
    /visit|technician|\bcom(?:es?|ing)\b|be there|book|calendar|put you down|deliver|\bvan\b|driver|see you|job sheet|moved/i.test(
      text,
    )
  )
    return 'confirms-time'
  return /\bsorry\b|apolog/i.test(text) ? 'apologizes' : 'explains'
}

/**
 * The day and the hour that a message names last, as it names them: `Friday, December 4th at 2 pm`.
 *
 * @returns null if it names no day
 */
export function offeredTimeIn(text: string): string | null {
  const day = text.match(dayPattern)?.at(-1)
  if (day === undefined) return null
  const hour = text.slice(text.lastIndexOf(day)).match(hourPattern)?.[0]
  return hour === undefined ? day : `${day} at ${hour}`
}
