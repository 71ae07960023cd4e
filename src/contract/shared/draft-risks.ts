/** What a reviewer should check before a draft is sent: in its text, who gets it, and what was written after it. Pure; no zod. */
import { linksIn, messageRiskKinds } from './message-risks.ts'
import { modelWordsIn, placeholdersIn } from './risks/placeholders.ts'

/** The kinds of risks of a draft, most serious first. */
export const draftRiskKinds = [
  'customer_wrote',
  'do_not_call',
  'unknown_recipient',
  'hidden_characters',
  'disguised_link',
  ...messageRiskKinds,
  'other_draft',
] as const
export type DraftRiskKind = (typeof draftRiskKinds)[number]

export interface DraftRisk {
  kind: DraftRiskKind
  /** The parts of a text that it rests on; empty if it rests on none. */
  found: string[]
}

/** The kinds that a reviewer confirms with a key of its own: the usual one does not send such a draft. */
export const seriousRiskKinds = [
  'customer_wrote',
  'do_not_call',
  'unknown_recipient',
  'hidden_characters',
  'placeholder',
] as const satisfies readonly DraftRiskKind[]
export type SeriousRiskKind = (typeof seriousRiskKinds)[number]

interface TimedMessage {
  _id: string
  direction: string
  /** ISO 8601; '' or a date long ago if the service does not report it. */
  createdAt: string
}

/** A service that does not know a time may report the start of its calendar. */
const earliestTime = Date.UTC(2000)

function timeOf({ createdAt }: TimedMessage): number | null {
  const time = Date.parse(createdAt)
  return time > earliestTime ? time : null
}

/** Whether a list has its newest message first, by the times that are known. */
function isNewestFirst(messages: readonly TimedMessage[]): boolean {
  const times = messages.map(timeOf).filter((time) => time !== null)
  return (times[0] ?? 0) > (times.at(-1) ?? 0)
}

/**
 * The customer's messages that are newer than a draft, in the order of the list. Compares the times; where one is missing or both are equal,
 * compares the positions.
 *
 * @param draftId the draft's ID; without such a message, nothing is newer
 */
export function inboundAfter<M extends TimedMessage>(messages: readonly M[], draftId: string): M[] {
  const draftIndex = messages.findIndex(({ _id }) => _id === draftId)
  const draft = messages[draftIndex]
  if (!draft) return []
  const draftTime = timeOf(draft)
  const isReversed = isNewestFirst(messages)
  return messages.filter((message, index) => {
    if (message.direction !== 'inbound') return false
    const time = timeOf(message)
    if (time !== null && draftTime !== null && time !== draftTime) return time > draftTime
    return isReversed ? index < draftIndex : index > draftIndex
  })
}

/** A number has at least as many digits as a short code. */
const minPhoneDigits = 3

/** Whether a customer has a number or, without one, an e-mail address to which a message can go: not "anonymous" or "n/a". */
export function hasRecipient({ phone, email }: { phone: string | null; email: string | null }): boolean {
  if (phone?.trim()) return phone.replace(/\D/g, '').length >= minPhoneDigits
  return /\S@\S/.test(email ?? '')
}

const pictograph = String.raw`[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}\ufe0f]`
/** Characters that cannot be seen and can hide or change what a text says. A joiner between the parts of an emoji is not one of them. */
const hiddenPattern = new RegExp(
  [
    String.raw`(?<!${pictograph})\u200d|\u200d(?!${pictograph})`,
    String.raw`[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e]`,
    String.raw`[\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]`,
  ].join('|'),
  'gu',
)

/** The hidden characters of a text, each as often as it occurs. */
export const hiddenCharactersIn = (text: string): string[] => text.match(hiddenPattern) ?? []

/** "U+200B". */
const codePointOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Hebrew',
  'Arabic',
  'Thai',
  'Devanagari',
  'Hangul',
  'Han',
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }))
/** Scripts with letters that look like Latin ones. */
const lookAlikeScripts: readonly string[] = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee']

const scriptsIn = (text: string): string[] =>
  scripts.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name)

/** The host of a link as written, without scheme, credentials, port and path. */
const hostOf = (link: string): string =>
  link
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/, '')
    .replace(/:\d*$/, '')

/** The scripts that a host mixes in a way that can make it look like another host; empty if it does not. */
function mixedScripts(host: string): string[] {
  const hostScripts = scriptsIn(host)
  // This includes a Latin top-level domain: a name in Cyrillic letters alone can look like a Latin one.
  if (hostScripts.includes('Latin') && hostScripts.some((script) => lookAlikeScripts.includes(script)))
    return hostScripts
  // Chinese, Japanese and Korean names are often combined with Latin letters.
  const byLabel = host
    .split('.')
    .map((label) => scriptsIn(label).filter((script) => !['Han', 'Hangul'].includes(script)))
  return byLabel.find((labelScripts) => labelScripts.length > 1) ?? []
}

export interface DisguisedHost {
  host: string
  /** The scripts that it mixes; empty: it is encoded as Punycode. */
  scripts: string[]
}

/** The hosts of a text's links that mix scripts or are encoded as Punycode. */
export const disguisedHostsIn = (text: string): DisguisedHost[] =>
  [...new Set(linksIn(text).map(hostOf))].flatMap((host) => {
    const scripts = mixedScripts(host)
    return scripts.length > 0 || /(^|\.)xn--/i.test(host) ? [{ host, scripts }] : []
  })

/** What is known of a draft and its conversation. */
interface DraftFacts {
  messages: readonly TimedMessage[]
  customer: { phone: string | null; email: string | null }
  draftId: string
  /** The text that would be sent: the draft's, or an edit of it. */
  text: string
  /** Whether the customer's number is on the do-not-call list. */
  isDoNotCall: boolean
}

/** The risks of a draft for which it is sent only after a reviewer confirmed them, most serious first. */
export function seriousRisksOf({ messages, customer, draftId, text, isDoNotCall }: DraftFacts): SeriousRiskKind[] {
  const applies: Record<SeriousRiskKind, boolean> = {
    customer_wrote: inboundAfter(messages, draftId).length > 0,
    do_not_call: isDoNotCall,
    unknown_recipient: !hasRecipient(customer),
    hidden_characters: hiddenCharactersIn(text).length > 0,
    placeholder: placeholdersIn(text).length > 0 || modelWordsIn(text).length > 0,
  }
  return seriousRiskKinds.filter((kind) => applies[kind])
}

interface DraftMessage extends TimedMessage {
  message: string
}

/**
 * The risks of a draft that do not come from comparing its text with what was said before, the most serious first.
 *
 * @param hasOtherDraft whether its conversation has another draft
 */
export function surroundingRisks(
  facts: Omit<DraftFacts, 'messages'> & { messages: readonly DraftMessage[] },
  hasOtherDraft: boolean,
): DraftRisk[] {
  const serious = new Set<DraftRiskKind>(seriousRisksOf(facts))
  const found: Partial<Record<DraftRiskKind, string[]>> = {
    customer_wrote: inboundAfter(facts.messages, facts.draftId)
      .slice(-1)
      .map(({ message }) => message),
    do_not_call: [],
    unknown_recipient: [],
    hidden_characters: [...new Set(hiddenCharactersIn(facts.text).map(codePointOf))],
    disguised_link: disguisedHostsIn(facts.text).map(({ host }) => host),
    other_draft: [],
  }
  const isFound = (kind: DraftRiskKind) =>
    kind === 'other_draft' ? hasOtherDraft : serious.has(kind) || (found[kind]?.length ?? 0) > 0
  return draftRiskKinds.flatMap((kind) => {
    const parts = found[kind]
    return parts && isFound(kind) ? [{ kind, found: parts }] : []
  })
}
