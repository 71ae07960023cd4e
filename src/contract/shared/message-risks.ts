/** What a reviewer should check in a drafted message, found by comparing it with what was said before. Pure; no zod. */
import { amountsIn, knownNumbers } from './risks/amounts.ts'
import { addressParts, knownPhoneDigits, linkParts, namesAddress, phoneParts } from './risks/contacts.ts'
import { datesIn, isNewDate, knownDateValues } from './risks/dates.ts'
import type { RiskPart } from './risks/languages.ts'
import { modelWordsIn, placeholdersIn } from './risks/placeholders.ts'

/** The kinds that name parts of a text which are new in the conversation. */
export const newPartKinds = ['new_link', 'new_phone', 'new_address', 'new_amount', 'new_date'] as const
export type NewPartKind = (typeof newPartKinds)[number]

/** The kinds of risks, most serious first. */
export const messageRiskKinds = ['placeholder', 'model_words', ...newPartKinds, 'first_message'] as const
export type MessageRiskKind = (typeof messageRiskKinds)[number]

const textsOf = (parts: readonly RiskPart[]): string[] => [...new Set(parts.map(({ text }) => text))]

/** The links in a text as they are written. E-mail addresses are none. */
export const linksIn = (text: string): string[] => textsOf(linkParts(text))

/** How the parts of a kind are found, and which of them the earlier texts do not contain. Earlier texts are read only if it matters. */
interface PartRule {
  partsIn: (text: string) => RiskPart[]
  newAmong: (parts: readonly RiskPart[], earlierTexts: readonly string[]) => RiskPart[]
}
const unlessSaid =
  (valuesIn: (text: string) => readonly string[]) => (parts: readonly RiskPart[], earlierTexts: readonly string[]) => {
    const known = new Set(earlierTexts.flatMap(valuesIn))
    return parts.filter(({ value }) => !known.has(value))
  }
const partRules: Record<NewPartKind, PartRule> = {
  new_link: { partsIn: linkParts, newAmong: unlessSaid((text) => linkParts(text).map(({ value }) => value)) },
  new_phone: { partsIn: phoneParts, newAmong: unlessSaid(knownPhoneDigits) },
  new_address: {
    partsIn: addressParts,
    newAmong: (parts, earlierTexts) =>
      parts.filter(({ value }) => !earlierTexts.some((text) => namesAddress(text, value))),
  },
  new_amount: { partsIn: amountsIn, newAmong: unlessSaid(knownNumbers) },
  new_date: {
    partsIn: datesIn,
    newAmong: (parts, earlierTexts) => {
      const known = new Set(earlierTexts.flatMap(knownDateValues))
      return parts.filter((part) => isNewDate(part, known))
    },
  },
}

/** The parts of a kind in a text, also those that were said before, in the order of the text. */
export const partsOfKind = (kind: NewPartKind, text: string): RiskPart[] => partRules[kind].partsIn(text)

/** The parts of a kind that none of the earlier texts contains, as they are written. */
export function newParts(kind: NewPartKind, text: string, earlierTexts: readonly string[]): string[] {
  const parts = partRules[kind].partsIn(text)
  return parts.length === 0 ? [] : textsOf(partRules[kind].newAmong(parts, earlierTexts))
}

/** Links that none of the earlier texts contains. */
export const newLinks = (text: string, earlierTexts: readonly string[]): string[] =>
  newParts('new_link', text, earlierTexts)

export interface MessageRisk {
  kind: MessageRiskKind
  /** The parts of the text that it rests on; empty for a first message. */
  found: string[]
}

/**
 * What to check in a message before it is sent, most serious first; empty if nothing was found.
 *
 * @param earlierTexts the other messages of the conversation
 * @param isFirst whether nothing was sent to this person before
 */
export function messageRisks(text: string, earlierTexts: readonly string[], isFirst: boolean): MessageRisk[] {
  const risks: MessageRisk[] = [
    { kind: 'placeholder', found: placeholdersIn(text) },
    { kind: 'model_words', found: modelWordsIn(text) },
    ...newPartKinds.map((kind) => ({ kind, found: newParts(kind, text, earlierTexts) })),
  ]
  return [
    ...risks.filter(({ found }) => found.length > 0),
    ...(isFirst ? [{ kind: 'first_message' as const, found: [] }] : []),
  ]
}
