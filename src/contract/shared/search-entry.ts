/** Search entries, made from answers of the service. */

/** Kinds of entries from the service's answers. Search also finds batches, which the gateway lists itself. */
export const searchKinds = ['agent', 'flow', 'call', 'conversation', 'messaging-agent', 'message-flow'] as const

export interface SearchEntry {
  kind: (typeof searchKinds)[number]
  /** '' if the record has no ID. Such an entry is not stored. */
  id: string
  title: string
  /** A short description. */
  note: string
  /** The digits of its phone number, so that a search finds it in any notation; '' without a number. */
  digits: string
}

/** The digits of a phone number. */
export const digitsOf = (text: string | null | undefined): string => (text ?? '').replace(/\D/g, '')

/** @param phone a number in any notation */
export const searchEntry = (
  kind: SearchEntry['kind'],
  id: string,
  title: string,
  note: string,
  phone?: string | null,
): SearchEntry => ({ kind, id, title, note, digits: digitsOf(phone) })
